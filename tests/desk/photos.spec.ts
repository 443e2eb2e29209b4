import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, go, save, test } from './desk-test.ts';

const HEIC = 'desk/server/uploads/fixtures/turned.heic';

test('photos come in turned and described, keep in sight what was clicked, and are replaced everywhere', async ({
  page,
  desk,
}) => {
  test.slow();
  // Wide in its bytes, upright by its EXIF.
  const turned = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#b36' },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await go(page, 'fotos');
  await page.getByLabel('Sleep hier foto’s in, of kies ze').setInputFiles([
    { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: turned },
    { name: 'IMG_0002.HEIC', mimeType: 'image/heic', buffer: await readFile(HEIC) },
  ]);
  await page.getByLabel('Naam').first().fill('Rode tafel!');
  await page.getByLabel('Wat staat erop?').first().fill('Une table rouge sous un arbre.');
  await page.getByLabel('Naam').last().fill('Van de iPhone');
  await page.getByLabel('Wat staat erop?').last().fill('Un jardin.');
  await page.getByRole('button', { name: 'Zet bij mijn foto’s' }).click();
  await page.getByRole('link', { name: /rode-tafel/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'rode-tafel' })).toBeVisible();
  const photo = page.locator('.focus-photo');
  const box = await photo.boundingBox();
  expect(box?.height).toBeGreaterThan(box?.width ?? 0);
  await photo.click({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.75 } });
  await page.getByLabel('Alleen rechtop').check();
  await photo.click({ position: { x: (box?.width ?? 0) * 0.5, y: (box?.height ?? 0) * 0.25 } });
  await save(page);
  const photos = await desk.value('photos/photos.yaml');
  expect(photos).toMatchObject({
    'rode-tafel': { focus: [25, 75], tallFocus: [50, 25], alt: 'Une table rouge sous un arbre.' },
    'van-de-iphone': { focus: [50, 50], alt: 'Un jardin.' },
  });
  const kept = await sharp(desk.path('photos/rode-tafel.jpg')).metadata();
  expect([kept.width, kept.height, kept.orientation ?? 1]).toEqual([600, 800, 1]);

  await go(page, 'fotos/soleil');
  await expect(page.getByRole('link', { name: 'Traiteur de village' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Foto wissen' })).toBeHidden();
  await page
    .getByLabel('Sleep ze hierheen, of kies ze')
    .setInputFiles([{ name: 'x.jpg', mimeType: 'image/jpeg', buffer: turned }]);
  await expect(page.getByText('staat nu de nieuwe foto')).toBeVisible();
  expect((await sharp(desk.path('photos/soleil.jpg')).metadata()).width).toBe(600);

  await go(page, 'fotos/van-de-iphone');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Foto wissen' }).click();
  await expect(page.getByText('van-de-iphone is gewist')).toBeVisible();
  expect(await desk.value('photos/photos.yaml')).not.toHaveProperty('van-de-iphone');
  await expect(desk.read('photos/van-de-iphone.jpg')).rejects.toThrow('ENOENT');

  await go(page, 'paginas/accueil/0');
  await page.getByRole('button', { name: 'Kies foto’s' }).click();
  await page.getByRole('button', { name: /rode-tafel/ }).click();
  await page.getByRole('button', { name: 'Klaar' }).click();
  await save(page);
  const { sections } = await desk.value('pages/accueil.yaml');
  expect(sections[0]).toMatchObject({ photos: ['soleil', 'colline', 'riviere', 'rode-tafel'] });
});
