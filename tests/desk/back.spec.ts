import type { Page } from '@playwright/test';
import { editedPageOf, expect, go, open, test } from './desk-fixture.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const hash = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash));

test('‘Back’ does not open again what was closed', async ({ page, desk }) => {
  await open(page, desk);
  await test.step('a form, opened from ‘Meer’', async () => {
    await page.getByRole('link', { name: 'Meer' }).tap();
    await page.getByRole('link', { name: /^Mails/ }).tap();
    await page.getByRole('link', { name: 'Terug' }).tap();
    await expect.poll(() => hash(page)).toBe('#/meer');
    await page.goBack();
    await expect.poll(() => hash(page)).toBe('');
  });
  await test.step('the same form, opened from another screen', async () => {
    await go(page, 'online');
    await go(page, 'meer/mails.yaml');
    await page.getByRole('link', { name: 'Terug' }).tap();
    await expect.poll(() => hash(page)).toBe('#/online');
    await page.goBack();
    await expect.poll(() => hash(page)).toBe('');
  });
  await test.step('a photo', async () => {
    await go(page, 'fotos');
    await page
      .getByRole('link')
      .filter({ has: page.getByRole('img') })
      .first()
      .tap();
    await page.getByRole('link', { name: 'Terug' }).tap();
    await expect.poll(() => hash(page)).toBe('#/fotos');
    await page.goBack();
    await expect.poll(() => hash(page)).toBe('');
  });
  await test.step('the fields of the section that was tapped on the page', async () => {
    await go(page, 'pagina/accueil');
    await editedPageOf(page).locator('[data-section="3"] > *').first().tap();
    await page.getByRole('button', { name: 'Klaar' }).tap();
    await page.getByRole('toolbar', { name: 'Deze pagina' }).getByRole('link').first().tap();
    await expect.poll(() => hash(page)).toMatch(/velden$/);
    await page.getByRole('button', { name: 'Sluiten' }).tap();
    await expect.poll(() => hash(page)).toBe('#/pagina/accueil');
    await page.goBack();
    await expect.poll(() => hash(page)).toBe('');
  });
});
