import type { Page } from '@playwright/test';
import { expect, messages, openExample, openWithFrozenClock, test } from './examples.ts';

const words = messages.privacyDialog;
const link = (page: Page) => page.getByRole('link', { name: messages.shell.privacy });
const dialog = (page: Page) => page.getByRole('dialog', { name: words.title });
const frame = (page: Page) => page.frameLocator('iframe');

for (const width of [360, 766, 767, 1281, 1440]) {
  test(`is 95 % of the window each way at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openExample(page, 'privacy');
    await link(page).click();
    await expect(dialog(page)).toBeVisible();
    const size = await dialog(page).evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(size.width).toBeCloseTo(width * 0.95, 1);
    expect(size.height).toBeCloseTo(800 * 0.95, 1);
  });
}

test('shows our own page, with the company’s facts in the query, and only once opened', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openExample(page, 'privacy');
  expect(asked.filter((url) => url.includes('/privacy?'))).toEqual([]);
  await link(page).click();
  await expect(frame(page).getByRole('heading', { name: 'Privacyverklaring' })).toBeVisible();
  const source = new URL((await page.locator('iframe').getAttribute('src')) ?? '', page.url());
  expect([...source.searchParams.keys()]).toEqual([
    'client',
    'clientForm',
    'address1',
    'address2',
    'phone',
    'email',
  ]);
  expect([...source.searchParams.values()].every((value) => value.trim() !== '')).toBe(true);
  expect(source.pathname).toBe('/privacy');
});

test('Escape closes it, also from within our own page', async ({ page }) => {
  await openExample(page, 'privacy');
  await link(page).click();
  await frame(page).getByRole('link').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(link(page)).toBeFocused();
});

test('the link opens the page itself with Ctrl', async ({ page, context }) => {
  await openExample(page, 'privacy');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    link(page).click({ modifiers: ['Control'] }),
  ]);
  await tab.waitForURL('**/privacy');
  await expect(page.locator('dialog')).toHaveCount(0);
});

test.describe('shows a message with a link instead of a blank', () => {
  test('when the server answers with an error', async ({ page, complaints }) => {
    complaints.expect(/status of 500/);
    await page.route('**/privacy?*', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await openExample(page, 'privacy');
    await link(page).click();
    await expectMessage(page, '/privacy');
  });

  test('when the connection breaks', async ({ page, complaints }) => {
    complaints.expect(/ERR_/);
    await page.route('**/privacy?*', (route) => route.abort('connectionreset'));
    await openExample(page, 'privacy');
    await link(page).click();
    await expectMessage(page, '/privacy');
  });

  test('when nothing has come after 8 s, and the page as soon as it comes', async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('https://provider.example/**', async (route) => {
      await released;
      await route.fulfill({ contentType: 'text/html', body: '<h1>Bij de provider</h1>' });
    });
    const provider = 'https://provider.example/privacy';
    await openWithFrozenClock(page, 'privacy', `?provider=${encodeURIComponent(provider)}`);
    await link(page).click();
    await expect(dialog(page).getByText(words.loading)).toBeVisible();
    await page.clock.runFor(7_900);
    await expect(dialog(page).getByText(words.loading)).toBeVisible();
    await page.clock.runFor(100);
    await expectMessage(page, provider);
    release();
    await expect(frame(page).getByRole('heading', { name: 'Bij de provider' })).toBeVisible();
    await expect(dialog(page).getByText(words.failed)).toBeHidden();
  });
});

async function expectMessage(page: Page, href: string) {
  await expect(dialog(page).getByText(words.failed)).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: words.openPage })).toHaveAttribute(
    'href',
    href,
  );
}
