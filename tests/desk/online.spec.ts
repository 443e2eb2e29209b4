import { rm } from 'node:fs/promises';
import { canvasOf, expect, go, save, test } from './desk-test.ts';

test('the draft is seen whole, put online with what changed in it, and taken back; what is typed outlives the desk', async ({
  page,
  context,
  desk,
}) => {
  test.setTimeout(180_000);
  // With one every page is published three times.
  await rm(desk.path('notice.yaml'));
  await go(page, 'online');
  await page.getByRole('button', { name: 'Probeer en bewaar' }).click();
  const publish = page.getByRole('button', { name: 'Zet online', exact: true });
  await publish.click();
  await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 60_000 });

  await go(page, 'paginas/accueil/1');
  await page.getByLabel('Kop', { exact: true }).fill('Buffets d’hiver');
  const shown = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Bekijk' }).click();
  const site = await shown;
  await expect(site.getByRole('heading', { name: 'Buffets d’hiver' })).toBeVisible({
    timeout: 60_000,
  });
  await save(page);
  await go(page, 'online');
  await expect(page.getByRole('deletion')).toHaveText(['Buffets froids']);
  await expect(page.getByRole('insertion')).toHaveText(['Buffets d’hiver']);
  await publish.click();
  await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 60_000 });

  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: /^Zet terug/ }).click();
  await expect(page.getByText('staat weer online')).toBeVisible({ timeout: 60_000 });
  expect(await desk.read('pages/accueil.yaml')).toContain('heading: Buffets froids');
  await go(page, 'paginas/accueil/1');
  await expect(canvasOf(page).getByText('Buffets froids').first()).toBeVisible();

  // What the desk started does not outlive it, however it ends; what is typed does.
  expect((await fetch(site.url())).status).toBe(200);
  await desk.kill();
  await expect(async () => {
    await expect(fetch(site.url())).rejects.toThrow();
  }).toPass();
  const heading = page.getByLabel('Kop', { exact: true });
  await heading.fill('Buffets d’automne');
  await expect(page.getByRole('alert')).toContainText('De werktafel zelf loopt niet meer');
  await expect(heading).toHaveValue('Buffets d’automne');
});
