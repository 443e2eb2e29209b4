import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreSettings } from '../../server/store/open-store.ts';
import { startPostgres } from '../postgres.ts';

export const KINDS = ['SQLite', 'PostgreSQL'] as const;
export type Kind = (typeof KINDS)[number];

/** As many empty databases of either kind as a test asks for. */
export interface EmptyDatabases {
  create(kind: Kind): Promise<StoreSettings>;
  dispose(): Promise<void>;
}

export async function openEmptyDatabases(): Promise<EmptyDatabases> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'databases-'));
  return {
    async create(kind) {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      return { dataDir, databaseUrl: kind === 'SQLite' ? '' : await postgres.createDatabase() };
    },
    async dispose() {
      await postgres.dispose();
      await rm(folder, { recursive: true });
    },
  };
}
