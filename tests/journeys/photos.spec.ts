import type { Page, Request } from '@playwright/test';
import { cellOf } from '../soak.ts';
import { expect, openPage, test, watchShifts } from '../support/browser-test.ts';
import { pagesThatBeginWith, pageWith } from '../support/site.ts';

const HERO_PATHS = pagesThatBeginWith('hero').map(({ path }) => path);

/**
 * A phone and a desktop with the crop and maximum bytes of their hero, and windows of other shapes.
 */
const WINDOWS = [
  { width: 412, height: 823, scale: 1.75, crop: 'tall', budget: 45_000 },
  { width: 1920, height: 1080, scale: 1, crop: 'full', budget: 120_000 },
  { width: 360, height: 740, scale: 3, crop: 'tall', budget: 120_000 },
  { width: 768, height: 1024, scale: 1, crop: 'full', budget: 120_000 },
];

for (const [index, { width, height, scale, crop, budget }] of WINDOWS.entries()) {
  test.describe(`in a window of ${width} × ${height} at ${scale}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });
    for (const path of [cellOf(HERO_PATHS, index)]) {
      test(`${path} fetches each photo once, as wide as it stands, and shifts nothing`, async ({
        page,
        watch,
      }) => {
        const asked: { name: string; request: Request }[] = [];
        page.on('request', (request) => {
          const name = new URL(request.url()).pathname;
          if (name.startsWith('/photos/')) asked.push({ name, request });
        });
        // Prevents the hero from advancing during the test.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        // Blocks fonts, whose layout shifts are tested elsewhere.
        watch.allow(/downloaded font|OTS parsing/);
        await page.route('**/*.woff2', (route) => route.fulfill({ body: '' }));
        const shifts = await watchShifts(page);
        await openPage(page, path);

        const shown = await firstPhoto(page);
        expect(shown).toMatch(new RegExp(`-${crop}-\\d+\\.avif$`));
        // A block further down may show the same photo, at a width of its own or at this one.
        const elsewhere = (await shownPhotos(page)).slice(1).filter((file) => file !== shown);
        const photo = shown.replace(/-(full|tall)-\d+\.avif$/, '');
        const hero = asked.filter(
          ({ name }) => name.startsWith(photo) && !elsewhere.includes(name),
        );
        expect(asked[0]?.name).toBe(shown);
        expect(hero.map(({ name }) => name)).toEqual([shown]);
        const answer = await hero[0]?.request.response();
        expect((await answer?.body())?.length).toBeLessThanOrEqual(budget);

        await scrollThrough(page);
        await expect.poll(() => countMissingPhotos(page)).toBe(0);
        expect(await shifts()).toEqual([]);
        for (const { id, laidOut, asked: width } of await photosBelow(page)) {
          expect.soft(width / laidOut, id).toBeGreaterThan(0.99);
          expect.soft(width / laidOut, id).toBeLessThan(1.02);
        }
      });
    }
  });
}

test('a photo below the first screen waits until it is near', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  // A page long enough that no browser takes its end for near.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main > :nth-child(2) { margin-bottom: 6000px }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto(pageWith('story').path, { waitUntil: 'load' });
  const last = page.locator('main picture img').last();
  const chosen = () => last.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(await chosen()).toBe('');
  await last.evaluate((image) => image.scrollIntoView());
  await expect.poll(chosen).toContain('/photos/');
  expect(fetched).toContain(await chosen());
});

async function firstPhoto(page: Page): Promise<string> {
  await expect.poll(async () => (await shownPhotos(page))[0]).toContain('/photos/');
  return (await shownPhotos(page))[0] ?? '';
}

/** Addresses of the files that the page's pictures chose so far, in the page's order. */
function shownPhotos(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main picture img')]
      .map((image) => image.currentSrc)
      .filter((source) => source !== '')
      .map((source) => new URL(source).pathname),
  );
}

/** Of galleries and pictures: how wide each stands, and how wide the page says it does. */
async function photosBelow(page: Page) {
  const photos = await page
    .locator('[data-variant="gallery"] img, main figure img')
    .evaluateAll((images) =>
      images.map((image) => {
        const { naturalWidth, naturalHeight, dataset } = image as HTMLImageElement;
        const { width: wide, height: high } = image.getBoundingClientRect();
        // Covers its frame. Of a picture with `srcset` the natural width is what `sizes` says.
        const laidOut = Math.max(wide, (high * naturalWidth) / naturalHeight);
        return { id: dataset.photo, laidOut, asked: naturalWidth };
      }),
    );
  expect(photos.length).toBeGreaterThan(0);
  return photos;
}

/** A window at a time, so that every lazy photo comes near once. */
async function scrollThrough(page: Page) {
  const steps = await page.evaluate(() => Math.ceil(document.body.scrollHeight / innerHeight));
  for (let step = 1; step <= steps; step++) {
    await page.evaluate((at) => scrollTo({ top: at * innerHeight, behavior: 'instant' }), step);
    await expect.poll(() => countMissingPhotos(page, true)).toBe(0);
  }
}

/** Photos that have not arrived; a lazy one that is far away has not been asked for. */
function countMissingPhotos(page: Page, inSight = false): Promise<number> {
  return page.evaluate((onlyInSight) => {
    const images = [...document.querySelectorAll<HTMLImageElement>('main picture img')];
    const relevant = images.filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return !onlyInSight || (bottom > 0 && top < innerHeight);
    });
    return relevant.filter((image) => !image.complete || image.naturalWidth === 0).length;
  }, inSight);
}
