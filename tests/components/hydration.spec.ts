import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { messages, pageWith, sectionOf } from '../support/content/fixture-site.ts';
import { expectShown, gallery, heroPage, next, previous } from './carousel-page.ts';
import { rewritePage } from './rewritten-page.ts';

test.describe(() => {
  test.use({ viewport: { width: 800, height: 400 } });
  const farPage = pageWith('story');
  const { photos } = sectionOf(farPage, 'story');
  const island = (page: Page) => page.locator('[data-island="Gallery"]');

  test.beforeEach(async ({ page }) => {
    await openPage(page, farPage.path);
    await expect(page.locator('[data-island="HeroCarousel"]')).toHaveAttribute('data-hydrated', '');
    await expect(island(page)).not.toHaveAttribute('data-hydrated');
  });

  test('an island far below the window is hydrated before the visitor scrolls to it', async ({
    page,
  }) => {
    await gallery(page).evaluate((element) => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      window.scrollTo({ top: top - window.innerHeight - 290, behavior: 'instant' });
    });
    await expect(gallery(page)).not.toBeInViewport();
    await expect(island(page)).toHaveAttribute('data-hydrated', '');
  });

  test('an island is hydrated when touched or focused, and replays the click', async ({ page }) => {
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

test('a page whose scripts fail stays readable and logs the error', async ({ page, watch }) => {
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
    await expect(page.getByRole('textbox', { name: messages.fields.email })).toBeVisible();
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

test('the scripts start in a hidden tab, which paints nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(heroPage.path);
  await expect(page.locator('html')).toHaveAttribute('data-started', '');
});
