import sharp from 'sharp';
import { editedPageOf, expect, summaryIn } from './desk-fixture.ts';
import { declareJourneys, pageShows } from './journey.ts';
import { button, field, link } from './user.ts';

/*
 * The changes to photos, files, sections and pages that a caterer makes most, each from the first
 * screen until it is online, with the actions that it takes (`user.ts`).
 */

const HOME = 'pages/accueil.yaml';

const photo = async () => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
    .jpeg()
    .toBuffer(),
});

declareJourneys([
  {
    name: 'a PDF',
    most: 5,
    async run(user) {
      await user.tap(link(user, 'Meer'));
      await user.tap(link(user, /^Bestanden/));
      await user.choose(user.page.getByLabel('Vervang menu-du-mois.pdf'), {
        name: 'juillet.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 juillet'),
      });
      await expect(user.page.getByText('ligt 30 dagen in de prullenbak')).toBeVisible();
    },
    async expectOnline(desk) {
      expect(await desk.onlineFile('files/menu-du-mois.pdf')).toBe('%PDF-1.7 juillet');
    },
  },
  {
    name: 'a PDF on a page',
    most: 7,
    async run(user) {
      await user.tap(link(user, 'Meer'));
      await user.tap(link(user, /^Bestanden/));
      await user.choose(user.page.getByLabel('Een PDF erbij'), {
        name: 'Carte des vins.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 vins'),
      });
      await user.tap(button(user, 'Zet op een pagina carte-des-vins.pdf'));
      await user.tap(button(user, 'Accueil'));
      await expect(editedPageOf(user.page).getByText('Carte des vins').first()).toBeVisible();
    },
    expectOnline: pageShows('accueil', 'Carte des vins', 'href="/files/carte-des-vins.pdf'),
  },
  {
    name: 'the page of the form, removed and restored',
    most: 6,
    startsOnline: true,
    isOnlineAgain: true,
    async run(user) {
      const { page } = user;
      await user.tap(link(user, 'Pagina’s'));
      await user.tap(page.getByLabel('Meer met Demande'));
      await user.tap(button(user, 'Verwijderen'));
      await user.tap(button(user, /^Ja, verwijder deze pagina/));
      await expect(summaryIn(page)).toContainText('na te kijken');
      await user.tap(summaryIn(page));
      await expect(page.getByText('geen aanvraagformulier')).toHaveCount(1);
      await user.tap(button(user, /^Zet .* terug/));
      await expect(page.getByText('na te kijken')).toHaveCount(0);
    },
    async expectOnline(desk) {
      expect(await desk.online('demande')).toContain('<form');
    },
  },
  {
    name: 'a photo from the phone, with its focus',
    most: 6,
    async run(user) {
      const { page, isPhone } = user;
      const upload = page.locator(`[id="${HOME}:sections.0.photos"] input[type="file"]`);
      if (isPhone) await user.tap(editedPageOf(page).locator('[data-section="0"] img').first());
      else await user.tap(link(user, /Grote foto’s/).first());
      await user.choose(upload, await photo());
      const focus = page.getByRole('button', { name: /^In beeld blijft/ });
      const description = field(user, 'photos/photos.yaml:img-0042.alt');
      await expect(description).toBeVisible({ timeout: 30_000 });
      if (isPhone) {
        user.actions += 1;
        const box = await focus.boundingBox();
        await focus.tap({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) / 2 } });
      } else {
        await focus.focus();
        for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
        user.actions += 1;
        await description.focus();
      }
      await user.type('Un pré vert.');
    },
    async expectOnline(desk) {
      // The panel may still move by a few pixels under the thumb.
      const focus = [expect.closeTo(25, -1), expect.closeTo(50, -1)];
      expect(await desk.value('photos/photos.yaml')).toMatchObject({
        'img-0042': { focus, alt: 'Un pré vert.' },
      });
      expect((await desk.value(HOME)).sections[0]?.photos).toContain('img-0042');
      await pageShows('accueil', 'Un pré vert.')(desk);
    },
  },
  {
    name: 'a new section',
    most: 6,
    async run(user) {
      const { page } = user;
      await user.tap(
        link(user, /Deel toevoegen/)
          .filter({ visible: true })
          .first(),
      );
      await user.tap(button(user, /^Inleiding/));
      await expect(editedPageOf(page).locator('[data-placeholder]').first()).toBeFocused();
      user.actions += 1;
      await page.keyboard.type('Chez vous');
      await user.tap(editedPageOf(page).locator('[data-placeholder]').first());
      await user.type('Nous venons avec tout.');
    },
    expectOnline: pageShows('accueil', 'Chez vous', 'Nous venons avec tout.'),
  },
  {
    name: 'a new page in the menu',
    most: 6,
    async run(user) {
      const { page } = user;
      await user.tap(link(user, 'Pagina’s'));
      await user.tap(button(user, 'Nieuwe pagina'));
      user.actions += 1;
      await page.keyboard.type('Kerst & Nieuw');
      await page.keyboard.press('Enter');
      await expect(editedPageOf(page).locator('[data-placeholder]').first()).toBeFocused();
      user.actions += 1;
      await page.keyboard.type('Nos bûches sont prêtes.');
      await user.tap(button(user, 'Toon ze in het menu'));
    },
    async expectOnline(desk) {
      await pageShows('kerst-en-nieuw', 'Nos bûches sont prêtes.')(desk);
      await pageShows('accueil', 'href="/kerst-en-nieuw"')(desk);
    },
  },
  {
    name: 'a hidden page, to which others link',
    most: 6,
    async run(user) {
      await user.tap(link(user, 'Pagina’s'));
      await user.tap(user.page.getByLabel('Meer met La carte'));
      await user.tap(button(user, 'Verbergen'));
      await expect(summaryIn(user.page)).toContainText('na te kijken');
      await user.tap(summaryIn(user.page));
      await user.tap(button(user, 'Haal die links weg'));
    },
    async expectOnline(desk) {
      await expect(desk.online('la-carte')).rejects.toThrow('ENOENT');
      expect((await desk.online('accueil')).includes('href="/la-carte')).toBe(false);
    },
  },
]);
