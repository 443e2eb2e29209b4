import type { Page } from '@playwright/test';
import { expect, openPage, test, watchShifts } from '../support/browser-test.ts';
import { pageWith, sectionOf, words } from '../support/site.ts';
import {
  expectShown,
  gallery,
  hero,
  heroAlt,
  heroCount,
  heroPage,
  next,
  previous,
} from './carousel-page.ts';
import { rewritePage } from './rewritten-page.ts';

/** From this width on, a gallery is beside text. */
const WIDE_GALLERY_FROM = 992;

test('nothing shifts when scripts arrive, and photos keep their shape', async ({ page }) => {
  let { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  for (const width of [360, 767, 1440]) {
    await test.step(`at ${width} px`, async () => {
      ({ promise: released, resolve: release } = Promise.withResolvers<void>());
      await page.goto('about:blank');
      await page.setViewportSize({ width, height: 800 });
      await page.goto(heroPage.path, { waitUntil: 'commit' });
      await hero(page)
        .getByRole('img', { name: heroAlt(1) })
        .waitFor();
      await fontsAreLoaded(page);
      const before = await shifts();
      release();
      await expect(page.locator('html')).toHaveAttribute('data-started', '');
      await expectShown(hero(page), 1, heroCount);
      await twoFrames(page);
      expect(await shifts()).toEqual(before);
      const frame = await gallery(page).boundingBox();
      // Square, or as high as 80 % of the window allows.
      const height = width < WIDE_GALLERY_FROM ? width * (3 / 4) : Math.min(width / 2, 640);
      expect.soft(frame?.height).toBeCloseTo(height, 0);
      expect.soft(frame?.width).toBeCloseTo(width < WIDE_GALLERY_FROM ? width : width / 2, 0);
    });
  }
});

test.describe('an island far below the window', () => {
  test.use({ viewport: { width: 800, height: 400 } });
  const farPage = pageWith('story');
  const { photos } = sectionOf(farPage, 'story');
  const island = (page: Page) => page.locator('[data-island="Gallery"]');

  test.beforeEach(async ({ page }) => {
    await openPage(page, farPage.path);
    await expect(page.locator('[data-island="HeroCarousel"]')).toHaveAttribute('data-hydrated', '');
    await expect(island(page)).not.toHaveAttribute('data-hydrated');
  });

  test('is hydrated before the visitor scrolls to it', async ({ page }) => {
    await gallery(page).evaluate((element) => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      window.scrollTo({ top: top - window.innerHeight - 290, behavior: 'instant' });
    });
    await expect(gallery(page)).not.toBeInViewport();
    await expect(island(page)).toHaveAttribute('data-hydrated', '');
  });

  test('is hydrated when touched or focused, and the click meanwhile counts', async ({ page }) => {
    await next(gallery(page)).evaluate((button: HTMLElement) => {
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      button.click();
    });
    await expectShown(gallery(page), 2, photos.length);
    await openPage(page, farPage.path);
    await previous(gallery(page)).evaluate((button: HTMLElement) => {
      button.focus({ preventScroll: true });
      button.click();
    });
    await expectShown(gallery(page), photos.length, photos.length);
  });
});

test('a page stays readable and logs what could not be started', async ({ page, watch }) => {
  watch.allow(/could not be started|status of 404/);
  const { path } = heroPage;
  const logged = (text: RegExp) =>
    page.waitForEvent('console', (message) => text.test(message.text()));
  const region = page.getByRole('region', { name: sectionOf(heroPage, 'offer').heading });
  const photo = region.getByRole('img').first();
  await test.step('without the script of one island', async () => {
    const log = logged(/A part of the page could not be started/);
    await page.route('**/assets/EnquiryForm-*.js', (route) => route.fulfill({ status: 404 }));
    await openPage(page, pageWith('enquiry-form').path);
    await log;
    await expect(page.getByRole('textbox', { name: words.fields.email })).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.locator('[data-island="PrivacyLink"]')).toHaveAttribute('data-hydrated', '');
  });
  await test.step('with an island that cannot be hydrated', async () => {
    const log = logged(/A part of the page could not be started: TypeError/);
    await rewritePage(page, path, /(data-island="Gallery" data-props=")[^"]*/g, '$1{}');
    await page.setViewportSize({ width: 1280, height: 1200 });
    await openPage(page, path);
    await log;
    await expect(photo).toBeVisible();
  });
  await test.step('without the main script', async () => {
    const log = logged(/The page could not be started/);
    await page.route('**/assets/site-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(path);
    await log;
    await expect(photo).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-started');
  });
});

test('a hidden tab, which paints nothing, starts too', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    window.requestAnimationFrame = () => 0;
  });
  await openPage(page, heroPage.path);
});

/** Loads all fonts, because text can shift by a pixel when one arrives late. */
async function fontsAreLoaded(page: Page) {
  // `document.fonts.ready` also resolves before any font is declared.
  await page.waitForFunction(() => document.fonts.size > 0);
  // Local fallback fonts do not exist on every machine.
  await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
  await twoFrames(page);
}

/** Waits two frames, because layout shifts are reported in the next frame. */
async function twoFrames(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}
