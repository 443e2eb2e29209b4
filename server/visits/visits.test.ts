import { expect, test, vi } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { bodyOf, postTo } from '../../tests/support/requests/api-calls.ts';
import { startPostgres } from '../../tests/support/servers/postgres.ts';
import { openSharedSite, type TestSite } from '../../tests/support/servers/test-site.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { until } from '../../tests/support/until.ts';
import { openStore } from '../store/store.ts';
import type { VisitCount } from '../store/visits.ts';
import { startVisitCounts } from './visit-counts.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
/** A telephone with 'bot' in its name. */
const CUBOT =
  'Mozilla/5.0 (Linux; Android 10; CUBOT P40) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36';
const ofBrowser = (name: string, more: Record<string, string> = {}) => ({
  'user-agent': name,
  ...more,
});
const navigation = (from: string) => ({ 'sec-fetch-dest': 'document', 'sec-fetch-site': from });

const VISITORS: Record<string, string>[] = [
  ofBrowser(IPHONE),
  ofBrowser(CUBOT),
  ofBrowser(CHROME, navigation('none')),
  ofBrowser(CHROME, { ...navigation('cross-site'), referer: 'https://www.google.com/' }),
  ofBrowser(CHROME, { ...navigation('same-origin'), referer: 'https://maanzaad.example/info' }),
  ofBrowser(CHROME, { ...navigation('same-site'), referer: 'https://winkel.maanzaad.example/' }),
  // A browser that prerendered a page sends no other request when the visitor opens it.
  ofBrowser(CHROME, {
    ...navigation('same-origin'),
    'sec-purpose': 'prefetch;prerender',
    purpose: 'prefetch',
  }),
];
const OTHERS: Record<string, string>[] = [
  {},
  ofBrowser('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
  ofBrowser('facebookexternalhit/1.1'),
  ofBrowser('curl/8.14.1'),
  ofBrowser('WhatsApp/2.23.20.0'),
  ofBrowser('UptimeRobot/2.0'),
  ofBrowser(CHROME, { from: 'bot@crawler.example' }),
  ofBrowser(CHROME, { 'sec-purpose': 'prefetch' }),
  ofBrowser(CHROME, { 'sec-purpose': 'prefetch;anonymous-client-ip' }),
  ofBrowser(CHROME, { purpose: 'prefetch' }),
  ofBrowser(IPHONE, { 'x-purpose': 'preview' }),
  ofBrowser(CHROME, { 'x-moz': 'prefetch' }),
  ofBrowser(CHROME, { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }),
  ofBrowser(CHROME, { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }),
  // The desk sends no Referer; an older browser would name the desk in it.
  ofBrowser(CHROME, navigation('same-site')),
  ofBrowser(IPHONE, { referer: 'https://werktafel.maanzaad.example/' }),
];

async function openCountingSite(countsVisits = true) {
  const DATA_DIR = await temporaryFolder();
  const site = await openSharedSite({ release: { countsVisits }, env: { DATA_DIR } });
  return { site, counts: () => closeAndRead(site, DATA_DIR) };
}

async function closeAndRead(site: TestSite, DATA_DIR: string): Promise<VisitCount[]> {
  await site.close();
  const store = await openStore({ DATA_DIR, DATABASE_URL: '' });
  try {
    return await store.readVisits('2000-01-01');
  } finally {
    await store.close();
  }
}

test('of 10,000 requests exactly the pages that visitors read are counted', async () => {
  const { site, counts } = await openCountingSite();
  const pages = ['/home', '/feesten', '/info'];
  const expected: Record<string, number> = {};
  for (let i = 0; i < 10_000; i += 1) {
    const isVisitor = i % 2 === 0;
    const kinds = isVisitor ? VISITORS : OTHERS;
    const page = pages[i % pages.length] as string;
    const headers = kinds[(i >> 1) % kinds.length] ?? {};
    await site.app.inject({ url: `${page}?ref=${i}`, headers: { 'user-agent': '', ...headers } });
    if (isVisitor) expected[page] = (expected[page] ?? 0) + 1;
  }
  const found = (await counts()).filter(({ kind }) => kind === 'view');
  expect(Object.fromEntries(found.map(({ page, count }) => [page, count]))).toEqual(expected);
});

test('a page from the browser’s cache counts; redirects, files, HEAD and unknown addresses do not', async () => {
  const { site, counts } = await openCountingSite();
  const headers = { 'user-agent': CHROME };
  const get = (url: string, more = {}) =>
    site.app.inject({ url, headers: { ...headers, ...more } });
  const { etag } = (await get('/home')).headers;
  expect((await get('/home', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  for (const url of ['/', '/home/', '/home.html', '/nergens', '/robots.txt', '/api/status']) {
    await get(url);
  }
  await site.app.inject({ method: 'HEAD', url: '/home', headers });
  expect(await counts()).toMatchObject([{ kind: 'view', page: '/home', count: 2 }]);
});

test('the form counts once when it is begun and once when it is sent', async () => {
  const { site, counts } = await openCountingSite();
  const headers = { 'user-agent': CHROME };
  await site.app.inject({ url: '/api/captcha/challenge', headers });
  await site.app.inject({ method: 'HEAD', url: '/api/captcha/challenge', headers });
  // This request has no User-Agent.
  const body = await bodyOf(site);
  const call = { headers: { ...headers, 'idempotency-key': crypto.randomUUID() } };
  for (let i = 0; i < 2; i += 1) expect((await postTo(site, body, call)).statusCode).toBe(202);
  expect((await postTo(site, '{', call)).statusCode).toBe(400);
  expect((await counts()).sort((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
    { kind: 'begun', page: '', count: 1 },
    { kind: 'sent', page: '', count: 1 },
  ]);
});

test('nothing is counted while the privacy page does not say so', async () => {
  const { site, counts } = await openCountingSite(false);
  const headers = { 'user-agent': CHROME };
  for (const url of ['/home', '/api/captcha/challenge']) await site.app.inject({ url, headers });
  const call = { headers };
  expect((await postTo(site, await bodyOf(site), call)).statusCode).toBe(202);
  expect(await counts()).toEqual([]);
});

test('the counts of two servers are added up', async () => {
  const postgres = await startPostgres();
  try {
    const env = { DATABASE_URL: await postgres.createDatabase() };
    const release = { countsVisits: true };
    const sites = await Promise.all([1, 2].map(() => openSharedSite({ release, env })));
    for (let i = 0; i < 100; i += 1) {
      const url = i % 4 === 0 ? '/info' : '/home';
      await sites[i % 2]?.app.inject({ url, headers: { 'user-agent': IPHONE } });
    }
    // Both servers write when they close.
    await Promise.all(sites.map((site) => site.close()));
    const store = await openStore({ DATA_DIR: '', ...env });
    const counts = await store.readVisits('2000-01-01');
    await store.close();
    const byPage = Object.fromEntries(counts.map(({ page, count }) => [page, count]));
    expect(byPage).toEqual({ '/home': 75, '/info': 25 });
  } finally {
    await postgres.dispose();
  }
});

test('pages are served while the database fails, and the counts are written later', async () => {
  let isDown = true;
  const site = await openSharedSite({
    release: { countsVisits: true },
    wrapStore: (store) => ({
      ...store,
      addVisits: async () => {
        throw new Error('the disk is full');
      },
    }),
  });
  const headers = { 'user-agent': CHROME };
  expect((await site.app.inject({ url: '/home', headers })).statusCode).toBe(200);
  await site.close();
  expect(site.logLines.join('')).toContain('visits could not be written yet');

  const written: VisitCount[] = [];
  const store = {
    eraseVisits: async () => {},
    async addVisits(counts: readonly VisitCount[]) {
      if (isDown) throw new Error('the disk is full');
      written.push(...counts);
    },
  };
  let warnings = 0;
  const log = createLog('warn', () => {
    warnings += 1;
  });
  const visits = startVisitCounts({ store, log, timeZone: () => 'Europe/Brussels' }, 5);
  visits.count('view', '/home');
  visits.count('view', '/home');
  await until('it failed more than once', () => warnings > 1);
  visits.count('view', '/home');
  isDown = false;
  await until('it is written', () => written.length > 0);
  await visits.stop();
  expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test('a day is the site’s, and counts are erased after thirteen months', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const DATA_DIR = await temporaryFolder();
  const store = await openStore({ DATA_DIR, DATABASE_URL: '' });
  async function viewAt(time: string) {
    vi.setSystemTime(time);
    const visits = startVisitCounts({
      store,
      log: createLog('silent'),
      timeZone: () => 'Europe/Brussels',
    });
    visits.count('view', '/home');
    await visits.stop();
    return (await store.readVisits('2000-01-01')).map(({ day, count }) => [day, count]);
  }
  expect(await viewAt('2026-01-31T22:59:00Z')).toEqual([['2026-01-31', 1]]);
  expect(await viewAt('2026-01-31T23:01:00Z')).toEqual([
    ['2026-01-31', 1],
    ['2026-02-01', 1],
  ]);
  expect(await viewAt('2027-02-28T12:00:00Z')).toHaveLength(3);
  const left = [
    ['2026-02-01', 1],
    ['2027-02-28', 1],
    ['2027-03-01', 1],
  ];
  expect(await viewAt('2027-03-01T12:00:00Z')).toEqual(left);
  // There is no 31 February.
  expect(await viewAt('2028-03-31T12:00:00Z')).toEqual([...left.slice(1), ['2028-03-31', 1]]);
  await store.close();
});
