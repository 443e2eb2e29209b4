import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PublishedRelease, readRelease } from '../../runtime/read-release.ts';
import { NOT_FOUND_PATH } from '../../site/content/content.ts';
import { contactOf } from '../../site/parts/contact.ts';
import { ONLY_THE_SAMPLE } from '../runner/skips.ts';
import {
  content,
  homePath,
  loadValidContent,
  navigation,
  pages,
  SAMPLE_SITE_DIR,
  SITE_DIR,
  sectionsOf,
  UNKNOWN_PATH,
} from '../support/content/fixture-site.ts';
import { openSharedSite, openTestSite, type TestSite } from '../support/servers/test-site.ts';

/* The tests request the published documents and files from the server, without a browser. */
let site: TestSite;
let manifest: PublishedRelease['manifest'];
let publicDir: string;
/** Every page, those that publishing adds, and the one for an unknown address. */
let documents: { path: string; html: string; policy: string; head: Tag[]; bodyStart: Tag[] }[];

beforeAll(async () => {
  site = await openSharedSite({ siteDir: SITE_DIR });
  ({ manifest, publicDir } = await readRelease(SITE_DIR));
  const paths = [...manifest.pages.map(({ path }) => path), UNKNOWN_PATH];
  documents = await Promise.all(paths.map(readDocument));
  expect(documents.length).toBeGreaterThan(pages.length);
});
afterAll(() => site.close());

const get = (url: string) => site.app.inject({ url, headers: { 'accept-encoding': 'identity' } });

test('the policy allows the one style of a document', () => {
  for (const { path, html, policy } of documents) {
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    const hashes = styles.map((css) => createHash('sha256').update(css).digest('base64'));
    expect.soft(hashes, path).toHaveLength(1);
    expect.soft(policy, path).toContain(`style-src 'sha256-${hashes[0]}';`);
  }
});

test('a document has no inline script, event handler or style attribute', () => {
  for (const { path, html } of documents) {
    // Browsers do not run a data block (HTML standard, 'The script element').
    const run = html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '');
    expect.soft(run, path).not.toMatch(/<script(?![^>]* src=)|\s(?:on\w+|style)="/);
  }
});

test('a document loads nothing from another host', () => {
  for (const { path, html, head } of documents) {
    const withoutDrawings = html.replace(/<svg.*?<\/svg>/gs, '');
    const sources = withoutDrawings.match(/\s(?:src|srcset|imagesrcset)="(?!\/)[^"]*"/g) ?? [];
    expect.soft(sources, path).toEqual([]);
    const links = head.map(({ html }) => html).filter((tag) => tag.startsWith('<link'));
    const loading = links.filter((tag) => !tag.includes('canonical'));
    expect
      .soft(
        loading.filter((tag) => /href="(?!\/)/.test(tag)),
        path,
      )
      .toEqual([]);
  }
});

test('the photo that a page starts with is preloaded with high priority', () => {
  for (const { path, head } of documents) {
    const preloads = head.filter(({ kind }) => kind === 'photo');
    for (const { html } of preloads) expect.soft(html, path).toContain('fetchpriority="high"');
    const [first] = pages.find((page) => page.path === path)?.sections ?? [];
    // There is one preload for the whole photo and one for its tall crop.
    if (first) expect.soft(preloads, path).toHaveLength(first.kind === 'hero' ? 2 : 0);
  }
});

test('the viewport is known before a photo is preloaded, so that one crop is fetched', () => {
  for (const { path, head } of documents) {
    const early = head.filter(({ kind }) => kind === 'viewport' || kind === 'photo');
    expect.soft(early[0]?.kind, path).toBe('viewport');
  }
});

test('no font or script in the head delays the first paint', () => {
  for (const { path, head, bodyStart } of documents) {
    // Chromium delays the first paint for a font that the head preloads.
    const late = head.filter(({ kind = '' }) => ['font', 'script', 'module'].includes(kind));
    expect.soft(late, path).toEqual([]);
    const kinds = bodyStart.map(({ kind }) => kind);
    expect.soft(kinds.slice(0, 2), path).toEqual(['font', 'script']);
  }
});

test('scripts have low priority, and their modules are not preloaded beside a photo', () => {
  for (const { path, head, bodyStart } of documents) {
    const scripts = bodyStart.filter(({ kind }) => kind === 'script' || kind === 'module');
    for (const { html } of scripts) expect.soft(html, path).toContain('fetchpriority="low"');
    const startsWithPhoto = head.some(({ kind }) => kind === 'photo');
    const modules = scripts.filter(({ kind }) => kind === 'module');
    expect.soft(modules.length === 0, path).toBe(startsWithPhoto);
  }
});

/** In bytes, compressed by Brotli. */
const BUDGETS = {
  script: 68_000,
  scriptWithForm: 84_000,
  document: 19_600,
  largestDocument: 21_100,
};

const sampleCompany = (await loadValidContent('content')).company;
const OF_THE_SAMPLE = sampleCompany.sample ? {} : ONLY_THE_SAMPLE;

test('scripts and documents keep their budgets', OF_THE_SAMPLE, async () => {
  const sample = await openTestSite({ siteDir: SAMPLE_SITE_DIR });
  const weigh = async (url: string) => {
    const headers = { 'accept-encoding': 'br' };
    const { rawPayload, statusCode } = await sample.app.inject({ url, headers });
    expect(statusCode, url).toBe(200);
    return rawPayload.length;
  };
  const { pages: all, captcha } = (await readRelease(SAMPLE_SITE_DIR)).manifest;
  for (const { path } of all) {
    const most = path === '/feesten' ? BUDGETS.largestDocument : BUDGETS.document;
    expect.soft(await weigh(path), path).toBeLessThanOrEqual(most);
    const html = (await sample.app.inject(path)).body;
    const [, late = ''] = /data-modules="([^"]*)"/.exec(html) ?? [];
    const early = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]*)"/g)];
    const [, start = ''] = /<script[^>]* src="([^"]*)"/.exec(html) ?? [];
    const scripts = [start, ...late.split(' '), ...early.map(([, href = '']) => href)];
    const sizes = await Promise.all(scripts.filter(Boolean).map(weigh));
    const hasForm = captcha.pagePaths.includes(path);
    const bytes = sizes.reduce((a, b) => a + b);
    expect.soft(bytes, path).toBeLessThanOrEqual(hasForm ? BUDGETS.scriptWithForm : BUDGETS.script);
    // React alone is 50 kB, so a smaller sum would mean that the measurement is wrong.
    expect.soft(bytes, path).toBeGreaterThan(50_000);
  }
});

test('a document has the colour and the focal point of each of its photos', async () => {
  let checked = 0;
  for (const { path } of pages) {
    const { body } = await get(path);
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    for (const [, name] of body.matchAll(/<img[^>]* data-photo="([^"]*)"/g)) {
      checked += 1;
      const rule = new RegExp(`\\[data-photo="${name}"\\][^{]*\\{([^}]*)`).exec(style)?.[1];
      const properties = /--photo-color:#[0-9a-f]{6};--photo-focus:\d+% \d+%/;
      expect.soft(rule, `${path}: ${name}`).toMatch(properties);
    }
  }
  expect(checked).toBeGreaterThan(pages.length);
});

test('every page has a title, a description, a canonical URL and a social card', async () => {
  const titles = new Set<string>();
  for (const page of [...pages, ...content.pages.filter(({ path }) => path === NOT_FOUND_PATH)]) {
    const { path } = page;
    const isFound = path !== NOT_FOUND_PATH;
    const { body: html } = await get(isFound ? path : UNKNOWN_PATH);
    const title = decode(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
    titles.add(title);
    expect.soft(title, path).toContain(page.title);
    expect.soft(title, path).toContain(content.company.name);
    expect.soft(html, path).toContain(`<html lang="${content.site.locale}">`);
    expect.soft(metaOf(html, 'name="description"'), path).toBe(page.description);
    expect.soft(metaOf(html, 'name="theme-color"'), path).toBe(content.brand.colors.page);
    const canonical = /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1];
    expect.soft(canonical, path).toBe(isFound ? `${content.site.url}${path}` : undefined);
    expect.soft(metaOf(html, 'name="robots"'), path).toBe(isFound ? undefined : 'noindex');

    const card = metaOf(html, 'property="og:image"');
    expect.soft(card !== undefined, path).toBe(isFound);
    if (card === undefined) continue;
    expect.soft(card, path).toMatch(new RegExp(`^${content.site.url}/photos/`));
    const { rawPayload, headers } = await get(new URL(card).pathname);
    expect.soft(headers['content-type'], path).toBe('image/jpeg');
    const { width, height } = await sharp(rawPayload).metadata();
    expect.soft([width, height], path).toEqual([1200, 630]);
    const name = /\/photos\/(\w+)-/.exec(card)?.[1] ?? '';
    if (page.socialPicture) expect.soft(name, path).toBe(page.socialPicture);
    expect.soft(metaOf(html, 'property="og:image:alt"'), path).toBe(content.photos[name]?.alt);
  }
  expect(titles.size).toBe(content.pages.length);
});

test('a page in the navigation has structured data', async () => {
  let offers = 0;
  const { company, site: settings } = content;
  for (const page of content.pages) {
    const { body } = await get(page.path === NOT_FOUND_PATH ? UNKNOWN_PATH : page.path);
    const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect.soft(blocks, page.path).toHaveLength(page.navigation ? 1 : 0);
    if (!page.navigation) continue;
    const graph = JSON.parse(blocks[0]?.[1] ?? '');
    expect.soft(graph['@context']).toBe('https://schema.org');
    const [caterer, breadcrumbs] = graph['@graph'];
    expect.soft(caterer, page.path).toMatchObject({
      '@type': 'FoodEstablishment',
      name: company.name,
      telephone: contactOf(company).phoneHref.slice('tel:'.length),
      address: { streetAddress: company.postalAddresses[0]?.street },
      areaServed: company.areaServed,
      sameAs: [company.social.instagram],
      openingHoursSpecification: company.openingHours.map(({ from, until, days }) => ({
        dayOfWeek: days.map((day) => expect.stringMatching(new RegExp(`^${day}$`, 'i'))),
        opens: from,
        closes: until,
      })),
      image: metaOf(body, 'property="og:image"'),
    });
    for (const { heading, price } of sectionsOf(page, 'offer')) {
      if (!price) continue;
      offers += 1;
      const offer = caterer.makesOffer.find(({ name }: { name: string }) => name === heading);
      const [address, anchor] = String(offer?.url).split('#');
      expect.soft(address, heading).toBe(settings.url + page.path);
      expect.soft(body.includes(`id="${anchor}"`), heading).toBe(true);
      expect.soft(offer?.priceSpecification).toMatchObject({
        price: price.amount,
        priceCurrency: settings.currency,
        unitText: price.per,
      });
    }
    const trail = breadcrumbs.itemListElement.map(({ item }: { item: string }) => item);
    const paths = new Set([homePath, page.path]);
    expect.soft(trail, page.path).toEqual([...paths].map((path) => settings.url + path));
  }
  expect(offers).toBeGreaterThan(0);
});

test('a hidden page is neither served nor linked nor in the sitemap', async () => {
  const hidden = await readFile('tests/fixtures/content/pages/noel.yaml', 'utf8');
  const [, path = ''] = /^path: (.*)/m.exec(hidden) ?? [];
  const [, redirect = ''] = /^redirects: \[(.*)\]/m.exec(hidden) ?? [];
  for (const address of [path, redirect, UNKNOWN_PATH]) {
    const { statusCode, headers } = await get(address);
    expect.soft([statusCode, headers.location], address).toEqual([404, undefined]);
  }
  for (const page of pages) expect((await get(page.path)).body).not.toContain(`href="${path}"`);

  const sitemap = (await get('/sitemap.xml')).body;
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const addresses = manifest.pages.map((page) => `${content.site.url}${page.path}`);
  expect(listed.toSorted()).toEqual(addresses.toSorted());
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${content.site.url}/sitemap.xml`);
  const { prerender } = JSON.parse((await get('/speculation-rules.json')).body);
  const prepared = navigation.map((link) => `${link.path}*`);
  expect(prerender[0].where.and[0].href_matches).toEqual(prepared);
});

test('search engines read when each page last changed, and programs get an icon', async () => {
  const sitemap = (await get('/sitemap.xml')).body;
  const days = [...sitemap.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, day = '']) => day);
  expect(days).toHaveLength(manifest.pages.length);
  for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  const icon = await get('/favicon.ico');
  expect(icon.headers['content-type']).toBe('image/x-icon');
  // The last image of the file.
  const offset = icon.rawPayload.readUInt32LE(6 + 2 * 16 + 12);
  const { width } = await sharp(icon.rawPayload.subarray(offset)).metadata();
  expect(width).toBe(48);
});

test('every page has a variant with the notice, which the release dates', async () => {
  const { notice } = content;
  if (!notice) throw new Error('The fixture has no notice');
  expect(manifest.notice).toEqual({ from: notice.from, until: notice.until });
  for (const { file, noticeFile = '' } of [...manifest.pages, manifest.notFound]) {
    const hasNotice = async (name: string) =>
      (await readFile(join(publicDir, name), 'utf8')).includes(notice.text);
    expect([file, await hasNotice(file), await hasNotice(noticeFile)]).toEqual([file, false, true]);
  }
});

interface Tag {
  html: string;
  kind: 'viewport' | 'photo' | 'font' | 'script' | 'module' | undefined;
}

async function readDocument(path: string) {
  const { body: html, headers } = await get(path);
  const [, head = ''] = /<head>(.*?)<\/head>/s.exec(html) ?? [];
  const [, bodyStart = ''] =
    /<\/head><body>((?:\s*<link[^>]*>|\s*<script[^>]*><\/script>)*)/.exec(html) ?? [];
  const policy = String(headers['content-security-policy']);
  return { path, html, policy, head: tagsIn(head), bodyStart: tagsIn(bodyStart) };
}

function tagsIn(html: string): Tag[] {
  const tags = html.match(/<(title|style)>.*?<\/\1>|<[a-z][^>]*>/gs) ?? [];
  return tags.map((tag) => ({ html: tag, kind: kindOf(tag) }));
}

function kindOf(tag: string): Tag['kind'] {
  if (tag.includes('name="viewport"')) return 'viewport';
  if (tag.includes('rel="preload" as="image"')) return 'photo';
  if (tag.includes('rel="preload" as="font"')) return 'font';
  if (tag.startsWith('<script')) return 'script';
  if (tag.includes('rel="modulepreload"')) return 'module';
  return undefined;
}

function metaOf(html: string, selector: string): string | undefined {
  const found = new RegExp(`<meta ${selector} content="([^"]*)">`).exec(html)?.[1];
  return found === undefined ? undefined : decode(found);
}

function decode(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => characters[name] ?? '');
}
