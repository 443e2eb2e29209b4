import type { Locator, Page } from '@playwright/test';
import { NAVIGATION, PAGE_PATHS } from '../../site/routes.ts';
import { expect, openPage, paintedColor, test } from '../support/browser-test.ts';

const LABELS = ['Home', 'Feesten', 'Bedrijfsfeest', 'Schoolcatering', 'Info aanvraag'];

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });
const menuPanel = (page: Page) => page.locator('#menu');
const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width;

async function openAt(page: Page, path: string, width: number) {
  await page.setViewportSize({ width, height: 800 });
  await openPage(page, path);
}

test('from 767 px the links stand in a row, in order, the active one marked', async ({ page }) => {
  await openAt(page, '/feesten', 1440);
  const links = page.getByRole('navigation', { name: 'Hoofdnavigatie' }).getByRole('link');
  for (const width of [767, 1280, 1281, 1440]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expect(links).toHaveText(LABELS);
      await expect(menuButton(page)).toBeHidden();
      const current = page.locator('header nav:visible [aria-current=page]');
      await expect(current).toHaveText('Feesten');
      const tops = await links.evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().y),
      );
      expect(new Set(tops).size).toBe(1);
      const dot = (locator: Locator) =>
        locator.evaluate((link) => getComputedStyle(link, '::after').scale);
      expect(await dot(current)).toBe('1');
      expect(await dot(links.first())).toBe('0');
    });
  }
});

test('the logo is 100 px wide, from 1281 px on 360 px, and leads home', async ({ page }) => {
  await openAt(page, '/info', 360);
  const logo = page.getByRole('link', { name: 'Maanzaad, naar de startpagina' });
  for (const [width, logoWidth] of [
    [360, 100],
    [766, 100],
    [767, 100],
    [1280, 100],
    [1281, 360],
    [1440, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widthOf(logo), `at ${width} px`).toBe(logoWidth);
  }
  await logo.click();
  await expect(page).toHaveURL('/home');
});

test('below 767 px the links lie behind the button Menu', async ({ page }) => {
  await openAt(page, '/schoolcatering', 360);
  for (const width of [360, 766]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expect(menuPanel(page)).toBeHidden();
      await menuButton(page).click();
      await expect(menuPanel(page).getByRole('navigation').getByRole('link')).toHaveText(LABELS);
      await expect(menuPanel(page).getByRole('link', { name: 'Schoolcatering' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
      await menuButton(page).click();
    });
  }
});

test.describe('the menu of a phone', () => {
  test.beforeEach(async ({ page }) => {
    await openAt(page, '/home', 360);
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await menuButton(page).click();
    await expect(menuPanel(page)).toBeVisible();
  });

  test('closes on Escape and gives the focus back', async ({ page }) => {
    await page.keyboard.press('Tab');
    await expect(menuPanel(page).getByRole('link', { name: 'Home' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menuPanel(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes on a tap outside it', async ({ page }) => {
    await page.mouse.click(180, 780);
    await expect(menuPanel(page)).toBeHidden();
  });

  test('closes on the button that opened it', async ({ page }) => {
    await menuButton(page).click();
    await expect(menuPanel(page)).toBeHidden();
  });

  test('is closed again after a link was chosen and one comes back', async ({ page }) => {
    await menuPanel(page).getByRole('link', { name: 'Feesten' }).click();
    await expect(page).toHaveURL('/feesten');
    await page.goBack();
    await expect(menuPanel(page)).toBeHidden();
  });

  test('opens and closes with an animation', async ({ page }) => {
    const transition = await menuPanel(page).evaluate((panel) => getComputedStyle(panel));
    expect(transition.transitionProperty).toContain('opacity');
    expect(transition.transitionDuration).toContain('0.3s');
  });

  test('gives way when the window grows', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(menuPanel(page)).toBeHidden();
    await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible();
  });
});

test('every navigation link leads to its page by keyboard alone', async ({ page }) => {
  await openAt(page, '/home', 1440);
  for (const [index, id] of NAVIGATION.entries()) {
    const link = page.getByRole('navigation').getByRole('link', { name: LABELS[index] ?? '' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(PAGE_PATHS[id]);
  }
});

test('the skip link is the first stop and leads past the bar', async ({ page }) => {
  await openAt(page, '/home', 1440);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Naar de inhoud' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('the bar lies on the photo and turns to linen once one scrolls', async ({ page }) => {
  await openAt(page, '/home', 1440);
  const ground = () => paintedColor(page.locator('header'), 'backgroundColor', '::before');
  expect(await ground()).toEqual([0, 0, 0, 0]);
  await page.mouse.wheel(0, 400);
  await expect.poll(ground).toEqual([246, 241, 231, 255]);
});

test('the footer names the year, the company, the designer and the privacy statement', async ({
  page,
}) => {
  await openAt(page, '/home', 1440);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('© 2023 Maanzaad');
  const credit = footer.getByRole('link', { name: /Atelier Voorbeeld/ });
  await expect(credit).toHaveAttribute('target', '_blank');
  await expect(credit).toHaveAttribute('rel', /noopener/);
  await expect(footer).toContainText('designed by Atelier Voorbeeld');
  await expect(footer.getByRole('link', { name: 'Privacyverklaring' })).toBeVisible();
  expect(await footer.locator('> div').evaluate((div) => div.getBoundingClientRect().width)).toBe(
    1040,
  );
});

test('back restores the place where one was reading', async ({ page }) => {
  await openAt(page, '/feesten', 1440);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.getByRole('navigation').getByRole('link', { name: 'Info aanvraag' }).click();
  await expect(page).toHaveURL('/info');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(1500);
});

for (const [motion, fades] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`pages ${fades ? 'cross-fade' : 'change at once'} with motion preference '${motion}'`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        Object.assign(window, { crossFaded: event.viewTransition !== null });
      });
    });
    await openAt(page, '/home', 1440);
    await page.getByRole('navigation').getByRole('link', { name: 'Feesten' }).click();
    await expect(page).toHaveURL('/feesten');
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { crossFaded?: boolean }).crossFaded))
      .toBe(fades);
  });
}

test('a page is prepared while the pointer rests on its link, unless motion is unwanted', async ({
  page,
}) => {
  const prepared: string[] = [];
  page.context().on('request', (request) => {
    if (!request.headers()['sec-purpose']?.includes('prerender')) return;
    prepared.push(new URL(request.url()).pathname);
  });
  const linkTo = (path: string) => page.getByRole('navigation').locator(`a[href="${path}"]`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAt(page, '/home', 1440);
  await linkTo('/info').hover();
  // Long enough: a fifth of a second counts as resting.
  await page.waitForTimeout(1_000);
  expect(prepared).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const id of NAVIGATION.slice(1)) {
    await linkTo(PAGE_PATHS[id]).hover();
    await expect.poll(() => prepared).toContain(PAGE_PATHS[id]);
  }
});

test('the privacy dialog shows our own statement with the facts in its address', async ({
  page,
}) => {
  await openAt(page, '/feesten', 1440);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacyverklaring' }).click();
  const dialog = page.getByRole('dialog', { name: 'Privacyverklaring' });
  await expect(dialog).toBeVisible();
  const box = await dialog.boundingBox();
  const viewport = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect(box?.width).toBeCloseTo(viewport.width * 0.95, 0);
  expect(box?.height).toBeCloseTo(viewport.height * 0.95, 0);
  const source = new URL((await dialog.locator('iframe').getAttribute('src')) ?? '', page.url());
  expect(source.pathname).toBe('/privacy');
  expect([...source.searchParams.keys()]).toEqual([
    'client',
    'clientForm',
    'address1',
    'address2',
    'phone',
    'email',
  ]);
  const frame = dialog.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Privacyverklaring');
  // Bar and footer would lead the frame to pages that refuse to be framed.
  await expect(frame.locator('header').first()).toBeHidden();
  await expect(frame.getByRole('contentinfo')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Sluiten' }).click();
  await expect(dialog).toBeHidden();
});

test('the privacy page never takes facts from its address', async ({ page }) => {
  await page.goto('/privacy?client=Iemand%20Anders&email=dief@voorbeeld.example');
  await expect(page.getByRole('main')).toContainText('Maanzaad VOF');
  await expect(page.locator('body')).not.toContainText('Iemand Anders');
});
