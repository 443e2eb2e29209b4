/** Where an operator reads on; every line about a sick database ends with it. */
export const RUNBOOK = "see 'When the database is sick' in docs/operate.md";

/** The part of the log a store uses. Fields never hold personal data. */
export interface StoreLog {
  warn(fields: { count?: number; reason?: string }, message: string): void;
  error(fields: { count?: number; reason?: string }, message: string): void;
}

/** For whoever opens a store without a log, as tests do: nothing is said. */
export const SILENT: StoreLog = { warn() {}, error() {} };

/** Tells the error below from others, also after it has crossed from a thread. */
export const SICK = 'sick-database';

/** The database is there and cannot be trusted, or is not there any more. In one line, without values. */
export class SickDatabaseError extends Error {
  readonly code = SICK;

  /** @param what is wrong with which file, and what follows */
  constructor(what: string) {
    super(`${what}: ${RUNBOOK}`);
  }
}
