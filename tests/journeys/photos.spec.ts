import type { Page } from '@playwright/test';
import { cellOf } from '../runner/soak.ts';
import { expect, openPage, test, watchShifts } from '../support/browser/browser-test.ts';
import { pagesThatBeginWith } from '../support/content/fixture-site.ts';

const HERO_PATHS = pagesThatBeginWith('hero').map(({ path }) => path);

/** Windows with the crop of their hero. */
const WINDOWS = [
  { width: 412, height: 823, scale: 1.75, crop: 'tall' },
  { width: 1920, height: 1080, scale: 1, crop: 'full' },
  { width: 360, height: 740, scale: 3, crop: 'tall' },
  { width: 768, height: 1024, scale: 1, crop: 'full' },
];

for (const [index, { width, height, scale, crop }] of WINDOWS.entries()) {
  test.describe(`in a window of ${width} × ${height} at ${scale}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });
    const path = cellOf(HERO_PATHS, index);

    test(`${path} fetches each photo once in its layout width`, async ({ page, watch }) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        const name = new URL(request.url()).pathname;
        if (name.startsWith('/photos/')) requests.push(name);
      });
      // Fonts are blocked, because their layout shifts are tested elsewhere.
      watch.allow(/downloaded font|OTS parsing/);
      await page.route('**/*.woff2', (route) => route.fulfill({ body: '' }));
      const shifts = await watchShifts(page);
      await openPage(page, path);

      await expect.poll(async () => (await chosenFiles(page))[0]).toContain('/photos/');
      const [shown = '', ...others] = await chosenFiles(page);
      expect(shown).toMatch(new RegExp(`-${crop}-\\d+\\.avif$`));
      expect(requests[0]).toBe(shown);
      // Another section may show the same photo in another width.
      const photo = shown.replace(/-(full|tall)-\d+\.avif$/, '');
      const elsewhere = others.filter((file) => file !== shown);
      const names = requests.filter((name) => !elsewhere.includes(name));
      expect(names.filter((name) => name.startsWith(photo))).toEqual([shown]);

      await scrollThrough(page);
      expect(await shifts()).toEqual([]);
      for (const { id, laidOut, requested } of await photosBelow(page)) {
        expect.soft(requested / laidOut, id).toBeGreaterThan(0.99);
        expect.soft(requested / laidOut, id).toBeLessThan(1.02);
      }
    });
  });
}

/** Paths of the files that the page's photos have chosen, in document order. */
function chosenFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main picture img')]
      .map((image) => image.currentSrc)
      .filter((source) => source !== '')
      .map((source) => new URL(source).pathname),
  );
}

/** Layout width of each photo of galleries and picture sections, and the width it requested. */
async function photosBelow(page: Page) {
  const photos = await page
    .locator('[data-variant="gallery"] img, main figure img')
    .evaluateAll((images) =>
      images.map((image) => {
        const { naturalWidth, naturalHeight, dataset } = image as HTMLImageElement;
        const { width, height } = image.getBoundingClientRect();
        // The photo covers its frame. With `srcset`, the natural width is the one in `sizes`.
        const laidOut = Math.max(width, (height * naturalWidth) / naturalHeight);
        return { id: dataset.photo, laidOut, requested: naturalWidth };
      }),
    );
  expect(photos.length).toBeGreaterThan(0);
  return photos;
}

/** Scrolls by one window at a time, until all photos have loaded. */
async function scrollThrough(page: Page) {
  const steps = await page.evaluate(() => Math.ceil(document.body.scrollHeight / innerHeight));
  for (let step = 1; step <= steps; step++) {
    await page.evaluate((at) => scrollTo({ top: at * innerHeight, behavior: 'instant' }), step);
    const missing = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLImageElement>('main picture img')].filter((image) => {
            const { top, bottom } = image.getBoundingClientRect();
            const isInView = bottom > 0 && top < innerHeight;
            return isInView && (!image.complete || image.naturalWidth === 0);
          }).length,
      );
    await expect.poll(missing).toBe(0);
  }
}
