import { rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RELEASE_FORMAT, type Release } from '../enquiry/release.ts';
import { bodyOf, postTo } from '../tests/api-calls.ts';
import { page, publishTestRelease, TEST_FILES, TEST_RELEASE } from '../tests/test-release.ts';
import { openTestSite, type TestSite } from '../tests/test-site.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

let site: TestSite;
afterEach(() => site.close());

const NEWER = '20270101T120000Z-3fa9c1d2';

/** Publishes beside the running server, with another home page. */
const publish = (change: Partial<Release> = {}, files: Record<string, string | Buffer> = {}) =>
  publishTestRelease(
    site.siteDir,
    { ...TEST_RELEASE, id: NEWER, ...change },
    { ...TEST_FILES, 'home.html': page('Nieuw'), ...files },
  );
const homeOf = async () => (await site.app.inject('/home')).body;
const isNew = () => expect.poll(homeOf, { timeout: 30_000 }).toContain('<title>Nieuw');
const servedId = async () => (await site.app.inject('/api/status')).headers['x-release'];

it('moves on to a new release while it runs, and says which one it serves', async () => {
  site = await openTestSite();
  expect(await homeOf()).toContain('<title>Home');
  await publish({ pages: TEST_RELEASE.pages.slice(0, 1) }, { 'assets/new-7.js': '1' });
  await isNew();
  expect((await site.app.inject('/assets/new-7.js')).statusCode).toBe(200);
  expect((await site.app.inject('/feesten')).statusCode).toBe(404);
  expect(await servedId()).toBe(NEWER);
});

it('ends what is under way on the release it began with', async () => {
  site = await openTestSite();
  const large = Buffer.alloc(30_000_000, 'foto');
  await publish({}, { 'photos/large-7.avif': large });
  await isNew();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done) => {
    get({ host: '127.0.0.1', port, path: '/photos/large-7.avif' }, done);
  });
  answer.pause();
  await publish({ id: `${NEWER}2` }, { 'home.html': page('Nog nieuwer') });
  await expect.poll(homeOf, { timeout: 30_000 }).toContain('Nog nieuwer');
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  expect(bytes).toBe(large.length);
});

it('takes an option that is gone from a form that is still open, and does not repeat it to the visitor', async () => {
  site = await openTestSite();
  const answer = await postTo(site, await bodyOf(site, { productType: 'Brunch' }));
  expect(answer.statusCode).toBe(202);
});

it('takes a release of a newer publisher, whose keys it does not all know', async () => {
  site = await openTestSite();
  await publish({ later: { some: 'thing' } } as Partial<Release>);
  await isNew();
});

/** The faults that ended the site at its next restart. */
const FAULTS: Record<string, (siteDir: string) => Promise<unknown>> = {
  'a release of another format': (siteDir) =>
    publishTestRelease(siteDir, { ...TEST_RELEASE, id: NEWER, format: (RELEASE_FORMAT + 1) as 6 }),
  'a release.json that is cut off': async (siteDir) => {
    const publicDir = await publishTestRelease(siteDir, { ...TEST_RELEASE, id: NEWER });
    await writeFile(join(publicDir, '../release.json'), '{"format": 6, "id');
  },
  'a release without one of its pages': async (siteDir) => {
    const publicDir = await publishTestRelease(siteDir, { ...TEST_RELEASE, id: NEWER });
    await rm(join(publicDir, 'info.html'));
  },
  'a pointer to a folder that is not there': (siteDir) =>
    writeFile(join(siteDir, 'current'), NEWER),
  'a pointer that is gone': (siteDir) => rm(join(siteDir, 'current')),
};

describe.each(Object.entries(FAULTS))('%s', (_, spoil) => {
  it('leaves the running server on the release it serves, which it says once', async () => {
    site = await openTestSite();
    await spoil(site.siteDir);
    const said = () => site.logLines.filter((line) => line.includes('cannot be served'));
    await expect.poll(said, { timeout: 30_000 }).toHaveLength(1);
    expect(await homeOf()).toContain('<title>Home');
    await publish({ id: `${NEWER}2` });
    await isNew();
    expect(said()).toHaveLength(1);
  });

  it('does not keep a server from starting: it serves the newest release that it can', async () => {
    site = await openTestSite({ afterPublishing: async (siteDir) => void (await spoil(siteDir)) });
    expect(await homeOf()).toContain('<title>Home');
    expect(await servedId()).toBe(TEST_RELEASE.id);
    expect(site.logLines.join('')).toContain('cannot be served');
  });
});

it('real facts without a mail server or a heartbeat do not keep a server from starting', async () => {
  site = await openTestSite({ release: { sampleFacts: false } });
  expect((await postTo(site, await bodyOf(site))).statusCode).toBe(202);
});
