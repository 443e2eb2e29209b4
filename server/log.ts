/** Nothing else can be logged: no input, address, query or setting. */
const FIELDS = [
  'count',
  'durationMs',
  'error',
  'expected',
  'found',
  'mailId',
  'mailKind',
  'method',
  'reason',
  'release',
  'route',
  'signal',
  'status',
  'tries',
] as const;

type LogFields = {
  [Name in (typeof FIELDS)[number]]?: string | number | object | undefined;
};

type Write = (fields: LogFields, message: string) => void;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type Level = (typeof LOG_LEVELS)[number];

/** Messages never contain input. */
export type Log = Record<Exclude<Level, 'silent'>, Write>;

/**
 * A log of JSON lines.
 *
 * @param level the least that is written
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

/** Without the error's message, which can contain input. */
export function describeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.match(/^\s+at .*$/gm) ?? [];
  const at = frames.slice(0, 4).join(' <').trim();
  const described = { name: error.name, at };
  return 'code' in error ? { ...described, code: String(error.code) } : described;
}
