import type { Page } from '@playwright/test';
import {
  editedPageOf,
  expect,
  expectAccessible,
  go,
  messageIn,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';
import { forEachInputMode, visibleButton } from './input-modes.ts';

/* Tests 'Bekijk eerst', 'Deel', and the page as it is on a phone and a computer. */

forEachInputMode(({ press }) => {
  test('the caterer previews a saved draft and shares it until the link is ended', async ({
    page,
    desk,
    browser,
    context,
  }) => {
    await open(page, desk, 'pagina/accueil');
    await textOn(page, 'sections.0.sentence').fill('Le pain est chaud.');
    const popup = page.waitForEvent('popup');
    await press(visibleButton(page, 'Bekijk eerst'));
    const preview = await popup;
    await expect(preview.getByRole('heading', { name: 'Le pain est chaud.' })).toBeVisible();
    expect(preview.url()).toBe(`${desk.previewOrigin}/accueil`);
    // The site's own scripts run: the form says what a preview is.
    await preview.goto(`${desk.previewOrigin}/demande`);
    await expect(preview.getByText('dit formulier verstuurt niets')).toBeVisible();
    await expectAccessible(preview, 'the form of a preview');
    await preview.close();
    await expect(desk.online('accueil')).rejects.toThrow('ENOENT');

    await go(page, 'online');
    await press(visibleButton(page, 'Deel een voorbeeld'));
    await expect(visibleButton(page, 'Kopieer de link')).toBeVisible({ timeout: 90_000 });
    await expectAccessible(page, 'a link to share');
    const link = await page.getByText(`${desk.previewOrigin}/bekijk/`).innerText();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(visibleButton(page, 'Kopieer de link'));
    await expect(page.getByText('De link is gekopieerd.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Le pain est chaud.' })).toBeVisible();
    await expectAccessible(guest, 'the preview');

    await press(visibleButton(page, /^Beëindig de link/));
    await expectAccessible(page, 'the question');
    await press(visibleButton(page, /^Ja, beëindig/));
    await expect(page.getByText('Die link opent niets meer.')).toBeVisible();
    await expect(visibleButton(page, 'Kopieer de link')).toHaveCount(0);
    await guest.reload();
    await expect(guest.getByRole('heading')).toHaveText('Dit voorbeeld is er niet (meer)');
    await expectAccessible(guest, 'no preview');
    await guest.context().close();
  });

  test('a draft with a mistake is not previewed, and the tab closes', async ({ page, desk }) => {
    await open(page, desk, 'pagina/accueil/instellingen');
    await page.locator('[id="pages/accueil.yaml:title"]').fill('');
    await expect(summaryIn(page)).toContainText('na te kijken');
    const popup = page.waitForEvent('popup');
    await press(visibleButton(page, 'Bekijk eerst'));
    await expect(page.getByText('Kijk dit eerst na')).toBeVisible();
    await expect.poll(async () => (await popup).isClosed()).toBe(true);
  });
});

test('a preview that is being made when the session ends is given up, and its tab closes', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil');
  const job = { id: 'a', kind: 'preview', state: 'running', progress: null, warnings: [] };
  await page.route('**/api/preview', (route) => route.fulfill({ json: job }));
  await page.route('**/api/job', (route) =>
    route.fulfill({ status: 401, json: { message: 'Meld je eerst aan.' } }),
  );
  const popup = page.waitForEvent('popup');
  await visibleButton(page, 'Bekijk eerst').click();
  await expect(messageIn(page)).toContainText('Meld je eerst aan.');
  await expect.poll(async () => (await popup).isClosed()).toBe(true);
});

/** How wide the page is for its own styles, and how wide it is shown, in whole pixels. */
async function widthsOf(page: Page) {
  const frame = page.locator('iframe');
  const shown = (await frame.boundingBox())?.width ?? 0;
  const room = (await frame.locator('..').boundingBox())?.width ?? 0;
  const body = editedPageOf(page).locator('body');
  const inside = await body.evaluate(() => window.innerWidth);
  return { inside, shown: Math.round(shown), room: Math.round(room) };
}

for (const [width, layoutWidth] of [
  [800, 1280],
  [1000, 800],
] as const) {
  test.describe(`in a window of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 700 } });

    test('a page of a computer is scaled to the room that it has', async ({ page, desk }) => {
      await open(page, desk);
      await expect.poll(async () => (await widthsOf(page)).inside).toBe(layoutWidth);
      const { shown, room } = await widthsOf(page);
      expect(shown).toBe(room);
      expect(room).toBeLessThan(layoutWidth);
      expect(room).toBeLessThanOrEqual(width);
    });
  });
}

test.describe('at a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the page has its real size, and the width of a phone when that is asked', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const sizes = () => widthsOf(page);
    const computer = await sizes();
    expect(computer.inside).toBe(computer.shown);
    expect(computer.inside).toBeGreaterThan(767);
    const phone = page.getByRole('button', { name: 'Zoals op een gsm' });
    await phone.focus();
    await page.keyboard.press('Enter');
    await expect(phone).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(sizes).toMatchObject({ shown: 390, inside: 390 });
    await expectAccessible(page, 'the page as on a phone');
    await page.getByRole('button', { name: 'Zoals op een computer' }).click();
    await expect.poll(sizes).toEqual(computer);
  });
});
