import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Job } from '../../desk/shared/api.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
import {
  editedPageOf,
  expect,
  expectPublished,
  expectSaved,
  go,
  open,
  test,
  textOn,
} from './desk-fixture.ts';

const HOME = 'pages/accueil.yaml';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const closeMessage = (page: Page) => page.getByRole('button', { name: 'Melding sluiten' }).tap();

test('an earlier version and the one that it replaced can be restored', async ({ page, desk }) => {
  test.setTimeout(300_000);
  await open(page, desk);
  const sentence = textOn(page, 'sections.0.sentence');
  // A version can be put back only after another one has gone online.
  for (const next of ['La nouvelle.', 'Jamais en ligne.']) {
    await go(page, '');
    await page.getByRole('button', { name: 'Zet online' }).tap();
    await expectPublished(page);
    await closeMessage(page);
    await sentence.fill(next);
    await expectSaved(page);
  }
  await go(page, 'online');
  const restore = async (version: string, expected: string) => {
    const row = page.getByRole('listitem').filter({ hasText: version });
    await row.getByRole('button', { name: 'Zet terug' }).tap();
    await expect(page.getByText('is weer zoals toen.')).toBeVisible({ timeout: 30_000 });
    expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: expected });
    await closeMessage(page);
  };
  await restore('Stond online', 'Le couvert\nest déjà mis.');
  // The content that had never been online is not lost.
  await restore('voor je iets terugzette', 'Jamais en ligne.');
});

test('a replaced photo can be restored from the bin or erased', async ({ page, desk }) => {
  test.setTimeout(300_000);
  const photo = join(desk.folders.contentDir, 'photos/soleil.jpg');
  const original = await readFile(photo);
  await open(page, desk, 'fotos/soleil');
  // A photo as an iPhone takes it.
  await page
    .getByLabel('Een andere foto in de plaats')
    .setInputFiles(resolve('desk/server/photos/fixtures/turned.heic'));
  await expect(page.getByText('ligt 30 dagen in de prullenbak')).toBeVisible({ timeout: 60_000 });
  expect((await readFile(photo)).equals(original)).toBe(false);

  await go(page, 'meer/prullenbak');
  await page.getByRole('button', { name: 'Haal terug soleil' }).tap();
  await expect(page.getByText('soleil is terug.')).toBeVisible();
  expect((await readFile(photo)).equals(original)).toBe(true);

  // A double tap confirms nothing.
  await page.getByRole('button', { name: 'Wis voorgoed soleil' }).dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Ja, wis voorgoed soleil' }).tap();
  await expect(page.getByText('Voorgoed gewist.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('De prullenbak is leeg.')).toBeVisible();
});

test('while a file is erased for good, nothing can be restored from the bin', async ({
  page,
  desk,
}) => {
  const path = 'files/menu.pdf';
  await desk.call('POST /api/uploads/:path', Buffer.from('%PDF-1.7'), path);
  await desk.call('DELETE /api/uploads/:path', {}, path);
  const job: Job = { id: 'a', kind: 'erase', state: 'running', progress: null, warnings: [] };
  await page.route('**/api/job', (route) => route.fulfill({ json: job }));
  await open(page, desk, 'meer/prullenbak');
  await expect(page.getByRole('button', { name: 'Haal terug menu.pdf' })).toBeDisabled();
});

test('a removed photo or file comes back from the bin', async ({ page, desk }) => {
  const { contentDir } = desk.folders;
  await copyFile(join(contentDir, 'photos/soleil.jpg'), join(contentDir, 'photos/midi.jpg'));
  await writeFile(join(contentDir, 'files/carte-des-vins.pdf'), '%PDF-1.7 vins');
  await open(page, desk, 'fotos/midi');
  await page.getByRole('button', { name: 'Verwijder deze foto' }).tap();
  await expect(page.getByText('ligt 30 dagen in de prullenbak')).toBeVisible();
  await go(page, 'meer/bestanden');
  await page.getByRole('button', { name: 'Verwijder carte-des-vins.pdf' }).tap();
  await expect(page.getByRole('link', { name: 'carte-des-vins.pdf' })).toHaveCount(0);

  await go(page, 'meer/prullenbak');
  for (const name of ['midi', 'carte-des-vins.pdf']) {
    await page.getByRole('button', { name: `Haal terug ${name}` }).tap();
    await expect(page.getByText(`${name} is terug.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Haal terug ${name}` })).toHaveCount(0);
  }
  expect((await readFile(join(contentDir, 'photos/midi.jpg'))).length).toBeGreaterThan(0);
  const file = await readFile(join(contentDir, 'files/carte-des-vins.pdf'), 'utf8');
  expect(file).toBe('%PDF-1.7 vins');
});

test('a photo chosen during the upload of another is kept', async ({ page, desk }) => {
  await open(page, desk, 'pagina/accueil/0/velden');
  const field = page.locator(`[id="${HOME}:sections.0.photos"]`);
  const finish = await holdRoute(page, '**/api/uploads/**');
  await field
    .getByLabel('Een foto erbij')
    .setInputFiles(resolve('desk/server/photos/fixtures/turned.heic'));
  await field.getByText('Kies uit je foto’s').tap();
  const other = field
    .getByRole('button')
    .filter({ has: page.getByRole('img') })
    .first();
  const alt = await other.getByRole('img').getAttribute('alt');
  await other.tap();
  await expect(field.locator('summary').first()).toHaveText(alt ?? '');
  finish();
  const added = field.locator('summary').first();
  await expect(added).toHaveText('turned', { timeout: 60_000 });
  await expect(field.locator('summary').nth(1)).toHaveText(alt ?? '');
});

test('the page shows a replaced logo', async ({ page, desk }) => {
  await open(page, desk, 'meer/brand.yaml');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><path d="M0 0h9v3z"/></svg>';
  await page
    .getByLabel('Groot logo vervangen')
    .setInputFiles([{ name: 'neuf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }]);
  await expectSaved(page);
  await expect(editedPageOf(page).locator('header svg[viewBox="0 0 9 3"]').first()).toBeAttached();
  const { logo } = (await desk.value('brand.yaml')) as unknown as { logo: { large: string } };
  expect(await readFile(join(desk.folders.contentDir, 'brand', logo.large), 'utf8')).toContain(
    'h9v3',
  );
});

test('emphasis, links and lists are saved as Markdown', async ({ page, desk }) => {
  await open(page, desk);
  const text = textOn(page, 'sections.2.paragraphs.0');
  await text.tap();
  const tools = editedPageOf(page).getByRole('toolbar', { name: 'Opmaak' });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await tools.getByRole('button', { name: 'Lijst', exact: true }).tap();
  await tools.getByRole('button', { name: 'Vet' }).tap();
  await page.keyboard.type('tartes');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Voyez la carte');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await tools.getByRole('button', { name: 'Link', exact: true }).tap();
  await editedPageOf(page).getByLabel('Waarheen?').fill('/la-carte');
  await page.keyboard.press('Enter');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[2]).toMatchObject({
    paragraphs: ['- **tartes**\n- Voyez la [carte](/la-carte)'],
  });
});

test('a text with line breaks keeps them and gets more', async ({ page, desk }) => {
  await open(page, desk);
  const sentence = (await desk.value(HOME)).sections[0]?.sentence;
  expect(sentence).toContain('\n');
  const text = textOn(page, 'sections.0.sentence');
  // The caret still moves between the touch and the click of a tap, so the test must wait before it
  // presses a key.
  const clicked = text.evaluate(
    (element) => new Promise((done) => element.addEventListener('click', done, { once: true })),
  );
  await text.tap();
  await clicked;
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Oui');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]?.sentence).toBe(`${sentence}\nOui`);
});
