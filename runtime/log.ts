import { getSystemErrorMap } from 'node:util';

/**
 * The only fields that can be logged. None of them contains input, an address, a query or a
 * setting.
 */
const FIELDS = [
  'attempts',
  'count',
  'durationMs',
  'error',
  'expected',
  'found',
  'mailId',
  'mailKind',
  'method',
  'peer',
  'reason',
  'release',
  'route',
  'signal',
  'status',
] as const;

type LogFields = {
  [Name in (typeof FIELDS)[number]]?: string | number | object | undefined;
};

type Write = (fields: LogFields, message: string) => void;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type Level = (typeof LOG_LEVELS)[number];

/** A log with a function for each level. Its messages never contain input. */
export type Log = Record<Exclude<Level, 'silent'>, Write>;

/**
 * Makes a log of JSON lines.
 *
 * @param level the least severe level that is written
 */
export function createLog(
  level: Level,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  const writerOf = (name: Level) => (fields: LogFields, message: string) => {
    if (LOG_LEVELS.indexOf(name) > LOG_LEVELS.indexOf(level)) return;
    const time = new Date().toISOString();
    const line: Record<string, unknown> = { level: name, time };
    for (const field of FIELDS) {
      const value = fields[field];
      // A mail server's reply often contains the refused address.
      const isText = typeof value === 'string';
      line[field] = isText ? value.replace(/\S*@\S*/g, '[address]') : value;
    }
    line.message = message;
    write(`${JSON.stringify(line)}\n`);
  };
  return {
    error: writerOf('error'),
    warn: writerOf('warn'),
    info: writerOf('info'),
    debug: writerOf('debug'),
  };
}

/** Describes an error for the log. Its message is left out, because it can contain input. */
export function describeError(error: unknown): {
  name: string;
  code?: string;
  reason?: string;
  at?: string;
} {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.match(/^\s+at .*$/gm) ?? [];
  const at = frames.slice(0, 4).join(' <').trim();
  const reason = reasonOf(error);
  const described = { name: error.name, ...(reason !== error.name && { reason }), at };
  return 'code' in error ? { ...described, code: String(error.code) } : described;
}

/** Texts for error codes of PostgreSQL (its manual, appendix A). */
const SQLSTATES: Record<string, string> = {
  '28P01': 'the user or the password of DATABASE_URL is refused',
  '3D000': 'the database of DATABASE_URL does not exist',
  '53100': 'the disk of the database is full',
  '53300': 'the database has too many connections',
  '57P01': 'the database ended the connection',
  '57P03': 'the database is starting',
};

/**
 * Why something failed, in words that contain no input. When no such words are known, the error's
 * code or name.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, errno, errstr, cause, name } = error as NodeJS.ErrnoException & {
    /** SQLite's fixed text for the error code. */
    errstr?: string;
  };
  if (errstr !== undefined) return errstr;
  if (cause instanceof Error) return reasonOf(cause);
  if (name === 'TimeoutError') return 'no response in time';
  const known = SQLSTATES[code ?? ''] ?? getSystemErrorMap().get(errno ?? 0)?.[1];
  if (known !== undefined) return `${known} (${code})`;
  return code ?? name;
}
