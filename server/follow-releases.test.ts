import { get, type IncomingMessage } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import type { ReleaseManifest } from '../release/manifest.ts';
import {
  page,
  publishTestRelease,
  TEST_FILES,
  TEST_RELEASE,
} from '../tests/support/content/test-release.ts';
import { portOf } from '../tests/support/requests/raw-http.ts';
import { openTestSite, type TestSite } from '../tests/support/servers/test-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await openTestSite();
});

const NEWER = '20270101T120000Z-3fa9c1d2';

/** Publishes another home page while the server runs. */
const publish = (
  change: Partial<ReleaseManifest> = {},
  files: Record<string, string | Buffer> = {},
) =>
  publishTestRelease(
    site.siteDir,
    { ...TEST_RELEASE, id: NEWER, ...change },
    { ...TEST_FILES, 'home.html': page('Nieuw'), ...files },
  );
const homeOf = async () => (await site.app.inject('/home')).body;
const isNew = () => expect.poll(homeOf).toContain('<title>Nieuw');
const servedId = async () => (await site.app.inject('/api/status')).headers['x-release'];

test('the server switches to a new release while it runs and reports its id', async () => {
  expect(await homeOf()).toContain('<title>Home');
  await publish({ pages: TEST_RELEASE.pages.slice(0, 1) }, { 'assets/new-7.js': '1' });
  await isNew();
  expect((await site.app.inject('/assets/new-7.js')).statusCode).toBe(200);
  expect((await site.app.inject('/feesten')).statusCode).toBe(404);
  expect(await servedId()).toBe(NEWER);
});

test('a download that is in progress completes from the previous release', async () => {
  const large = Buffer.alloc(30_000_000, 'foto');
  await publish({}, { 'photos/large-7.avif': large });
  await isNew();
  const port = await portOf(site.app);
  const response = await new Promise<IncomingMessage>((done) => {
    get({ host: '127.0.0.1', port, path: '/photos/large-7.avif' }, done);
  });
  response.pause();
  await publish({ id: `${NEWER}2` }, { 'home.html': page('Nog nieuwer') });
  await expect.poll(homeOf).toContain('Nog nieuwer');
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  expect(bytes).toBe(large.length);
});

test('a release with unknown keys of a newer publisher is served', async () => {
  await publish({ later: { some: 'thing' } } as Partial<ReleaseManifest>);
  await isNew();
});
