import { createLog, describeError, type LOG_LEVELS, type Log } from '../../runtime/log.ts';

let log: Log = createLog('info');

/** @param level LOG_LEVEL */
export function setLogLevel(level: (typeof LOG_LEVELS)[number]): void {
  log = createLog(level);
}

/**
 * Logs an error without its message: the desk handles enquiries, and a message can contain them.
 *
 * @param what failed: 'a save failed'
 */
export function logError(error: unknown, what: string): void {
  log.error({ error: describeError(error) }, what);
}

/**
 * Logs why the desk does something.
 *
 * @param reason contains no input
 */
export function logReason(reason: string, what: string): void {
  log.error({ reason }, what);
}
