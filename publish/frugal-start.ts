import process from 'node:process';

/**
 * What a process that publishes must be born with. glibc then keeps two heaps of freed memory, and not
 * one for each thread that ever encoded a photo; V8 lets less pile up before it looks for what is no
 * longer needed. See `docs/decisions/069-memory-of-publishing.md`.
 */
export const FRUGAL = {
  execArgv: ['--max-semi-space-size=1'],
  env: { MALLOC_ARENA_MAX: '2' },
};

/** Starts this program anew, in this very process, unless it was born so, or cannot be. */
export function startFrugally(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined) return;
  const { execPath, execArgv, argv, env } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...FRUGAL.execArgv, ...argv.slice(1)], {
    ...env,
    ...FRUGAL.env,
  });
}
