import type { Store } from './store.ts';

export interface StoreSettings {
  /** Folder for the SQLite file. */
  dataDir: string;
  /** `postgres://…`; empty: SQLite in `dataDir`. */
  databaseUrl: string;
}

/**
 * Opens the store the settings ask for and brings its schema up to date.
 *
 * @throws Error with one clear line when it cannot be opened or is newer than this release
 */
export async function openStore({ dataDir, databaseUrl }: StoreSettings): Promise<Store> {
  // Only what is used is loaded: either takes some megabytes of memory.
  if (databaseUrl === '') return (await import('./sqlite-store.ts')).openSqliteStore({ dataDir });
  return (await import('./postgres-store.ts')).openPostgresStore(databaseUrl);
}
