import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser-test.ts';
import {
  content,
  formPath,
  homePath,
  pages,
  privacyPath,
  sectionOf,
  words,
} from '../support/site.ts';
import { rewritePage } from './rewritten-page.ts';
import { effectsHaveRun, openWithStoppedClock } from './stopped-clock.ts';

const { privacyDialog, shell } = words;
const link = (page: Page) => page.getByRole('link', { name: shell.privacy });
const dialog = (page: Page) => page.getByRole('dialog', { name: privacyDialog.title });
const frame = (page: Page) => page.frameLocator('iframe');
const privacyPage = pages.find(({ path }) => path === privacyPath);
const heading = privacyPage ? sectionOf(privacyPage, 'text').heading : '';

test('shows our own page, or says that it cannot, and any other as it comes', async ({
  page,
  context,
  watch,
}) => {
  await test.step('is 95 % of the window each way, and shows our own page with the company’s facts in the query, only once opened', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openPage(page, homePath);
    await link(page).scrollIntoViewIfNeeded();
    expect(asked.filter((url) => url.includes(`${privacyPath}?`))).toEqual([]);
    await link(page).click();
    await expect(frame(page).getByRole('heading', { name: heading })).toBeVisible();
    await test.step('without bar and footer, which would lead the frame astray', async () => {
      await expect(frame(page).getByRole('navigation')).toHaveCount(0);
      await expect(frame(page).locator('header').first()).toBeHidden();
      await expect(frame(page).getByRole('contentinfo')).toHaveCount(0);
    });
    await test.step('the names that a provider’s page reads', async () => {
      const source = new URL((await page.locator('iframe').getAttribute('src')) ?? '', page.url());
      expect(source.pathname).toBe(privacyPath);
      expect([...source.searchParams.keys()]).toEqual([
        'client',
        'clientForm',
        'address1',
        'address2',
        'phone',
        'email',
      ]);
      expect(source.searchParams.get('client')).toBe(content.company.name);
    });
    for (const width of [360, 766, 767, 1281, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const size = await page.locator('dialog').evaluate((element) => {
        const { width: wide, height: high } = element.getBoundingClientRect();
        return { wide, high };
      });
      expect.soft(size.wide, `at ${width} px`).toBeCloseTo(width * 0.95, 1);
      expect.soft(size.high, `at ${width} px`).toBeCloseTo(800 * 0.95, 1);
    }
    await test.step('Escape closes it, also from within our own page', async () => {
      await frame(page).getByRole('link').first().focus();
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
      await expect(link(page)).toBeFocused();
    });
  });
  await test.step('its button closes it', async () => {
    await link(page).click();
    await dialog(page).getByRole('button', { name: shell.close }).click();
    await expect(page.locator('dialog')).toHaveCount(0);
  });
  await test.step('our own page never takes facts from its address', async () => {
    await page.goto(`${privacyPath}?client=Quelqu%27un&email=voleur@exemple.example`);
    await expect(page.getByRole('main')).toContainText(content.company.name);
    await expect(page.locator('body')).not.toContainText('Quelqu');
    await expect(page.locator(`a[href="${formPath}"]`).first()).toBeVisible();
  });
  await test.step('with Ctrl the link opens the page itself', async () => {
    await openPage(page, homePath);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      link(page).click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL(`**${privacyPath}`);
    await tab.close();
    await expect(page.locator('dialog')).toHaveCount(0);
  });
  await test.step('shows a message with a link instead of a blank, whether the server or the connection fails', async () => {
    watch.allow(/status of 500|ERR_/);
    await openPage(page, homePath);
    const url = `**${privacyPath}?*`;
    await page.route(url, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await link(page).click();
    await expectMessage(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.route(url, (route) => route.abort('connectionreset'));
    await link(page).click();
    await expectMessage(page);
  });
  await test.step('a provider’s page is shown as it comes: whether it is an error nobody can tell', async () => {
    watch.allow(/status of 500/);
    await rewritePage(page, homePath, /(isOwnPage(?:"|&quot;):)true/g, '$1false');
    await page.route(`**${privacyPath}?*`, (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>provider</h1>' }),
    );
    await openPage(page, homePath);
    await link(page).click();
    await expect(frame(page).getByRole('heading', { name: 'provider' })).toBeVisible();
    await expect(dialog(page).getByText(privacyDialog.failed)).toHaveCount(0);
  });
});

test('shows a message when nothing has come after 8 s, and the page as soon as it comes', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${privacyPath}?*`, async (route) => {
    await released;
    await route.continue();
  });
  await openWithStoppedClock(page, homePath);
  await link(page).click();
  await expect(dialog(page).getByText(privacyDialog.loading)).toBeVisible();
  await effectsHaveRun(page);
  await page.clock.runFor(7_900);
  await expect(dialog(page).getByText(privacyDialog.loading)).toBeVisible();
  await page.clock.runFor(100);
  await expectMessage(page);
  release();
  await expect(frame(page).getByRole('heading', { name: heading })).toBeVisible();
  await expect(dialog(page).getByText(privacyDialog.failed)).toBeHidden();
});

async function expectMessage(page: Page) {
  await expect(dialog(page).getByText(privacyDialog.failed)).toBeVisible();
  const way = dialog(page).getByRole('link', { name: privacyDialog.openPage });
  await expect(way).toHaveAttribute('href', privacyPath);
}
