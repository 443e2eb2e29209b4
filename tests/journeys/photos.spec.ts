import type { Page, Request } from '@playwright/test';
import { PAGE_PATHS } from '../../site/routes.ts';
import { expect, openPage, test } from './site.ts';

const HERO_PATHS = [
  PAGE_PATHS.home,
  PAGE_PATHS.feesten,
  PAGE_PATHS.bedrijfsfeest,
  PAGE_PATHS.schoolcatering,
];
/** Most bytes of the first picture, `build/photos/photo-variants.ts`. */
const PHONE_BUDGET = 45_000;
const DESKTOP_BUDGET = 120_000;

const WINDOWS = [
  { name: 'a phone', width: 412, height: 823, scale: 1.75, crop: 'tall', budget: PHONE_BUDGET },
  { name: 'a tablet', width: 768, height: 1024, scale: 1, crop: 'full', budget: DESKTOP_BUDGET },
  { name: 'a desktop', width: 1920, height: 1080, scale: 1, crop: 'full', budget: DESKTOP_BUDGET },
];

for (const { name, width, height, scale, crop, budget } of WINDOWS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    for (const path of HERO_PATHS) {
      test(`${path} fetches its hero once, in the right shape and within its budget`, async ({
        page,
      }) => {
        const asked: { name: string; request: Request }[] = [];
        page.on('request', (request) => {
          const name = new URL(request.url()).pathname;
          if (name.startsWith('/photos/')) asked.push({ name, request });
        });
        await openPage(page, path);
        const shown = await firstPhoto(page);
        expect(shown).toMatch(new RegExp(`-${crop}-\\d+\\.avif$`));
        const photo = shown.replace(/-(full|tall)-\d+\.avif$/, '');
        // A block further down may show the same photo, at a width of its own or at this one.
        const elsewhere = (await shownPhotos(page)).slice(1).filter((file) => file !== shown);
        const hero = asked.filter(
          (file) => file.name.startsWith(photo) && !elsewhere.includes(file.name),
        );
        expect(asked[0]?.name).toBe(shown);
        expect(hero.map((file) => file.name)).toEqual([shown]);
        const answer = await hero[0]?.request.response();
        expect((await answer?.body())?.length).toBeLessThanOrEqual(budget);
      });

      test(`${path} shifts nothing while its photos arrive`, async ({ page }) => {
        // Else the hero goes on to its next photo while this looks.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              shifts.push((entry as unknown as { value: number }).value);
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await openPage(page, path);
        await scrollThrough(page);
        await expect.poll(() => countMissingPhotos(page)).toBe(0);
        expect(
          await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts),
        ).toEqual([]);
      });
    }
  });
}

test('a photo below the first screen waits until it is near', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') fetched.push(new URL(request.url()).pathname);
  });
  await page.goto(PAGE_PATHS.feesten, { waitUntil: 'load' });
  const last = page.locator('main picture img').last();
  const id = await last.getAttribute('data-photo');
  expect(fetched.filter((file) => file.includes(`/${id}-`))).toEqual([]);
  await last.evaluate((image) => image.scrollIntoView());
  await expect.poll(() => fetched.some((file) => file.includes(`/${id}-`))).toBe(true);
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
