import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { openApp } from '../../server/app.ts';
import { createLog } from '../../server/log.ts';
import { parseSettings } from '../../server/settings.ts';
import { FIXTURE_CONTENT_DIR } from '../support/fixture-content.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 300_000 });

const PRELOAD = resolve(import.meta.dirname, 'die-at-step.ts');

test('a publisher that dies during the switch leaves a complete release', async () => {
  const folder = await temporaryFolder();
  const contentDir = join(folder, 'content');
  const siteDir = join(folder, 'dist');
  await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
  expect(await publish(contentDir, siteDir)).toBe(0);
  const first = await servedFrom(siteDir);
  const company = join(contentDir, 'company.yaml');
  const text = await readFile(company, 'utf8');
  await writeFile(company, text.replace(/^phone: .*$/m, 'phone: 080 00 11 11'));

  for (const name of ['carried.json', 'current']) {
    const env = { DIE_AT: '1', RENAME_TO: `/${name}` };
    expect([name, await publish(contentDir, siteDir, env)]).toEqual([name, 'SIGKILL']);
    expect([name, await servedFrom(siteDir)]).toEqual([name, first]);
  }
  expect(await publish(contentDir, siteDir)).toBe(0);
  expect(await servedFrom(siteDir)).not.toBe(first);
  // The work folders of the killed processes are removed.
  const names = await readdir(join(siteDir, 'releases'));
  expect(names.filter((name) => !/^\d/.test(name))).toEqual([]);
});

/** @returns the exit code, or the signal that ended it */
async function publish(contentDir: string, siteDir: string, env: Record<string, string> = {}) {
  const program = ['publish/publish.ts', '--content', contentDir, '--dist', siteDir];
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
  const { id } = app.currentSite().release;
  await app.close(0);
  return id;
}
