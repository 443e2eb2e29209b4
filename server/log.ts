import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/** The server's log: JSON lines, written to standard output unless told otherwise. */
export type Log = Logger;

/**
 * The only fields a line may carry. What a visitor typed, an address of a visitor, a URL's query and
 * a setting's value have no name here, so a careless call cannot write them either.
 */
const ALLOWED_FIELDS = new Set([
  'count',
  'counters',
  'dueAtMs',
  'durationMs',
  'error',
  'failedTries',
  'failure',
  'kind',
  'mailId',
  'mailKind',
  'method',
  'pauseMs',
  'reason',
  'release',
  'route',
  'signal',
  'status',
  'waitingMs',
]);

/**
 * @param level lowest level written, a pino level or 'silent'
 * @param destination where lines go; standard output when absent
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: keepAllowedFields,
      },
      hooks: { logMethod },
    },
    destination ?? pino.destination(1),
  );
}

/** What a log may know of an error: where it came from, never its words, which can quote input. */
export function describeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...('code' in error && { code: String(error.code) }),
    ...(frames.length > 0 && {
      at: frames
        .slice(0, 4)
        .map((line) => line.trim())
        .join(' < '),
    }),
  };
}

/** pino would take an error's own words for the message, and fill in whatever else it is given. */
function logMethod(this: Log, [first, message]: unknown[], method: LogFn): void {
  if (typeof first === 'string') method.call(this, {}, first);
  else {
    const fields = first instanceof Error ? { err: first } : (first as object);
    method.call(this, fields, typeof message === 'string' ? message : 'error');
  }
}

function keepAllowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      // pino and Fastify hand errors over as 'err'.
      if (name === 'err') return [['error', describeError(value)]];
      if (!ALLOWED_FIELDS.has(name)) return [];
      // A mail server's reply often quotes the address it refuses.
      return [[name, typeof value === 'string' ? value.replace(/\S*@\S*/g, '[address]') : value]];
    }),
  );
}
