import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Release } from '../enquiry/release.ts';
import { bodyOf, postTo } from '../tests/api-calls.ts';
import { page, publishTestRelease, TEST_FILES, TEST_RELEASE } from '../tests/test-release.ts';
import { openTestSite, type TestSite } from '../tests/test-site.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

let site: TestSite;
afterEach(() => site.close());

const DAY_MS = 24 * 3_600_000;
const idAt = (ms: number) => `${new Date(ms).toISOString().replace(/[-:.]/g, '')}-3fa9c1d2`;

/** Publishes beside the running server: another home page, other hashed files. */
const publish = (change: Partial<Release>, files: Record<string, string | Buffer> = {}) =>
  publishTestRelease(
    site.siteDir,
    { ...TEST_RELEASE, ...change },
    {
      ...Object.fromEntries(Object.entries(TEST_FILES).filter(([name]) => !name.includes('3fa9'))),
      'home.html': page('Nieuw'),
      'assets/site-77777777.js': 'console.log("new");',
      ...files,
    },
  );

const homeOf = async () => (await site.app.inject('/home')).body;
const isNew = () => expect.poll(homeOf, { timeout: 30_000 }).toContain('<title>Nieuw');
const statusOf = async (url: string) => (await site.app.inject(url)).statusCode;

it('moves over to a new release while it runs, and keeps the files of the old one', async () => {
  site = await openTestSite({ release: { id: idAt(Date.now() - DAY_MS) } });
  expect(await homeOf()).toContain('<title>Home');
  await publish({ id: idAt(Date.now()), pages: TEST_RELEASE.pages.slice(0, 1) });
  await isNew();
  expect(await statusOf('/assets/site-77777777.js')).toBe(200);
  expect(await statusOf('/assets/site-3fa9c1d2.js')).toBe(200);
  expect(await statusOf('/photos/champagne-3fa9c1d2-full-640.avif')).toBe(200);
  expect(await statusOf('/feesten')).toBe(404);
});

it('forgets the files of a release that was replaced more than 30 days ago', async () => {
  const nowMs = Date.now();
  site = await openTestSite({ release: { id: idAt(nowMs - 90 * DAY_MS) } });
  await publish({ id: idAt(nowMs - 31 * DAY_MS) }, { 'assets/b-77777777.js': '2' });
  await publish({ id: idAt(nowMs) }, { 'home.html': page('Nieuw') });
  await isNew();
  expect(await statusOf('/assets/b-77777777.js')).toBe(200);
  expect(await statusOf('/assets/site-3fa9c1d2.js')).toBe(404);
});

it('ends what is under way on the release it began with', async () => {
  site = await openTestSite();
  const large = Buffer.alloc(30_000_000, 'foto');
  await publish({ id: idAt(Date.now() - 1000) }, { 'photos/large-77777777.avif': large });
  await isNew();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done) => {
    get({ host: '127.0.0.1', port, path: '/photos/large-77777777.avif' }, done);
  });
  answer.pause();
  await publish({ id: idAt(Date.now()) }, { 'home.html': page('Nog nieuwer') });
  await expect.poll(homeOf, { timeout: 30_000 }).toContain('Nog nieuwer');
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  expect(bytes).toBe(large.length);
});

it('takes what the form of an earlier release offers, at the address it knows', async () => {
  site = await openTestSite({ release: { id: idAt(Date.now() - DAY_MS) } });
  const company = { ...TEST_RELEASE.company, slug: 'maanzaad-en-co' };
  const options = { ...TEST_RELEASE.enquiry.options, productType: ['Brunch'] };
  await publish({ id: idAt(Date.now()), company, enquiry: { ...TEST_RELEASE.enquiry, options } });
  await isNew();
  for (const [slug, productType, status] of [
    ['maanzaad', 'Walking dinner', 202],
    ['maanzaad-en-co', 'Brunch', 202],
    ['maanzaad-en-co', 'Lunch', 422],
    ['others', 'Brunch', 404],
  ] as const) {
    const answer = await postTo(site, await bodyOf(site, { productType }), { slug });
    expect([slug, productType, answer.statusCode]).toEqual([slug, productType, status]);
  }
});

it.each([
  ['of another format', { format: 99 }, /has format 99, and this server reads format/],
  [
    'with a field nobody knows here',
    { enquiry: { ...TEST_RELEASE.enquiry, fields: ['email', 'shoeSize'] } },
    /its form has a field \\"shoeSize\\", which this server does not know/,
  ],
  [
    'without one of its pages',
    { notFound: { ...TEST_RELEASE.notFound, file: 'gone.html' } },
    /gone\.html for .* is missing/,
  ],
])(
  'stays with the old release when the new one is %s, and says so once',
  async (_, change, words) => {
    site = await openTestSite();
    await publish({ id: idAt(Date.now()), ...(change as Partial<Release>) });
    const said = () => site.logLines.filter((line) => line.includes('is not served'));
    await expect.poll(said, { timeout: 30_000 }).toEqual([expect.stringMatching(words)]);
    expect(await homeOf()).toContain('<title>Home');
    // Another event in the folder: it looks again, and does not repeat itself.
    await writeFile(join(site.siteDir, 'other'), '');
    await publish({ id: idAt(Date.now() + 1000) });
    await isNew();
    expect(said()).toHaveLength(1);
  },
);

it('takes what the form of a release of another format offers', async () => {
  const { keeping: _, ...older } = TEST_RELEASE;
  const id = idAt(Date.now() - DAY_MS);
  site = await openTestSite({
    release: { id },
    afterPublishing: async (siteDir) => {
      const company = { ...TEST_RELEASE.company, slug: 'maanzaad-en-co' };
      const earlier = { ...older, format: 2, id, company, mails: { words: 'of then' } };
      await writeFile(join(siteDir, 'releases', id, 'release.json'), JSON.stringify(earlier));
      await publishTestRelease(siteDir, { ...TEST_RELEASE, id: idAt(Date.now()) });
    },
  });
  const answer = await postTo(site, await bodyOf(site), { slug: 'maanzaad-en-co' });
  expect(answer.statusCode).toBe(202);
  expect(site.logLines.join('')).not.toContain('left out');
});

it('leaves out an earlier release that cannot be read', async () => {
  site = await openTestSite({ release: { id: idAt(Date.now() - DAY_MS) } });
  const damaged = join(site.siteDir, 'releases', idAt(Date.now() - 1000), 'release.json');
  await mkdir(dirname(damaged), { recursive: true });
  await writeFile(damaged, '{"format": 2');
  await publish({ id: idAt(Date.now()) });
  await isNew();
  expect(site.logLines.join('')).toContain('an earlier release is left out');
  await rm(join(site.siteDir, 'releases', idAt(Date.now() - DAY_MS)), {
    recursive: true,
    force: true,
  });
});
