import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
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
export function openStore({ dataDir, databaseUrl }: StoreSettings): Promise<Store> {
  return databaseUrl === '' ? openSqliteStore({ dataDir }) : openPostgresStore(databaseUrl);
}
