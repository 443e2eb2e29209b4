import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectAccessible, go, open, test, textOn } from './desk-test.ts';

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a computer': { width: 1280, height: 720 },
};

const EMPTY: [place: string, text: string][] = [
  ['aanvragen', 'Er zijn nog geen aanvragen.'],
  ['fotos', 'Er zijn nog geen foto’s.'],
  ['meer/bestanden', 'Er zijn nog geen bestanden.'],
  ['meer/prullenbak', 'De prullenbak is leeg.'],
  ['meer/bezoeken', 'De laatste dertig dagen is er niets geteld.'],
  ['online', 'Met ‘Zet online’ staat je site er voor het eerst.'],
];

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: name === 'a phone' });

    test('where there is nothing yet, the next step is at hand', async ({ page, desk }) => {
      const { contentDir } = desk.folders;
      for (const folder of ['photos', 'files']) {
        const files = await readdir(join(contentDir, folder));
        for (const file of files) await rm(join(contentDir, folder, file));
      }
      await writeFile(join(contentDir, 'photos/photos.yaml'), '{}\n');
      await open(page, desk, 'paginas');
      for (const [place, text] of EMPTY) {
        await go(page, place);
        await expect(page.locator('main').getByText(text), place).toBeVisible();
        await expectAccessible(page, place);
      }
      await go(page, 'aanvragen');
      await page.getByRole('button', { name: 'Stuur een proefmail' }).click();
      await expect(page.getByText('250 OK')).toBeVisible();
      await go(page, 'meer/bestanden');
      await page.getByLabel('Een PDF erbij').setInputFiles({
        name: 'carte.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 carte'),
      });
      await expect(page.getByRole('link', { name: /^carte\.pdf/ })).toBeVisible();
    });

    test('the bar keeps its height, and shows how far publishing is', async ({ page, desk }) => {
      await open(page, desk);
      const height = async () => (await page.locator('.bar').boundingBox())?.height;
      const before = await height();
      for (const path of ['sections.0.sentence', 'sections.1.heading'])
        await textOn(page, path).fill('Un texte bien plus long que ce qui tient sur une ligne.');
      await go(page, 'pagina/carte');
      await textOn(page, 'sections.1.heading').fill('Encore une page.');
      await expect(page.locator('.saving')).toHaveAttribute('data-kind', 'saved');
      expect(await height()).toBe(before);

      await page.getByRole('button', { name: 'Zet online' }).click();
      const bar = page.getByRole('progressbar', { name: 'Je site wordt klaargemaakt' });
      await expect(bar).toBeVisible();
      const done = () => bar.evaluate((element) => (element as HTMLProgressElement).position);
      const first = await done();
      expect(first).toBeGreaterThanOrEqual(0);
      await expect.poll(done, { timeout: 90_000 }).toBeGreaterThan(first);
      expect(await height()).toBe(before);
      await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 90_000 });
      await expect(bar).toHaveCount(0);
      expect(await height()).toBe(before);
    });

    test('a row shows the photo of its section or page', async ({ page, desk }) => {
      const photos = page.locator('main .rows img').filter({ visible: true });
      const widths = () =>
        photos.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
      await open(page, desk, 'pagina/accueil/delen');
      await expect(page.getByRole('link', { name: /Grote foto’s/ })).toBeVisible();
      await expect.poll(widths).not.toEqual([]);
      await expect.poll(widths).not.toContain(0);
      await go(page, 'paginas');
      const home = page.getByRole('link', { name: /^Accueil/ });
      await expect(home.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    });
  });
}
