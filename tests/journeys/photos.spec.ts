import type { Page, Request } from '@playwright/test';
import { PAGE_DATA_ID, type PageData } from '../../site/page-data.ts';
import type { Photo } from '../../site/picture/photo.ts';
import { PAGE_PATHS } from '../../site/routes.ts';
import { expect, openPage, test, watchShifts } from '../support/browser-test.ts';

const HERO_PATHS = [
  PAGE_PATHS.home,
  PAGE_PATHS.feesten,
  PAGE_PATHS.bedrijfsfeest,
  PAGE_PATHS.schoolcatering,
];
/** Most bytes of the first picture, `publish/photos/photo-variants.ts`. */
const PHONE_BUDGET = 45_000;
const DESKTOP_BUDGET = 120_000;

/** What a hero as wide as the window needs at 412 px and 1.75 pixels a px, and at 1920 px. */
const PHONE_PIXELS = 721;
const DESKTOP_PIXELS = 1920;

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
        const shifts = await watchShifts(page);
        await openPage(page, path);
        await scrollThrough(page);
        await expect.poll(() => countMissingPhotos(page)).toBe(0);
        expect(await shifts()).toEqual([]);
      });
    }
  });
}

for (const path of HERO_PATHS) {
  test(`every photo of the hero of ${path} keeps the budgets`, async ({ page, request }) => {
    await page.goto(path);
    const heroes = await heroPhotos(page);
    expect(heroes.length).toBeGreaterThan(1);
    for (const photo of heroes) {
      const phone = photo.tall && `tall-${loadedWidth(photo.tall.widths, PHONE_PIXELS)}`;
      const desktop = `full-${loadedWidth(photo.full.widths, DESKTOP_PIXELS)}`;
      const bytesOf = async (variant: string) =>
        (await (await request.get(`${photo.base}-${variant}.avif`)).body()).length;
      expect(phone, photo.id).toBeDefined();
      expect(await bytesOf(phone ?? ''), `${photo.id} ${phone}`).toBeLessThanOrEqual(PHONE_BUDGET);
      expect(await bytesOf(desktop), `${photo.id} ${desktop}`).toBeLessThanOrEqual(DESKTOP_BUDGET);
    }
  });
}

for (const { width, height, scale } of [
  { width: 360, height: 740, scale: 3 },
  { width: 412, height: 823, scale: 1.75 },
  { width: 740, height: 360, scale: 2 },
  { width: 767, height: 1024, scale: 1 },
  { width: 1024, height: 768, scale: 1 },
  { width: 1440, height: 900, scale: 1 },
  { width: 1920, height: 1080, scale: 1 },
]) {
  test.describe(`in a window of ${width} × ${height} at ${scale}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    for (const path of [PAGE_PATHS.home, PAGE_PATHS.feesten]) {
      test(`the galleries of ${path} ask for photos as wide as they stand`, async ({ page }) => {
        await openPage(page, path);
        await scrollThrough(page);
        const pictures = await page.locator('[data-variant="gallery"] img').evaluateAll((images) =>
          images.map((image) => {
            const { naturalWidth, naturalHeight, dataset } = image as HTMLImageElement;
            const { width: wide, height: high } = image.getBoundingClientRect();
            // Covers its frame. Of a picture with `srcset` the natural width is what `sizes` says.
            const laidOut = Math.max(wide, (high * naturalWidth) / naturalHeight);
            return { id: dataset.photo, laidOut, asked: naturalWidth };
          }),
        );
        expect(pictures.length).toBeGreaterThan(0);
        for (const { id, laidOut, asked } of pictures) {
          expect(asked / laidOut, id).toBeGreaterThan(0.99);
          expect(asked / laidOut, id).toBeLessThan(1.02);
        }
      });
    }
  });
}

test('the large dialog shows a photo in its middle', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, PAGE_PATHS.feesten);
  await page.locator('[data-variant="gallery"] button[aria-haspopup="dialog"]').first().click();
  const picture = page.locator('dialog [data-role="shown"] img');
  await expect(picture).toBeVisible();
  await expect(picture).toHaveCSS('object-position', '50% 50%');
});

test('a shared link says what is on its picture', async ({ page }) => {
  for (const path of HERO_PATHS) {
    await page.goto(path);
    const [first] = await heroPhotos(page);
    const alt = page.locator('meta[property="og:image:alt"]');
    await expect(alt).toHaveAttribute('content', first?.alt ?? '');
  }
});

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

/** What the page's data says of the photos of its hero. */
async function heroPhotos(page: Page): Promise<Photo[]> {
  const data = await page.locator(`#${PAGE_DATA_ID}`).textContent();
  const { content }: PageData = JSON.parse(data ?? '');
  return 'heroPhotos' in content ? content.heroPhotos : [];
}

/** The narrowest that is wide enough, else the widest. */
function loadedWidth(widths: number[], needed: number): number | undefined {
  return widths.find((width) => width >= needed) ?? widths.at(-1);
}

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
