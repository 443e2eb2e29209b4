import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishTestRelease } from '../support/content/test-release.ts';
import { expect, expectAccessible, go, open, test } from './desk-fixture.ts';

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a computer': { width: 1280, height: 720 },
};

const EMPTY: [place: string, text: string, role: 'button' | 'link', next: string][] = [
  ['aanvragen', 'Er zijn nog geen aanvragen.', 'button', 'Stuur een proefmail'],
  ['fotos', 'Er zijn nog geen foto’s.', 'button', 'Foto’s toevoegen'],
  ['meer/bestanden', 'Er zijn nog geen bestanden.', 'button', 'Een PDF erbij'],
  ['meer/prullenbak', 'De prullenbak is leeg.', 'link', 'Zie ook wat er vroeger online stond'],
  ['meer/bezoeken', 'Er zijn nog geen bezoeken te tonen.', 'button', 'Tel bezoeken'],
  ['online', 'Met ‘Zet online’ staat je site er voor het eerst.', 'link', 'Naar je pagina’s'],
];

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: name === 'a phone' });

    test('an empty screen says so and offers the next step, such as a test mail or a file', async ({
      page,
      desk,
    }) => {
      const { contentDir } = desk.folders;
      for (const folder of ['photos', 'files']) {
        const files = await readdir(join(contentDir, folder));
        for (const file of files) await rm(join(contentDir, folder, file));
      }
      await writeFile(join(contentDir, 'photos/photos.yaml'), '{}\n');
      await open(page, desk, 'paginas');
      for (const [place, text, role, next] of EMPTY) {
        await test.step(place, async () => {
          await go(page, place);
          await expect(page.locator('main').getByText(text)).toBeVisible();
          const control = page.locator('main').getByRole(role, { name: next });
          await expect(control).toBeVisible();
          await expect(control).toBeEnabled();
          await expectAccessible(page, place);
        });
      }
      await test.step('a test mail is sent once the site is online', async () => {
        await go(page, 'aanvragen');
        const send = page.getByRole('button', { name: 'Stuur een proefmail' });
        await send.click();
        await expect(page.getByText('Zet je site eerst online.')).toBeVisible();
        await publishTestRelease(desk.folders.siteDir);
        await send.click();
        await expect(page.getByText(/250/)).toBeVisible();
      });
      await test.step('a first file is added', async () => {
        await go(page, 'meer/bestanden');
        await page.getByLabel('Een PDF erbij').setInputFiles({
          name: 'carte.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF-1.7 carte'),
        });
        await expect(page.getByRole('link', { name: /^carte\.pdf/ })).toBeVisible();
      });
    });
  });
}
