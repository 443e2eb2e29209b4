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

test('nothing shifts when scripts arrive, and pictures keep their shape', async ({ page }) => {
  let { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  for (const width of [360, 766, 767, 1281, 1440]) {
    await test.step(`at ${width} px`, async () => {
      ({ promise: released, resolve: release } = Promise.withResolvers<void>());
      await page.goto('about:blank');
      await page.setViewportSize({ width, height: 800 });
      await page.goto(heroPage.path, { waitUntil: 'commit' });
      const photo = hero(page).getByRole('img', { name: heroAlt(1) });
      await photo.waitFor();
      await fontsAreThere(page);
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
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
});

const farPage = pageWith('story');
const { photos } = sectionOf(farPage, 'story');
const farIsland = (page: Page) => page.locator('[data-island="Gallery"]');

/** Opens the page again, with its gallery not yet hydrated. */
async function openFar(page: Page) {
  await openPage(page, farPage.path);
  await expect(page.locator('[data-island="HeroCarousel"]')).toHaveAttribute('data-awake', '');
  await expect(farIsland(page)).not.toHaveAttribute('data-awake');
}

test.describe('far below the window', () => {
  test.use({ viewport: { width: 800, height: 400 } });

  test('an island wakes when it is about to be needed, and loses nothing', async ({ page }) => {
    await test.step('an island wakes before one scrolls to it', async () => {
      await openFar(page);
      await gallery(page).evaluate((element) => {
        const top = element.getBoundingClientRect().top + window.scrollY;
        window.scrollTo({ top: top - window.innerHeight - 290, behavior: 'instant' });
      });
      await expect(gallery(page)).not.toBeInViewport();
      await expect(farIsland(page)).toHaveAttribute('data-awake', '');
    });
    await test.step('an island wakes when touched, and a click that came meanwhile counts', async () => {
      await openFar(page);
      await next(gallery(page)).evaluate((button: HTMLElement) => {
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        button.click();
      });
      await expectShown(gallery(page), 2, photos.length);
    });
    await test.step('an island wakes when the keyboard comes to it, and the key counts', async () => {
      await openFar(page);
      await previous(gallery(page)).evaluate((button: HTMLElement) => {
        button.focus({ preventScroll: true });
        button.click();
      });
      await expectShown(gallery(page), photos.length, photos.length);
    });
  });
});

test.describe('without', () => {
  const { path } = heroPage;
  const { heading } = sectionOf(heroPage, 'offer');
  const offer = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
  const saying = (page: Page, words: RegExp) =>
    page.waitForEvent('console', (message) => words.test(message.text()));

  test.beforeEach(({ watch }) => watch.allow(/could not be started|status of 404/));

  test('what it needs, the page stays readable and says so', async ({ page }) => {
    await test.step('the script of one island, it stays readable, says so, and the others wake', async () => {
      const said = saying(page, /A part of the page could not be started/);
      await page.route('**/assets/EnquiryForm-*.js', (route) => route.fulfill({ status: 404 }));
      await openPage(page, pageWith('enquiry-form').path);
      await said;
      await page.keyboard.press('End');
      await expect(page.locator('[data-island="PrivacyLink"]')).toHaveAttribute('data-awake', '');
      await expect(page.getByRole('textbox', { name: words.fields.email })).toBeVisible();
    });
    await test.step('props that it can start with, it stays as it was rendered, and says so', async () => {
      const said = saying(page, /A part of the page could not be started: TypeError/);
      await rewritePage(page, path, /(data-island="Gallery" data-props=")[^"]*/g, '$1{}');
      await page.setViewportSize({ width: 1280, height: 1200 });
      await page.goto(path);
      await said;
      await expect(page.locator('html')).toHaveAttribute('data-started', '');
      await expect(offer(page).getByRole('img')).toBeVisible();
    });
    await test.step('the script that wakes, the page stays readable and says so', async () => {
      const said = saying(page, /The page could not be started/);
      await page.route('**/assets/site-*.js', (route) => route.fulfill({ status: 404 }));
      await page.goto(path);
      await said;
      await expect(offer(page).getByRole('img')).toBeVisible();
      await expect(page.locator('html')).not.toHaveAttribute('data-started');
    });
  });
});

test('a hidden tab, which paints nothing, starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    window.requestAnimationFrame = () => 0;
  });
  await openPage(page, heroPage.path);
});

/** Loads all fonts, because text can shift by a pixel when one arrives late. */
async function fontsAreThere(page: Page) {
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
