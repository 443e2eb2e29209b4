import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { readRelease } from '../../runtime/read-release.ts';
import { pages, SAMPLE_SITE_DIR, SITE_DIR, UNKNOWN_PATH } from '../support/content/fixture-site.ts';
import { openTestSite } from '../support/servers/test-site.ts';

test('every page is valid HTML', async () => {
  const checker = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const documents = await Promise.all([SITE_DIR, SAMPLE_SITE_DIR].map(documentsOf));
  const found: string[] = [];
  for (const file of documents.flat()) {
    for (const { messages } of (await checker.validateFile(file)).results) {
      found.push(...messages.map(({ line, message }) => `${file}:${line}: ${message}`));
    }
  }
  expect(documents.flat().length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

/**
 * Lists each page of a release once: without its notice, and without the pages of the style guide.
 */
async function documentsOf(siteDir: string): Promise<string[]> {
  const { publicDir } = await readRelease(siteDir);
  const names = (await readdir(publicDir)).filter((name) => /^(?!stijl)[^.]+\.html$/.test(name));
  return names.map((name) => join(publicDir, name));
}

test('every link within the site leads to a page and an anchor that exist', async () => {
  const site = await openTestSite({ siteDir: SITE_DIR });
  const htmlAt = async (path: string) => (await site.app.inject({ url: path })).body;
  for (const from of [...pages.map(({ path }) => path), UNKNOWN_PATH]) {
    const html = await htmlAt(from);
    const hrefs = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs, from).not.toEqual([]);
    for (const href of new Set(hrefs.map((escaped) => escaped.replaceAll('&amp;', '&')))) {
      if (!/^[/#]/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://localhost${from}`);
      const response = await site.app.inject({ url: pathname });
      const to = response.statusCode === 301 ? String(response.headers.location) : pathname;
      const target = to === from ? html : await htmlAt(to);
      if (pathname !== UNKNOWN_PATH) {
        expect.soft([200, 301], `${href} on ${from}`).toContain(response.statusCode);
      }
      if (hash) {
        expect.soft(target.includes(`id="${hash.slice(1)}"`), `${href} on ${from}`).toBe(true);
      }
    }
  }
});
