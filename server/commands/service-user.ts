import process from 'node:process';

/** Name of the service's user and of its group. */
const { RUN_AS = '' } = process.env;

/**
 * Switches from root to the service's user, who owns the database. `website-enquiries` starts as
 * root, because it may have to open a file that only root can read or write ({@link asCaller}).
 */
export function becomeServiceUser(): void {
  if (RUN_AS === '' || process.geteuid?.() !== 0) return;
  process.setgroups?.([RUN_AS]);
  process.setegid?.(RUN_AS);
  process.seteuid?.(RUN_AS);
}

/** Runs a synchronous action, such as opening a file, with the rights of the caller. */
export function asCaller<Result>(action: () => Result): Result {
  const [user, group] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  const caller = process.getuid?.() ?? user;
  if (caller === user) return action();
  process.seteuid?.(caller);
  process.setegid?.(process.getgid?.() ?? group);
  try {
    return action();
  } finally {
    process.setegid?.(group);
    process.seteuid?.(user);
  }
}
