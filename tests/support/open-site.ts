import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppReplacements, openApp } from '../../server/app.ts';
import { createLog } from '../../server/log.ts';
import { parseSettings } from '../../server/settings.ts';
import { SITE_DIR } from './site.ts';

/** A server in this process. */
export interface OpenSite {
  http: FastifyInstance;
  close(): Promise<void>;
}

/** @param replacements parts of the server that a test replaces, for example its clock */
export async function openSite(
  replacements: AppReplacements = {},
  siteDir = SITE_DIR,
): Promise<OpenSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'));
  const settings = parseSettings({ DATA_DIR: dataDir, SITE_DIR: siteDir });
  const app = await openApp(settings, createLog('silent'), replacements);
  return {
    http: app.http,
    async close() {
      await app.close(0);
      await rm(dataDir, { recursive: true });
    },
  };
}
