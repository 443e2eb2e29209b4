import AxeBuilder from '@axe-core/playwright';
import { NAVIGATION, PAGE_PATHS, REDIRECTS } from '../../site/routes.ts';
import { expect, openPage, test } from '../support/browser-test.ts';

const PATHS = [...Object.values(PAGE_PATHS), '/bestaat-niet'];
const WIDTHS = [320, 360, 766, 767, 1280, 1281, 1920];

for (const path of PATHS) {
  test(`${path} passes the accessibility rules of WCAG 2.2 AA`, async ({ page, watch }) => {
    if (path === '/bestaat-niet') watch.allow(/status of 404/);
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  test(`${path} scrolls sideways at no width, and fits a phone at 200 % text`, async ({
    page,
    watch,
  }) => {
    if (path === '/bestaat-niet') watch.allow(/status of 404/);
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets = [sheet];
    });
    const textPastTheEdge = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, p, li, a, label, button, legend')]
        .filter((element) => element.checkVisibility() && !element.closest('.skip-link'))
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.textContent),
    );
    expect(textPastTheEdge).toEqual([]);
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of PATHS) {
    test(`${path} is complete`, async ({ page, watch }) => {
      if (path === '/bestaat-niet') watch.allow(/status of 404/);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const id of NAVIGATION) {
        await expect(page.locator(`header a[href="${PAGE_PATHS[id]}"]`).first()).toBeVisible();
      }
      await expect(page.getByRole('link', { name: 'Privacyverklaring' })).toHaveAttribute(
        'href',
        '/privacy',
      );
      // Every word of the page stands in it: nothing waits for a script to be shown.
      for (const heading of await page.getByRole('main').getByRole('heading').all()) {
        await expect(heading).toBeVisible();
      }
    });
  }

  test('the menu of a phone opens and leads on', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Schoolcatering' }).first().click();
    await expect(page).toHaveURL('/schoolcatering');
  });
});

for (const { from, to } of REDIRECTS) {
  test(`${from} leads to ${to} for good, with its query`, async ({ request }) => {
    const answer = await request.get(`${from}?bron=folder`, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(answer.headers().location).toBe(`${to}?bron=folder`);
  });
}
