import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Route } from '@playwright/test';
import { holdRoute } from '../support/browser/browser-test.ts';
import { editedPageOf, expect, expectSaved, go, open, test, textOn } from './desk-fixture.ts';

const HEIC = resolve('desk/server/photos/fixtures/turned.heic');
const OTHER_HEIC = resolve('desk/server/photos/fixtures/wide-gamut.heic');

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

for (const [name, lose] of Object.entries<(route: Route) => Promise<void>>({
  'the connection broke': (route) => route.abort(),
  'the desk restarted': (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
})) {
  test(`a photo is sent again when ${name} before the response, and is there once`, async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'fotos');
    const photos = page.getByRole('main').getByRole('listitem');
    await expect(photos.first()).toBeVisible();
    const before = await photos.count();
    let isLost = false;
    await page.route('**/api/uploads/**', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return lose(route);
    });
    await page.getByLabel('Foto’s toevoegen').setInputFiles(HEIC);
    await expect(page.getByRole('textbox', { name: 'Wat staat erop?' })).toBeVisible({
      timeout: 60_000,
    });
    expect(isLost).toBe(true);
    await open(page, desk, 'fotos');
    await expect(photos).toHaveCount(before + 1);
  });
}

test('a photo on a connection that stalls is sent again, and is there once', async ({
  page,
  desk,
}) => {
  await page.clock.install();
  await open(page, desk, 'fotos');
  const photos = page.getByRole('main').getByRole('listitem');
  await expect(photos.first()).toBeVisible();
  const before = await photos.count();
  // As on a connection that broke without a sign.
  await page.route('**/api/uploads/**', () => {}, { times: 1 });
  const asked = page.waitForRequest('**/api/uploads/**');
  await page.getByLabel('Foto’s toevoegen').setInputFiles(HEIC);
  await asked;
  await page.clock.runFor(62_000);
  await expect(page.getByRole('textbox', { name: 'Wat staat erop?' })).toBeVisible();
  await open(page, desk, 'fotos');
  await expect(photos).toHaveCount(before + 1);
});

test('a photo that is sent again keeps its number among the chosen ones', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'fotos');
  const finish = await holdRoute(page, '**/api/uploads/**');
  await page.route('**/api/uploads/**', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.getByLabel('Foto’s toevoegen').setInputFiles([HEIC, OTHER_HEIC]);
  await failed;
  await page.waitForRequest('**/api/uploads/**');
  await expect(page.getByText('Foto 1 van 2: turned.heic')).toBeVisible();
  finish();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a photo without any response is not said to have failed, and can be chosen again', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'fotos');
  await page.route('**/api/uploads/**', async (route) => {
    await route.fetch();
    return route.abort();
  });
  const upload = page.getByLabel('Foto’s toevoegen');
  await upload.setInputFiles(HEIC);
  const message = page.getByRole('alert').filter({ hasText: 'turned.heic' });
  await expect(message).toContainText('We weten niet', { timeout: 60_000 });
  await expect(message).not.toContainText('Niet gelukt');
  await page.unroute('**/api/uploads/**');
  await upload.setInputFiles(HEIC);
  const description = page.getByRole('textbox', { name: 'Wat staat erop?' });
  await expect(description).toBeVisible({ timeout: 60_000 });
  await description.fill('Vier kleuren.');
  await expectSaved(page);
  await open(page, desk, 'fotos');
  await page.getByLabel('Foto’s toevoegen').setInputFiles(HEIC);
  await expect(description).toHaveValue('Vier kleuren.', { timeout: 60_000 });
});

test('after a photo without any response the other chosen ones are not sent', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'fotos');
  const sent: string[] = [];
  await page.route('**/api/uploads/**', (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  await page.getByLabel('Foto’s toevoegen').setInputFiles([HEIC, OTHER_HEIC]);
  const message = page.getByRole('alert').filter({ hasText: 'turned.heic' });
  await expect(message).toContainText('Niet meer verstuurd: wide-gamut.heic');
  expect(sent.filter((url) => url.includes('wide-gamut'))).toEqual([]);
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
  for (const [index, photo] of [HEIC, OTHER_HEIC].entries()) {
    await field.getByLabel('Een foto erbij').setInputFiles(photo);
    await expect(opened).toHaveCount(index + 1, { timeout: 60_000 });
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
