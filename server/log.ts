/** The only allowed fields of a line, so that no input, address, query or setting can be logged. */
const FIELDS = [
  'count',
  'durationMs',
  'error',
  'expected',
  'found',
  'mailId',
  'mailKind',
  'method',
  'pauseMs',
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

/** JSON lines. Messages never contain input; mail addresses are removed from reasons. */
export interface Log {
  error: Write;
  warn: Write;
  info: Write;
  debug: Write;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** @param level the least that is written */
export function createLog(
  level: (typeof LOG_LEVELS)[number],
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  function writeLine(name: keyof Log, fields: LogFields, message: string): void {
    if (LOG_LEVELS.indexOf(name) > LOG_LEVELS.indexOf(level)) return;
    const line: Record<string, unknown> = { level: name, time: new Date().toISOString() };
    for (const field of FIELDS) {
      const value = fields[field];
      // A mail server's reply often contains the refused address.
      line[field] = typeof value === 'string' ? value.replace(/\S*@\S*/g, '[address]') : value;
    }
    line.message = message;
    write(`${JSON.stringify(line)}\n`);
  }
  return {
    error: (fields, message) => writeLine('error', fields, message),
    warn: (fields, message) => writeLine('warn', fields, message),
    info: (fields, message) => writeLine('info', fields, message),
    debug: (fields, message) => writeLine('debug', fields, message),
  };
}

/** The name, code and first stack frames of an error, without its message, which can hold input. */
export function describeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.match(/^\s+at .*$/gm) ?? [];
  const at = frames.slice(0, 4).join(' <').trim();
  const described = { name: error.name, at };
  return 'code' in error ? { ...described, code: String(error.code) } : described;
}
