import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdRoute } from '../support/browser/browser-test.ts';
import { SITE_DIR } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import {
  editedPageOf,
  expect,
  expectAccessible,
  go,
  messageIn,
  open,
  test,
  textOn,
} from './desk-fixture.ts';

test('a page opens without a request that fails', async ({ page, desk }) => {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (!response.ok()) failed.push(`${response.status()} ${response.url()}`);
  });
  // The photos are listed after the page is shown.
  const finish = await holdRoute(page, '**/api/photos');
  await open(page, desk);
  finish();
  const photo = editedPageOf(page).locator('img').first();
  await expect(photo).toHaveJSProperty('complete', true);
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .not.toBe(0);
  expect(failed).toEqual([]);
});

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the edited page has the backgrounds and spacing of the site', async ({ page, desk }) => {
    const looks = (sections: Element[]) =>
      sections.map((section) => {
        const { backgroundColor, paddingTop, paddingBottom } = getComputedStyle(section);
        return { backgroundColor, paddingTop, paddingBottom };
      });
    await open(page, desk);
    const edited = editedPageOf(page).locator('[data-section] > *');
    await expect(edited).toHaveCount(5);
    const atTheDesk = await edited.evaluateAll(looks);
    const { width = 0, height = 0 } = (await page.locator('iframe').first().boundingBox()) ?? {};

    const site = await startSiteServer({ siteDir: SITE_DIR });
    try {
      await page.setViewportSize({ width: Math.round(width), height: Math.round(height) });
      await page.goto(site.url);
      expect(await page.locator('main > *').evaluateAll(looks)).toEqual(atTheDesk);
    } finally {
      await site.stop();
    }
  });

  test('the open page’s name is visible, and a menu leads to another page', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/1/velden');
    const tools = page.getByRole('toolbar', { name: 'Deze pagina' });
    await tools.getByRole('button', { name: /^Accueil/ }).press('Enter');
    const pages = page.getByRole('dialog', { name: 'Naar een andere pagina' });
    await expect(pages.getByRole('button', { name: 'Accueil' })).toHaveAttribute('aria-current');
    await expectAccessible(page, 'the pages');
    await pages.getByRole('button', { name: 'La carte' }).press('Enter');
    await expect(editedPageOf(page).getByText('Soupe du potager').first()).toBeVisible();
    await expect(tools.getByRole('button', { name: /^La carte/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sluiten' })).toBeHidden();
  });

  test('a hidden section has no id that another section has', async ({ page, desk }) => {
    const file = join(desk.folders.contentDir, 'pages/accueil.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('- kind: offer', '- kind: offer\n    hidden: true'));
    await open(page, desk);
    const sections = editedPageOf(page).locator('[data-section]');
    await expect(sections).toHaveCount(5);
    await expect(editedPageOf(page).locator('[data-hidden]')).toHaveCount(1);
    const ids = await sections.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(3);
    expect([...new Set(ids)]).toEqual(ids);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('opening the fields of a section scrolls the page to that section', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const { sections } = await desk.value('pages/accueil.yaml');
    const bar = editedPageOf(page).locator('header').first();
    const gap = async (index: number) => {
      const section = editedPageOf(page).locator(`[data-section="${index}"] > *`).first();
      const [top, edge] = [await section.boundingBox(), await bar.boundingBox()];
      return Math.abs((top?.y ?? 0) - (edge?.y ?? 0) - (edge?.height ?? 0));
    };
    // The first one begins below the bar, at the top of the page.
    for (const index of [3, sections.length - 1, 1, 2]) {
      // Somebody typed elsewhere before.
      await textOn(page, 'sections.0.sentence').focus();
      await go(page, 'pagina/accueil/delen');
      await page.locator(`a[href$="/accueil/${index}/velden"]`).tap();
      await expect(page.getByRole('button', { name: 'Sluiten' })).toBeVisible();
      await expect.poll(() => gap(index), `section ${index}`).toBeLessThanOrEqual(1);
    }
    // The section of the same number on another page.
    await go(page, 'pagina/carte/2/velden');
    await expect(textOn(page, 'sections.2.heading')).toBeVisible();
    await expect.poll(() => gap(2), 'another page').toBeLessThanOrEqual(1);
  });

  test('the site’s own bar does not stand above those of the desk', async ({ page, desk }) => {
    await open(page, desk);
    await expect(editedPageOf(page).locator('main')).toBeVisible();
    await expect(editedPageOf(page).locator('footer > p')).toHaveCount(1);
    await expect(editedPageOf(page).locator('footer > p')).toBeHidden();
  });

  test('a message covers no text', async ({ page, desk }) => {
    await open(page, desk);
    await page.getByRole('button', { name: 'Zet online' }).tap();
    const toast = messageIn(page);
    await expect(toast).toContainText('Je site staat online.', { timeout: 90_000 });
    const [message, frame] = [
      await toast.boundingBox(),
      await page.locator('iframe').boundingBox(),
    ];
    expect(message?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + (frame?.height ?? Infinity));
  });

  test('a notice says from when to when it is shown', async ({ page, desk }) => {
    await open(page, desk);
    const notice = editedPageOf(page).locator('[data-dates]');
    await expect(notice).toHaveAttribute(
      'data-dates',
      /van 1 augustus 2031 tot en met 21 augustus/,
    );
    await expect(notice).toHaveAttribute('data-dates', /nu nog niet/);
  });
});
