import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  canvasOf,
  expect,
  expectSaved,
  go,
  type OpenDesk,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';
import { INPUT_MODES } from './input-modes.ts';

/*
 * The changes that a caterer makes most, each from the first screen until it is online, with the
 * actions that it takes: a tap, a stretch of typing, or a scroll of one screen.
 */

const HOME = 'pages/accueil.yaml';

type User = ReturnType<typeof userOf>;

function userOf(page: Page, desk: OpenDesk, isPhone: boolean) {
  return {
    page,
    desk,
    isPhone,
    actions: 0,
    /** Taps a target with the thumb, or presses Enter on what has the focus. */
    async tap(target: Locator) {
      await target.waitFor({ state: 'attached', timeout: 15_000 });
      this.actions += (await scrollTo(target)) + 1;
      if (isPhone) return target.tap();
      await target.focus();
      if (!(await isTypedIn(target))) await page.keyboard.press('Enter');
    },
    async type(text: string) {
      this.actions += 1;
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      // This counts the button, and the photo in the phone's own list.
      this.actions += 2;
      await input.setInputFiles([file]);
    },
    async putOnline() {
      await this.tap(page.getByRole('button', { name: 'Zet online' }));
      await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 90_000 });
      await page.getByRole('button', { name: 'Melding sluiten' }).click();
    },
  };
}

const isTypedIn = (target: Locator) =>
  target.evaluate(
    (element) =>
      (element as HTMLElement).isContentEditable ||
      element.matches('input:not([type="file"]), textarea'),
  );

/** @returns how many screens lie between; what shows its middle can be tapped */
async function scrollTo(target: Locator): Promise<number> {
  const screens = await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (middle >= 0 && middle <= innerHeight) return 0;
    return Math.ceil(Math.max(bottom - innerHeight, -top) / (0.85 * innerHeight));
  });
  if (screens > 0) await target.scrollIntoViewIfNeeded();
  return screens;
}

const photo = async () => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
    .jpeg()
    .toBuffer(),
});

interface Journey {
  name: string;
  most: number;
  /** The final content is online already, so that nothing is to be published. */
  isOnlineAgain?: boolean;
  prepare?: (user: User) => Promise<void>;
  run: (user: User) => Promise<void>;
  expectOnline: (user: User) => Promise<void>;
}

/** @param texts the expected texts, in their order */
const isOnline =
  (path: string, ...texts: string[]) =>
  async ({ desk }: User) => {
    const page = await desk.online(path);
    const indexes = texts.map((text) => page.indexOf(text));
    expect(indexes, texts.join()).not.toContain(-1);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  };

/** Opens a page by the site's own menu, which a phone folds away. */
async function openByMenu(user: User, label: string): Promise<void> {
  const canvas = canvasOf(user.page);
  if (user.isPhone) await user.tap(canvas.getByRole('button', { name: 'Sommaire' }));
  await user.tap(
    canvas.getByRole('link', { name: label, exact: true }).filter({ visible: true }).first(),
  );
}

const link = (user: User, name: string | RegExp) => user.page.getByRole('link', { name });
const button = (user: User, name: string | RegExp) =>
  user.page.getByRole('button', { name }).filter({ visible: true });
const field = (user: User, id: string) => user.page.locator(`[id="${id}"]`);

const JOURNEYS: Journey[] = [
  {
    name: 'a sentence on the home page',
    most: 3,
    async run(user) {
      await user.tap(textOn(user.page, 'sections.0.sentence'));
      await user.type('La table est mise.');
    },
    expectOnline: isOnline('accueil', 'La table est mise.'),
  },
  {
    name: 'the telephone number',
    most: 4,
    async run(user) {
      if (user.isPhone) await user.tap(textOn(user.page, 'phone').filter({ visible: true }).last());
      else {
        await user.tap(link(user, 'Meer'));
        await user.tap(link(user, /^Gegevens van de zaak/));
        await field(user, 'company.yaml:phone').focus();
      }
      await user.type('081 11 11 11');
    },
    expectOnline: isOnline('accueil', '081 11 11 11'),
  },
  {
    name: 'a price',
    most: 5,
    async run(user) {
      if (user.isPhone)
        await user.tap(canvasOf(user.page).locator(`[data-field*='"sections",1,"price"']`));
      else await user.tap(link(user, /^Buffets froids Aanbod/));
      const amount = field(user, `${HOME}:sections.1.price.amount`);
      if (user.isPhone) await expect(amount).toBeFocused();
      else await amount.focus();
      await user.type('€ 31,50');
    },
    async expectOnline({ desk }) {
      expect((await desk.value(HOME)).sections[1]).toMatchObject({ price: { amount: 31.5 } });
      await isOnline('accueil', '31,5')({ desk } as User);
    },
  },
  {
    name: 'a dish',
    most: 5,
    async run(user) {
      await openByMenu(user, 'La carte');
      await user.tap(textOn(user.page, 'sections.1.lines.0.name'));
      await user.type('Soupe de courge');
    },
    expectOnline: isOnline('la-carte', 'Soupe de courge'),
  },
  {
    name: 'a new dish on the menu card',
    most: 6,
    async run(user) {
      await openByMenu(user, 'La carte');
      await user.tap(textOn(user.page, 'sections.1.lines.0.name'));
      const tools = user.page.getByRole('toolbar', { name: 'Deze pagina' });
      await user.tap(tools.getByRole('button', { name: '+ Lijn' }));
      await expect(textOn(user.page, 'sections.1.lines.3.name')).toBeFocused();
      await user.type('Planche de fromages');
    },
    expectOnline: isOnline('la-carte', 'Buffets froids', 'Planche de fromages'),
  },
  {
    name: 'a price, by a tap on the word beside it',
    most: 6,
    async run(user) {
      const amount = field(user, 'pages/carte.yaml:sections.1.lines.1.price.amount');
      await openByMenu(user, 'La carte');
      if (user.isPhone) {
        // The target is the last word of the line, which includes the amount.
        const price = canvasOf(user.page).locator('[data-price]').filter({ hasText: 'la tarte' });
        await price.waitFor();
        user.actions += (await scrollTo(price)) + 1;
        const { width = 0, height = 0 } = (await price.boundingBox()) ?? {};
        await price.tap({ position: { x: width - 6, y: height / 2 } });
      } else {
        await user.tap(link(user, /^À table Menukaart/));
        await user.page.locator('summary', { hasText: 'Tarte au riz' }).press('Enter');
        user.actions += 1;
        await amount.focus();
      }
      await expect(amount).toBeFocused();
      await user.type('19,50');
    },
    async expectOnline({ desk }) {
      const { lines } = (await desk.value('pages/carte.yaml')).sections[1] as { lines: object[] };
      expect(lines[1]).toMatchObject({ price: { amount: 19.5, per: 'la tarte' } });
      await isOnline('la-carte', '19,50')({ desk } as User);
    },
  },
  {
    name: 'a notice for August',
    most: 5,
    prepare: async ({ desk, page }) => {
      await rm(join(desk.folders.contentDir, 'notice.yaml'));
      await page.reload();
    },
    async run(user) {
      await user.tap(link(user, 'Meer'));
      await user.tap(link(user, /^Mededeling/));
      await expect(field(user, 'notice.yaml:text')).toBeFocused();
      await user.type('Fermé en août.');
      await user.tap(button(user, 'Augustus'));
    },
    async expectOnline({ desk }) {
      const { text, from, until } = await desk.value('notice.yaml');
      expect(text).toBe('Fermé en août.');
      expect([from, until].map((day) => String(day).slice(5))).toEqual(['08-01', '08-31']);
    },
  },
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
    async expectOnline({ desk }) {
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
      await expect(canvasOf(user.page).getByText('Carte des vins').first()).toBeVisible();
    },
    expectOnline: isOnline('accueil', 'Carte des vins', 'href="/files/carte-des-vins.pdf'),
  },
  {
    name: 'the page of the form, erased and put back',
    most: 6,
    isOnlineAgain: true,
    async run(user) {
      const { page } = user;
      await user.tap(link(user, 'Pagina’s'));
      await user.tap(page.getByLabel('Meer met Demande'));
      await user.tap(button(user, 'Wissen'));
      await user.tap(button(user, /^Ja, wis deze pagina/));
      await expect(summaryIn(page)).toContainText('na te kijken');
      await user.tap(summaryIn(page));
      await expect(page.getByText('geen aanvraagformulier')).toHaveCount(1);
      await user.tap(button(user, /^Zet .* terug/));
      await expect(page.getByText('na te kijken')).toHaveCount(0);
    },
    async expectOnline({ desk }) {
      expect(await desk.online('demande')).toContain('<form');
    },
  },
  {
    name: 'the text of the confirmation',
    most: 5,
    async run(user) {
      await user.tap(link(user, 'Meer'));
      await user.tap(link(user, /^Mails/));
      await user.tap(field(user, 'mails.yaml:confirmation.received'));
      await user.type('Merci ! Votre demande est arrivée.');
    },
    async expectOnline({ desk }) {
      expect(await desk.value('mails.yaml')).toMatchObject({
        confirmation: { received: 'Merci ! Votre demande est arrivée.' },
      });
    },
  },
  {
    name: 'a photo from the phone, with its focus',
    most: 6,
    async run(user) {
      const { page, isPhone } = user;
      const upload = page.locator(`[id="${HOME}:sections.0.photos"] input[type="file"]`);
      if (isPhone) await user.tap(canvasOf(page).locator('[data-section="0"] img').first());
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
    async expectOnline({ desk }) {
      // The panel may still move by a few pixels under the thumb.
      const focus = [expect.closeTo(25, -1), expect.closeTo(50, -1)];
      expect(await desk.value('photos/photos.yaml')).toMatchObject({
        'img-0042': { focus, alt: 'Un pré vert.' },
      });
      expect((await desk.value(HOME)).sections[0]?.photos).toContain('img-0042');
      await isOnline('accueil', 'Un pré vert.')({ desk } as User);
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
      await expect(canvasOf(page).locator('[data-placeholder]').first()).toBeFocused();
      user.actions += 1;
      await page.keyboard.type('Chez vous');
      await user.tap(canvasOf(page).locator('[data-placeholder]').first());
      await user.type('Nous venons avec tout.');
    },
    expectOnline: isOnline('accueil', 'Chez vous', 'Nous venons avec tout.'),
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
      await expect(canvasOf(page).locator('[data-placeholder]').first()).toBeFocused();
      user.actions += 1;
      await page.keyboard.type('Nos bûches sont prêtes.');
      await user.tap(button(user, 'Toon ze in het menu'));
    },
    async expectOnline(user) {
      await isOnline('kerst-en-nieuw', 'Nos bûches sont prêtes.')(user);
      await isOnline('accueil', 'href="/kerst-en-nieuw"')(user);
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
    async expectOnline({ desk }) {
      await expect(desk.online('la-carte')).rejects.toThrow('ENOENT');
      expect((await desk.online('accueil')).includes('href="/la-carte')).toBe(false);
    },
  },
  {
    name: 'taking it back',
    most: 2,
    async prepare(user) {
      await textOn(user.page, 'sections.0.sentence').fill('Oups');
      await user.putOnline();
      user.actions = 0;
    },
    async run(user) {
      if (user.isPhone) return user.tap(button(user, 'Ongedaan maken'));
      user.actions += 1;
      await user.page.keyboard.press('Control+z');
    },
    async expectOnline({ desk }) {
      expect((await desk.online('accueil')).includes('Oups')).toBe(false);
    },
  },
  {
    name: 'seeing what changed',
    most: 2,
    prepare: async ({ page }) => {
      await textOn(page, 'sections.0.sentence').fill('Bonjour');
      await expect(summaryIn(page)).toContainText('Accueil');
    },
    async run(user) {
      await user.tap(summaryIn(user.page));
      await expect(user.page.getByRole('insertion')).toHaveText(['Bonjour']);
    },
    expectOnline: isOnline('accueil', 'Bonjour'),
  },
];

for (const { name, isPhone, size } of INPUT_MODES) {
  test.describe(name, () => {
    test.use({ viewport: size, hasTouch: isPhone, actionTimeout: 15_000 });

    test('every frequent change is online after few actions', async ({ page, desk }) => {
      test.setTimeout(900_000);
      await open(page, desk);
      const taken: Record<string, string> = {};
      for (const { name: journey, most, isOnlineAgain, prepare, run, expectOnline } of JOURNEYS) {
        await test.step(journey, async () => {
          const user = userOf(page, desk, isPhone);
          await go(page, '');
          await expect(canvasOf(page).locator('[data-section]').first()).toBeVisible();
          await prepare?.(user);
          const started = Date.now();
          await run(user);
          if (isOnlineAgain) await expect(page.getByText('Alles staat online')).toBeVisible();
          else await user.putOnline();
          await expectOnline(user);
          const seconds = ((Date.now() - started) / 1000).toFixed(1);
          taken[journey] = `${user.actions} of at most ${most} actions, ${seconds} s`;
          expect.soft(user.actions, journey).toBeLessThanOrEqual(most);
        });
      }
      const actions = JSON.stringify(taken, null, 1);
      console.log(`${name}: ${actions}`);
      test.info().annotations.push({ type: 'actions', description: actions });
    });
  });
}

test.describe('by the keys of a keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('a sentence of the home page takes at most 12 keys besides typing', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const sentence = textOn(page, 'sections.0.sentence');
    const isFocused = () => sentence.evaluate((one) => one === one.ownerDocument.activeElement);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('Tab');
    await expect(page.getByRole('button', { name: 'Naar de pagina' })).toBeFocused();
    await press('Enter');
    while (!(await isFocused())) await press('Tab');
    await press('Control+a');
    await page.keyboard.type('La table est mise.');
    await expectSaved(page);
    expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'La table est mise.' });
    expect(keys).toBeLessThanOrEqual(12);
    test.info().annotations.push({ type: 'keys', description: String(keys) });
  });
});
