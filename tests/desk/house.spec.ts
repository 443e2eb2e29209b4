import { readFile, stat } from 'node:fs/promises';
import { openMailbox } from '../mailbox.ts';
import { canvasOf, expect, go, save, test } from './desk-test.ts';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 9" onload="alert(1)"><script>alert(2)</script><path d="M0 0h90v9z"/></svg>`;

test('notice, menu, logo, colours and mail server become one’s own, and the checklist follows', async ({
  page,
  desk,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  await go(page, 'mededeling');
  await page.getByRole('button', { name: 'Mededeling wissen' }).click();
  await page.getByRole('button', { name: 'Schrijf een mededeling' }).click();
  await page.getByLabel('Mededeling', { exact: true }).fill('Fermé en août.');
  await expect(canvasOf(page).getByText('Fermé en août.')).toBeVisible();
  await save(page);
  expect(await desk.value('notice.yaml')).toMatchObject({ text: 'Fermé en août.' });
  await go(page, 'paginas/accueil');
  await expect(canvasOf(page).getByText('Fermé en août.')).toBeVisible();

  const sections = page.locator('.outline > li');
  await sections.nth(3).dragTo(sections.nth(1));
  await expect(sections.nth(1)).toContainText('Le dessert est parti');
  await save(page);
  const kinds = (await desk.value('pages/accueil.yaml')).sections.map(({ kind }) => kind);
  expect(kinds).toEqual(['hero', 'quote', 'offer', 'offer', 'call-to-action']);

  await go(page, 'bestanden');
  const pdf = (words: string) => ({
    name: 'Menu juin.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${words}`),
  });
  await page
    .getByLabel('Sleep hier een bestand in')
    .setInputFiles([{ ...pdf(''), buffer: Buffer.from('no') }]);
  await expect(page.getByRole('alert')).toContainText('Dit is geen PDF');
  await page.getByLabel('Sleep hier een bestand in').setInputFiles([pdf('juin')]);
  await expect(page.getByText('menu-juin.pdf').first()).toBeVisible();
  await page.getByLabel('Vervang menu-du-mois.pdf').setInputFiles([pdf('juillet')]);
  await expect(page.getByText('elke link blijft kloppen')).toBeVisible();
  expect(await desk.read('files/menu-du-mois.pdf')).toBe('%PDF-1.7 juillet');
  await page.getByRole('button', { name: 'Wissen' }).click();
  await expect(page.getByText('menu-juin.pdf is gewist')).toBeVisible();

  const mailbox = await openMailbox();
  await go(page, 'merk');
  const logo = page.getByLabel('Groot logo vervangen');
  await logo.setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') }]);
  await expect(page.getByRole('alert')).toContainText('geen SVG of PNG');
  await logo.setInputFiles([
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) },
  ]);
  await expect(canvasOf(page).locator('header [d="M0 0h90v9z"]')).toHaveCount(1);
  await page.getByLabel('Accent', { exact: true }).fill('#f0f0f0');
  await expect(page.getByText('✗').first()).toBeVisible();
  await page.getByLabel('Accent', { exact: true }).fill('#7a1f3d');
  await save(page);
  const brand = await desk.value('brand.yaml');
  expect(brand).toMatchObject({ colors: { accent: '#7a1f3d' } });
  const { large } = brand.logo as { large: string };
  expect(await desk.read(`brand/${large}`)).not.toMatch(/script|onload/);

  await go(page, 'begin');
  const brandStep = page.getByRole('listitem').filter({ hasText: 'Je logo en kleuren' });
  await expect(brandStep).toContainText('Nog van het voorbeeld: logo-petit, mesange');
  await page.getByText('Waarmee de site mails verstuurt').click();
  const { hostname, port } = new URL(mailbox.url);
  await page.getByLabel('Mailserver', { exact: true }).fill(hostname);
  await page.getByLabel('Poort').fill(port);
  await page.getByLabel('Gebruiker').fill('');
  await page.getByLabel('Afzender').fill('site@mesange.example');
  await page.getByLabel('Proefmail naar').fill('kok@mesange.example');
  await page.getByRole('button', { name: 'Stuur een proefmail' }).click();
  await expect(page.getByText('vertrokken naar kok@mesange.example')).toBeVisible();
  expect(mailbox.mails).toMatchObject([
    { sender: 'site@mesange.example', recipients: ['kok@mesange.example'] },
  ]);
  await mailbox.close();
  await page.getByLabel('Gebruiker').fill('kok');
  await page.getByLabel('Wachtwoord').fill('geheim-woord');
  await page.getByRole('button', { name: 'Bewaar de mailserver' }).click();
  await expect(page.getByRole('heading', { name: /Je mailserver.*gedaan/ })).toBeVisible();
  const settings = desk.path('../.env');
  expect(await readFile(settings, 'utf8')).toContain('kok:geheim-woord@127.0.0.1');
  expect((await stat(settings)).mode & 0o777).toBe(0o600);
  await page.getByLabel(/geen voorbeeldgegevens meer/).check();
  await expect(page.getByText(/dingen na te kijken|Eén ding/)).toBeVisible();
});
