import { randomUUID } from 'node:crypto';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAccess } from '../../desk/server/sign-in/access.ts';
import { type DeskApi, PROTOCOL_VERSION } from '../../desk/shared/api.ts';
import { sqliteFileOf } from '../../server/store/sqlite.ts';
import { needs } from '../runner/skips.ts';
import { FIXTURE_CONTENT_DIR } from '../support/content/fixture-content.ts';
import { CAPTCHA_SETTINGS, newPost, send } from '../support/requests/post-enquiry.ts';
import { startDesk } from '../support/servers/desk-process.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  besideServer,
  fillDisk,
  makeRoom,
  throughFullDisk,
  throughSmallDisk,
} from './small-disk.ts';

const HOME = 'pages/accueil.yaml';
const ONE_ENQUIRY = { enquiries: [{ id: expect.any(String) }] };

/** Starts a site's server that has stored an enquiry. */
async function startServer(dataDir: string, through: string[] = []) {
  const server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS, through });
  onTestFinished(() => server.stop());
  expect(await send(server.url, await newPost())).toBe(202);
  return server;
}

const openSession = async (dataDir: string) =>
  (await openAccess(join(dataDir, 'desk'))).openSession(null);

/** Starts a desk on a copy of some content, and before anything was published. */
async function startTestDesk(dataDir: string, cookie: string, through: string[] = []) {
  const folder = await temporaryFolder();
  const [contentDir, siteDir] = [join(folder, 'content'), join(folder, 'dist')];
  await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
  const env = { DATA_DIR: dataDir, CONTENT_DIR: contentDir, SITE_DIR: siteDir };
  const desk = await startDesk({ env, cookie, through });
  onTestFinished(() => desk.stop());
  return {
    ...desk,
    async call<Route extends keyof DeskApi>(route: Route, body?: object) {
      const [method = '', path = ''] = route.split(' ');
      const response = await desk.request(path, method, body);
      return (await response.json()) as DeskApi[Route]['response'];
    },
  };
}

test(
  'a desk that starts on a full disk shows enquiries and pages, and saves once there is room',
  needs('namespaces'),
  async () => {
    const dataDir = await temporaryFolder();
    const { pid } = await startServer(dataDir, throughSmallDisk(4));
    const deskDir = join('/proc', String(pid), 'root', dataDir, 'desk');
    const cookie = await openSession(dirname(deskDir));
    const earlier = { id: randomUUID(), isWritten: true };
    await writeFile(join(deskDir, 'saves.jsonl'), `\n${JSON.stringify(earlier)}`);
    await fillDisk(pid, dataDir);
    const desk = await startTestDesk(dataDir, cookie, besideServer(pid));
    expect(await desk.call('GET /api/enquiries')).toMatchObject(ONE_ENQUIRY);
    const { files } = await desk.call('GET /api/content');
    const home = files.find(({ path }) => path === HOME);
    const operation = { type: 'set', path: ['title'], value: 'Un autre titre' };
    const file = { id: randomUUID(), path: HOME, hash: home?.hash, operations: [operation] };
    const save = () => desk.call('PUT /api/content', { version: PROTOCOL_VERSION, files: [file] });
    expect(await save()).toMatchObject({
      files: [{ state: 'later', message: 'De schijf van de server is vol.' }],
    });
    await makeRoom(pid, dataDir);
    expect(await save()).toMatchObject({ files: [{ state: 'saved' }] });
    const ids = await readFile(join(deskDir, 'saves.jsonl'), 'utf8');
    expect(ids).toContain(earlier.id);
    expect(ids).toContain(file.id);
  },
);

test(
  'a desk that cannot open the database starts, and shows the enquiries once it can',
  needs('namespaces'),
  async () => {
    const dataDir = await temporaryFolder();
    await (await startServer(dataDir)).stop();
    const cookie = await openSession(dataDir);
    const through = throughFullDisk(4);
    const server = await startSiteServer({ dataDir, env: CAPTCHA_SETTINGS, through });
    onTestFinished(() => server.stop());
    const desk = await startTestDesk(dataDir, cookie, besideServer(server.pid));
    expect((await desk.call('GET /api/content')).files.length).toBeGreaterThan(1);
    expect((await desk.request('/api/enquiries')).status).toBe(500);
    await makeRoom(server.pid, dataDir);
    expect(await desk.call('GET /api/enquiries')).toMatchObject(ONE_ENQUIRY);
  },
);

test('a database that was moved ends the desk', async () => {
  const dataDir = await temporaryFolder();
  await startServer(dataDir);
  const desk = await startTestDesk(dataDir, await openSession(dataDir));
  expect(await desk.call('GET /api/enquiries')).toMatchObject(ONE_ENQUIRY);
  const file = sqliteFileOf(dataDir);
  await rename(file, `${file}-before`);
  await expect(desk.request('/api/enquiries')).rejects.toThrow();
  expect(await desk.ended).toBe(1);
  expect(desk.output()).toContain('was moved, deleted or replaced');
});
