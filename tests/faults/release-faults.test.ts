import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentFileOf } from '../../release/site-folder.ts';
import { publishTestRelease, TEST_RELEASE } from '../support/content/test-release.ts';
import { type SiteServer, startSiteServer } from '../support/servers/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A newer release than TEST_RELEASE, which a fault makes unusable. */
const BROKEN = { ...TEST_RELEASE, id: '20270101T120000Z-3fa9c1d2' };
const REPAIRED = { ...TEST_RELEASE, id: '20270102T120000Z-3fa9c1d2' };

/** Each of these once kept the server from starting again. */
const FAULTS: Record<string, (siteDir: string) => Promise<unknown>> = {
  'a release of another format': (siteDir) =>
    publishTestRelease(siteDir, { ...BROKEN, format: (BROKEN.format + 1) as 6 }),
  'a release.json that is cut off': async (siteDir) => {
    const publicDir = await publishTestRelease(siteDir, BROKEN);
    await writeFile(join(publicDir, '../release.json'), '{"format": 6, "id');
  },
  'a release without one of its pages': async (siteDir) => {
    const publicDir = await publishTestRelease(siteDir, BROKEN);
    await rm(join(publicDir, 'info.html'));
  },
  'a pointer to a folder that is not there': (siteDir) =>
    writeFile(currentFileOf(siteDir), BROKEN.id),
  'a pointer that is gone': (siteDir) => rm(currentFileOf(siteDir)),
};

let folder: string;
let siteDir: string;
let server: SiteServer;
beforeEach(async () => {
  folder = await temporaryFolder();
  siteDir = join(folder, 'dist');
  await publishTestRelease(siteDir, { ...TEST_RELEASE, id: '20260101T120000Z-3fa9c1d2' });
  await publishTestRelease(siteDir);
  server = await start();
});
afterEach(() => server.stop());

const start = () => startSiteServer({ siteDir, dataDir: join(folder, 'data') });
const servedId = async () => (await fetch(`${server.url}/api/status`)).headers.get('x-release');
const timesLogged = () => server.output().split('this release cannot be served').length - 1;
async function expectOldSite(): Promise<void> {
  await expect.poll(timesLogged).toBe(1);
  expect((await fetch(`${server.url}/home`)).status).toBe(200);
  expect(await servedId()).toBe(TEST_RELEASE.id);
}

test.each(Object.entries(FAULTS))(
  '%s leaves the site online, also after a crash and restart',
  async (_, damage) => {
    await damage(siteDir);
    await expectOldSite();
    await server.kill();
    server = await start();
    await expectOldSite();
    await publishTestRelease(siteDir, REPAIRED);
    await expect.poll(servedId).toBe(REPAIRED.id);
    expect(timesLogged()).toBe(1);
  },
);

test('missing settings leave a real site online after a crash and restart', async () => {
  await publishTestRelease(siteDir, { ...REPAIRED, sampleFacts: false });
  await expect.poll(servedId).toBe(REPAIRED.id);
  await server.kill();
  server = await start();
  expect(await servedId()).toBe(REPAIRED.id);
  expect(server.output()).toContain('To do: SMTP_URL is empty');
});
