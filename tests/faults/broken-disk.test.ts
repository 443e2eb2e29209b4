import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sqliteFileOf } from '../../server/store/sqlite.ts';
import { needs } from '../runner/skips.ts';
import { CAPTCHA_SETTINGS, newPost, send } from '../support/requests/post-enquiry.ts';
import { listen } from '../support/servers/ports.ts';
import { type SiteServer, startSiteServer } from '../support/servers/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { fillDisk, makeRoom, throughFullDisk, throughSmallDisk } from './small-disk.ts';

let dataDir: string;
let server: SiteServer;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => server.stop());

const post = async () => send(server.url, await newPost());
const status = async () => (await fetch(`${server.url}/api/status`)).status;

/** Expects that an enquiry is refused, never falsely acknowledged, and that pages are served. */
async function refusesAndServesPages(): Promise<void> {
  await until('enquiries are refused', async () => (await post()) === 503);
  expect([await post(), await status()]).toEqual([503, 503]);
  expect((await fetch(`${server.url}/home`)).status).toBe(200);
}
async function goesOn(): Promise<void> {
  await until('enquiries are accepted', async () => (await post()) === 202);
  await until('the status is good', async () => (await status()) === 200);
}

test('a full disk refuses enquiries, keeps pages and recovers', needs('namespaces'), async () => {
  let reported = '';
  const monitor = createServer(async (request, response) => {
    reported = await text(request);
    response.end();
  });
  const env = {
    ...CAPTCHA_SETTINGS,
    SMTP_URL: 'smtp://127.0.0.1:1',
    HEARTBEAT_URL: `http://127.0.0.1:${await listen(monitor)}/`,
    NODE_OPTIONS: `--import=${resolve('tests/faults/fast-clock.ts')}`,
  };
  onTestFinished(() => void monitor.close());
  server = await startSiteServer({ dataDir, env, through: throughSmallDisk(4) });
  expect(await post()).toBe(202);
  await fillDisk(server.pid, dataDir);
  await refusesAndServesPages();
  await until('somebody is told', () => reported.includes('the disk of DATA_DIR is full'));
  await makeRoom(server.pid, dataDir);
  await goesOn();
});

test(
  'a start on a full disk serves pages, and accepts enquiries once there is room',
  needs('namespaces'),
  async () => {
    server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS });
    expect(await post()).toBe(202);
    await server.stop();
    server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS, through: throughFullDisk(4) });
    await refusesAndServesPages();
    await makeRoom(server.pid, dataDir);
    await goesOn();
  },
);

test('a start with a damaged database serves pages, and leaves the file as it is', async () => {
  const file = sqliteFileOf(dataDir);
  await writeFile(file, 'no database');
  server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS });
  await refusesAndServesPages();
  expect(server.output()).toContain('file is not a database');
  expect(await readFile(file, 'utf8')).toBe('no database');
});

test('a locked database refuses enquiries, keeps pages and recovers', async () => {
  server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS });
  expect(await post()).toBe(202);
  const other = new DatabaseSync(sqliteFileOf(dataDir), { timeout: 10_000 });
  other.exec('BEGIN IMMEDIATE');
  await refusesAndServesPages();
  other.exec('ROLLBACK');
  other.close();
  await goesOn();
});

test.each([false, true])(
  'a database that was moved (and replaced: %s) ends the server',
  async (isReplaced) => {
    server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS });
    expect(await post()).toBe(202);
    const file = sqliteFileOf(dataDir);
    await rename(file, `${file}-before`);
    if (isReplaced) await copyFile(`${file}-before`, file);
    expect(await post()).toBeUndefined();
    expect(server.output()).toContain('was moved, deleted or replaced');
  },
);
