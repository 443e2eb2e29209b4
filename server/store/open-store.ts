import type { Store } from './store.ts';
import { SILENT, type StoreLog } from './trouble.ts';

export interface StoreSettings {
  /** Folder for the SQLite file. */
  dataDir: string;
  /** `postgres://…`; empty: SQLite in `dataDir`. */
  databaseUrl: string;
}

/** Begins to load what `openStore` will need, while other things are read. */
export async function prepareStore({ databaseUrl }: StoreSettings): Promise<void> {
  if (databaseUrl === '') (await import('./sqlite-store.ts')).prepareThread();
}

/**
 * Opens the store the settings ask for and brings its schema up to date.
 *
 * @param log told of what an operator must know; nobody when absent
 * @throws Error with one clear line when it cannot be opened, is sick or is newer than this release
 */
export async function openStore(
  { dataDir, databaseUrl }: StoreSettings,
  log: StoreLog = SILENT,
): Promise<Store> {
  // Only what is used is loaded: either takes some megabytes of memory.
  if (databaseUrl !== '') {
    return (await import('./postgres-store.ts')).openPostgresStore(databaseUrl, log);
  }
  return (await import('./sqlite-store.ts')).openSqliteStore({ dataDir }, log);
}
