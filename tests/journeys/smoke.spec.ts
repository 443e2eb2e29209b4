import { readRelease } from '../../runtime/read-release.ts';
import { expect, openPage, test as siteTest } from '../support/browser/browser-test.ts';
import { SAMPLE_SITE_DIR } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';

/* Tests the sample. It repeats none of its texts, so that they can be rewritten. */

/** The maximum size of the first photo, on a phone. */
const FIRST_PHOTO_BYTES = 45_000;

const test = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
  baseURL: async ({}, use) => {
    const site = await startSiteServer({ siteDir: SAMPLE_SITE_DIR });
    await use(site.url);
    await site.stop();
  },
});
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });

test('every page of the sample opens on a phone without an error', async ({ page }) => {
  await openPage(page, '/');
  const photo = page.locator('main picture img').first();
  const width = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect(photo).toBeInViewport();
  const source = await photo.evaluate((image: HTMLImageElement) => image.currentSrc);
  const body = await (await page.request.get(source)).body();
  expect(body.length).toBeLessThanOrEqual(FIRST_PHOTO_BYTES);

  const { manifest } = await readRelease(SAMPLE_SITE_DIR);
  expect(manifest.pages.length).toBeGreaterThan(0);
  for (const { path } of manifest.pages) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
