import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { holdRoute } from '../support/browser/browser-test.ts';
import { editedPageOf, expect, expectSaved, go, open, test, textOn } from './desk-fixture.ts';

const HEIC = resolve('desk/server/photos/fixtures/turned.heic');

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('of several photos the failed one is named, and each shows its progress', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'fotos');
  const finish = await holdRoute(page, '**/api/uploads/**');
  const buffer = await readFile(HEIC);
  await page.getByLabel('Foto’s toevoegen').setInputFiles([
    { name: 'feest.heic', mimeType: 'image/heic', buffer },
    { name: 'stuk.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 900) },
    { name: 'DSC_1.NEF', mimeType: 'image/x-nikon-nef', buffer: Buffer.from('onbekend') },
  ]);
  await expect(page.getByText('Foto 1 van 3: feest.heic')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  finish();
  const message = page.getByRole('alert').filter({ hasText: 'Niet gelukt' });
  await expect(message).toContainText('Eén foto staat erbij', { timeout: 60_000 });
  await expect(message).toContainText('stuk.jpg');
  await expect(message).toContainText('DSC_1.NEF: Dit is een RAW-foto');
});

test('the first upload leaves the focus at its button', async ({ page, desk }) => {
  const { contentDir } = desk.folders;
  for (const file of await readdir(join(contentDir, 'files')))
    await rm(join(contentDir, 'files', file));
  await open(page, desk, 'meer/bestanden');
  await expect(page.getByText('Er zijn nog geen bestanden.')).toBeVisible();
  const upload = page.getByRole('button', { name: 'Een PDF erbij' });
  await upload.focus();
  await upload.setInputFiles({
    name: 'carte.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 carte'),
  });
  await expect(page.getByRole('link', { name: /^carte\.pdf/ })).toBeVisible();
  await expect(upload).toBeFocused();
});

test('a second new photo leaves the first open, where its description is typed', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/0/velden');
  const field = page.locator('[id="pages/accueil.yaml:sections.0.photos"]');
  const opened = field.locator('details[open]');
  for (const count of [1, 2]) {
    await field.getByLabel('Een foto erbij').setInputFiles(HEIC);
    await expect(opened).toHaveCount(count, { timeout: 60_000 });
    await expectSaved(page);
  }
  await opened.last().locator('summary').tap();
  await expect(opened).toHaveCount(1);
});

test('a tap anywhere on a new photo sets its focus and leads to its description', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/0/velden');
  const field = page.locator('[id="pages/accueil.yaml:sections.0.photos"]');
  await field.getByLabel('Een foto erbij').setInputFiles(HEIC);
  const photo = field.getByRole('button', { name: /^In beeld blijft/ });
  await expect(photo).toBeVisible({ timeout: 60_000 });
  for (const percent of [5, 30, 50, 70, 95]) {
    const { width = 0, height = 0 } = (await photo.boundingBox()) ?? {};
    await photo.tap({ position: { x: (width * percent) / 100, y: (height * percent) / 100 } });
    await expect(photo).toHaveAccessibleName(
      new RegExp(`^In beeld blijft ${percent} % van links, ${percent} % van boven`),
    );
    await expect(field.getByRole('textbox', { name: 'Wat staat erop?' })).toBeFocused();
  }
});

test('a replaced photo asks whether its description and focus still hold', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'fotos/soleil');
  const before = (await desk.value('photos/photos.yaml')).soleil;
  await page.getByLabel('Een andere foto in de plaats').setInputFiles(HEIC);
  const question = page.getByRole('alert').filter({ hasText: 'Kloppen de beschrijving' });
  await expect(question).toBeVisible({ timeout: 60_000 });
  expect((await desk.value('photos/photos.yaml')).soleil).toEqual(before);
  await page.setViewportSize({ width: 1280, height: 800 });
  await question.getByRole('button', { name: 'Nee, begin opnieuw' }).tap();
  await expect(question).toBeHidden();
  await expectSaved(page);
  await expect
    .poll(async () => (await desk.value('photos/photos.yaml')).soleil)
    .toEqual({ focus: [50, 50], alt: expect.stringMatching(/^\[/) });
});

test('the menu of a row and the tools of a text work without popovers', async ({ page, desk }) => {
  await page.addInitScript(() => {
    // Safari 16 has no popovers.
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    Reflect.deleteProperty(URL, 'parse');
  });
  await open(page, desk);
  await textOn(page, 'sections.2.paragraphs.0').tap();
  await expect(editedPageOf(page).getByRole('toolbar', { name: 'Opmaak' })).toBeVisible();
  await go(page, 'paginas');
  await page.getByLabel('Meer met La carte').tap();
  const menu = page.getByRole('dialog', { name: 'La carte' });
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Uit het menu halen' }).tap();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Meer met La carte').tap();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});
