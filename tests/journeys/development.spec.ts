import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PAGE_PATHS } from '../../site/routes.ts';
import { freePort } from '../free-port.ts';
import { expect, openPage, test as siteTest } from '../support/browser-test.ts';

/** `npm run dev` instead of the built site: only React's development build tells of a mismatch. */
const test = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  baseURL: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'development-'));
    const child = spawn(process.execPath, ['publish/dev.ts'], {
      env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let said = '';
    const isReady = () =>
      said.includes('Pages with hot reload: ') && said.includes('The site is at ');
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        said += chunk;
        if (isReady()) resolve();
      });
      child.once('exit', () => reject(new Error(`The development server ended:\n${said}`)));
    });
    const url = /Pages with hot reload: (\S+)/.exec(said)?.[1] ?? '';
    await use(url);
    child.kill();
    await exited;
    await rm(dataDir, { recursive: true });
  },
});

test('React takes every page over without a word, and no page loads twice', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 404/);
  let loads = 0;
  page.on('framenavigated', () => loads++);
  const paths = [PAGE_PATHS.info, ...Object.values(PAGE_PATHS), '/bestaat-niet'];
  for (const path of paths) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // What the form brings only when it is asked for must not bring a second React with it.
  await openPage(page, PAGE_PATHS.info);
  await page.getByRole('button', { name: /kalender/ }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(loads).toBe(paths.length + 1);
});
