import type { Page } from '@playwright/test';
import { expect, holdRoute, openPage, test } from '../support/browser/browser-test.ts';
import { effectsHaveRun, openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import {
  content,
  formPath,
  homePath,
  messages,
  pages,
  privacyPath,
  sectionOf,
} from '../support/content/fixture-site.ts';
import { rewritePage } from './rewritten-page.ts';

const { privacyDialog, shell } = messages;
const link = (page: Page) => page.getByRole('link', { name: shell.privacy });
const dialog = (page: Page) => page.getByRole('dialog', { name: privacyDialog.title });
const frame = (page: Page) => page.frameLocator('iframe');
const privacyPage = pages.find(({ path }) => path === privacyPath);
const heading = privacyPage ? sectionOf(privacyPage, 'text').heading : '';

test('the dialog loads our privacy page when opened, and closes', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openPage(page, homePath);
  await link(page).scrollIntoViewIfNeeded();
  expect(requests.filter((url) => url.includes(`${privacyPath}?`))).toEqual([]);
  await link(page).click();
  await expect(frame(page).getByRole('heading', { name: heading })).toBeVisible();
  await test.step('without bar and footer, whose links would navigate the frame', async () => {
    await expect(frame(page).getByRole('navigation')).toHaveCount(0);
    await expect(frame(page).locator('header').first()).toBeHidden();
    await expect(frame(page).getByRole('contentinfo')).toHaveCount(0);
  });
  await test.step('Escape closes it, also from within our own page', async () => {
    await frame(page).getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(link(page)).toBeFocused();
  });
  await test.step('its button closes it', async () => {
    await link(page).click();
    await dialog(page).getByRole('button', { name: shell.close }).click();
    await expect(page.locator('dialog')).toHaveCount(0);
  });
});

test('links in the dialog leave the statement in place', async ({ page, context }) => {
  await rewritePage(
    page,
    `${privacyPath}?*`,
    '</h1>',
    `</h1><p><a href="${formPath}">naar de pagina</a></p>`,
  );
  await openPage(page, homePath);
  await link(page).click();
  const statement = frame(page).getByRole('heading', { name: heading });
  await expect(statement).toBeVisible();
  for (const scheme of ['tel:', 'mailto:']) {
    // The test does not click the link, because on a machine without a program for it the browser
    // would wait.
    const way = frame(page).locator(`main a[href^="${scheme}"]`).first();
    await expect(way).toHaveAttribute('target', '_top');
  }
  const opened = context.waitForEvent('page');
  await frame(page).getByRole('link', { name: 'naar de pagina' }).click();
  await expect(await opened).toHaveURL(new RegExp(`${formPath}$`));
  await expect(statement).toBeVisible();
});

test('our privacy page ignores facts in its query', async ({ page }) => {
  await page.goto(`${privacyPath}?client=Quelqu%27un&email=voleur@exemple.example`);
  await expect(page.getByRole('main')).toContainText(content.company.name);
  await expect(page.locator('body')).not.toContainText('Quelqu');
  await expect(page.locator(`a[href="${formPath}"]`).first()).toBeVisible();
});

test('a message replaces our privacy page if it fails', async ({ page, watch }) => {
  watch.allow(/status of 500/);
  await openPage(page, homePath);
  const url = `**${privacyPath}?*`;
  await page.route(url, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await link(page).click();
  await expectMessage(page);
  await test.step('whether a provider’s page is an error is unknown', async () => {
    await rewritePage(page, homePath, /(isOwnPage(?:"|&quot;):)true/g, '$1false');
    await page.route(url, (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>provider</h1>' }),
    );
    await openPage(page, homePath);
    await link(page).click();
    await expect(frame(page).getByRole('heading', { name: 'provider' })).toBeVisible();
    await expect(dialog(page).getByText(privacyDialog.failed)).toHaveCount(0);
  });
});

test('a message replaces a page that takes longer than 8 s', async ({ page }) => {
  const release = await holdRoute(page, `**${privacyPath}?*`);
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
