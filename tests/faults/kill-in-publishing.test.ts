import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { parseSettings } from '../../runtime/settings.ts';
import { openApp } from '../../server/app.ts';
import { SEED } from '../runner/soak.ts';
import { FIXTURE_CONTENT_DIR } from '../support/content/fixture-content.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PRELOAD = resolve(import.meta.dirname, 'die-at-step.ts');
/** With SOAK=1 more steps are tried, beginning with one that SEED chooses. */
const STRIDE = process.env.SOAK ? 7 : 60;

interface Site {
  contentDir: string;
  siteDir: string;
  /** The id of the first release. */
  first: string;
}

/** A site whose content has changed since it was published. */
async function changedSite(): Promise<Site> {
  const folder = await temporaryFolder();
  const contentDir = join(folder, 'content');
  const siteDir = join(folder, 'dist');
  await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
  expect(await publish({ contentDir, siteDir })).toBe(0);
  const first = await servedFrom(siteDir);
  const company = join(contentDir, 'company.yaml');
  const text = await readFile(company, 'utf8');
  await writeFile(company, text.replace(/^phone: .*$/m, 'phone: 080 00 11 11'));
  return { contentDir, siteDir, first };
}

test('a publisher that dies at any step leaves a complete release', async () => {
  const site = await changedSite();
  let n = 1 + (SEED % STRIDE);
  for (; ; n += STRIDE) {
    const ended = await publish(site, { DIE_AT: String(n) });
    const where = `died before step ${n} (SEED=${SEED})`;
    if (ended !== 'SIGKILL') {
      expect([where, ended]).toEqual([where, 0]);
      break;
    }
    expect([where, await servedFrom(site.siteDir)]).toEqual([where, site.first]);
  }
  expect(n).toBeGreaterThan(3 * STRIDE);
  expect(await servedFrom(site.siteDir)).not.toBe(site.first);
});

test('a publisher that dies during the switch leaves a complete release', async () => {
  const site = await changedSite();
  for (const name of ['carried.json', 'current']) {
    const ended = await publish(site, { DIE_AT: '1', FILE_TO: `/${name}` });
    expect([name, ended]).toEqual([name, 'SIGKILL']);
    expect([name, await servedFrom(site.siteDir)]).toEqual([name, site.first]);
  }
  expect(await publish(site)).toBe(0);
  expect(await servedFrom(site.siteDir)).not.toBe(site.first);
});

/** @returns the exit code, or the signal that ended it */
async function publish(
  { contentDir, siteDir }: Pick<Site, 'contentDir' | 'siteDir'>,
  env: Record<string, string> = {},
) {
  const program = ['publish/publish.ts', '--content', contentDir, '--site', siteDir];
  const child = spawn(process.execPath, ['--import', PRELOAD, ...program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

/** @returns the release that a server serves, without an error, when it starts */
async function servedFrom(siteDir: string): Promise<string> {
  const lines: string[] = [];
  const log = createLog('error', (line) => void lines.push(line));
  const settings = { SITE_DIR: siteDir, DATA_DIR: await temporaryFolder() };
  const app = await openApp(parseSettings(settings), log);
  expect(lines).toEqual([]);
  const { id } = app.currentSite().manifest;
  await app.close(0);
  return id;
}
