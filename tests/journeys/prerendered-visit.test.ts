import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { openStore } from '../../server/store/store.ts';
import { publishVariant } from '../form/variant-site.ts';
import { CONTENT_DIR, formPath, homePath, privacyPath } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A headless browser's own User-Agent counts as a robot's. */
const BROWSER_NAME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('a page that the browser prerendered counts once when the visitor opens it', async () => {
  const dataDir = await temporaryFolder();
  const server = await startSiteServer({ siteDir: await publishCountingSite(), dataDir });
  // Puppeteer is needed: under Playwright a browser prerenders, but loads the page again when it is
  // opened.
  const browser = await puppeteer.launch({
    executablePath: (await findChromium()) ?? '',
    args: [...CHROMIUM_FLAGS, '--no-sandbox', `--user-agent=${BROWSER_NAME}`],
  });
  try {
    await openPrerendered(await browser.newPage(), server.url);
  } finally {
    await browser.close();
    // The server writes the counts when it stops.
    await server.stop();
  }
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: '' });
  const counts = await store.readVisits('2000-01-01');
  await store.close();
  const views = counts.filter(({ kind }) => kind === 'view');
  expect(Object.fromEntries(views.map(({ page, count }) => [page, count]))).toEqual({
    [homePath]: 1,
    [formPath]: 1,
  });
});

/** The fixture, whose privacy page says that visits are counted. */
async function publishCountingSite(): Promise<string> {
  const file = join('pages', `${privacyPath}.yaml`);
  const text = await readFile(join(CONTENT_DIR, file), 'utf8');
  const sentence = '          - Nous comptons les pages vues {visitMonths} mois.\n';
  const counting = text.replace(/^ *- Vous pouvez demander/m, (line) => sentence + line);
  return publishVariant('counting', { visits: { count: true } }, { [file]: counting });
}

/**
 * Goes from the first page to the form's, which the browser prerenders while the mouse is on its
 * link.
 */
async function openPrerendered(page: Page, siteUrl: string): Promise<void> {
  await page.setViewport({ width: 1440, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await page.goto(siteUrl + homePath);
  await page.waitForSelector('html[data-started]');
  const isPrerender = (headers: Record<string, string>) =>
    headers['sec-purpose']?.includes('prerender') === true;
  const prerendered = page.waitForResponse(
    (response) =>
      response.url() === siteUrl + formPath && isPrerender(response.request().headers()),
    { timeout: 60_000 },
  );
  const link = page.locator(`nav a[href="${formPath}"]`).filter((one) => one.checkVisibility());
  await link.hover();
  expect((await prerendered).status()).toBe(200);
  await Promise.all([page.waitForNavigation(), link.click()]);
  const activationMs = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return (entry as PerformanceEntry & { activationStart: number }).activationStart;
  });
  expect(activationMs, 'shown from what was prerendered').toBeGreaterThan(0);
}
