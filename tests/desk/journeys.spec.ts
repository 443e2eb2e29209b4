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
  test,
  textOn,
} from './desk-test.ts';

/*
 * The changes that a caterer makes most, each from the first screen until it is online, with the
 * steps that it takes: a tap, a stretch of typing, or a scroll of one screen.
 */

const SIZES = [
  { name: 'a phone, by thumb', width: 390, height: 844, isPhone: true },
  { name: 'a computer, by keyboard', width: 1280, height: 720, isPhone: false },
];

const HOME = 'pages/accueil.yaml';

type Hand = ReturnType<typeof handOf>;

function handOf(page: Page, desk: OpenDesk, isPhone: boolean) {
  return {
    page,
    desk,
    isPhone,
    steps: 0,
    /** Taps a target with the thumb, or presses Enter on what has the focus. */
    async tap(target: Locator) {
      await target.waitFor({ state: 'attached', timeout: 15_000 });
      this.steps += (await scrollTo(target)) + 1;
      if (isPhone) return target.tap();
      await target.focus();
      if (!(await isTypedIn(target))) await page.keyboard.press('Enter');
    },
    async type(text: string) {
      this.steps += 1;
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      // This counts the button, and the photo in the phone's own list.
      this.steps += 2;
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
  prepare?: (hand: Hand) => Promise<void>;
  run: (hand: Hand) => Promise<void>;
  expectOnline: (hand: Hand) => Promise<void>;
}

/** @param texts the expected texts, in their order */
const isOnline =
  (path: string, ...texts: string[]) =>
  async ({ desk }: Hand) => {
    const page = await desk.online(path);
    const indexes = texts.map((text) => page.indexOf(text));
    expect(indexes, texts.join()).not.toContain(-1);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  };

/** Opens a page by the site's own menu, which a phone folds away. */
async function openByMenu(hand: Hand, label: string): Promise<void> {
  const canvas = canvasOf(hand.page);
  if (hand.isPhone) await hand.tap(canvas.getByRole('button', { name: 'Sommaire' }));
  await hand.tap(
    canvas.getByRole('link', { name: label, exact: true }).filter({ visible: true }).first(),
  );
}

const link = (hand: Hand, name: string | RegExp) => hand.page.getByRole('link', { name });
const button = (hand: Hand, name: string | RegExp) =>
  hand.page.getByRole('button', { name }).filter({ visible: true });
const field = (hand: Hand, id: string) => hand.page.locator(`[id="${id}"]`);

const JOURNEYS: Journey[] = [
  {
    name: 'a sentence on the home page',
    most: 3,
    async run(hand) {
      await hand.tap(textOn(hand.page, 'sections.0.sentence'));
      await hand.type('La table est mise.');
    },
    expectOnline: isOnline('accueil', 'La table est mise.'),
  },
  {
    name: 'the telephone number',
    most: 4,
    async run(hand) {
      if (hand.isPhone) await hand.tap(textOn(hand.page, 'phone').filter({ visible: true }).last());
      else {
        await hand.tap(link(hand, 'Meer'));
        await hand.tap(link(hand, /^Gegevens van de zaak/));
        await field(hand, 'company.yaml:phone').focus();
      }
      await hand.type('081 11 11 11');
    },
    expectOnline: isOnline('accueil', '081 11 11 11'),
  },
  {
    name: 'a price',
    most: 5,
    async run(hand) {
      if (hand.isPhone)
        await hand.tap(canvasOf(hand.page).locator(`[data-field*='"sections",1,"price"']`));
      else await hand.tap(link(hand, /^Buffets froids Aanbod/));
      const amount = field(hand, `${HOME}:sections.1.price.amount`);
      if (hand.isPhone) await expect(amount).toBeFocused();
      else await amount.focus();
      await hand.type('€ 31,50');
    },
    async expectOnline({ desk }) {
      expect((await desk.value(HOME)).sections[1]).toMatchObject({ price: { amount: 31.5 } });
      await isOnline('accueil', '31,5')({ desk } as Hand);
    },
  },
  {
    name: 'a dish',
    most: 5,
    async run(hand) {
      await openByMenu(hand, 'La carte');
      await hand.tap(textOn(hand.page, 'sections.1.lines.0.name'));
      await hand.type('Soupe de courge');
    },
    expectOnline: isOnline('la-carte', 'Soupe de courge'),
  },
  {
    name: 'a new dish on the menu card',
    most: 6,
    async run(hand) {
      await openByMenu(hand, 'La carte');
      await hand.tap(textOn(hand.page, 'sections.1.lines.0.name'));
      const tools = hand.page.getByRole('toolbar', { name: 'Deze pagina' });
      await hand.tap(tools.getByRole('button', { name: '+ Lijn' }));
      await expect(textOn(hand.page, 'sections.1.lines.3.name')).toBeFocused();
      await hand.type('Planche de fromages');
    },
    expectOnline: isOnline('la-carte', 'Buffets froids', 'Planche de fromages'),
  },
  {
    name: 'a price, by a tap on the word beside it',
    most: 6,
    async run(hand) {
      const amount = field(hand, 'pages/carte.yaml:sections.1.lines.1.price.amount');
      await openByMenu(hand, 'La carte');
      if (hand.isPhone) {
        // The target is the last word of the line, which includes the amount.
        const price = canvasOf(hand.page).locator('[data-price]').filter({ hasText: 'la tarte' });
        await price.waitFor();
        hand.steps += (await scrollTo(price)) + 1;
        const { width = 0, height = 0 } = (await price.boundingBox()) ?? {};
        await price.tap({ position: { x: width - 6, y: height / 2 } });
      } else {
        await hand.tap(link(hand, /^À table Menukaart/));
        await hand.page.locator('summary', { hasText: 'Tarte au riz' }).press('Enter');
        hand.steps += 1;
        await amount.focus();
      }
      await expect(amount).toBeFocused();
      await hand.type('19,50');
    },
    async expectOnline({ desk }) {
      const { lines } = (await desk.value('pages/carte.yaml')).sections[1] as { lines: object[] };
      expect(lines[1]).toMatchObject({ price: { amount: 19.5, per: 'la tarte' } });
      await isOnline('la-carte', '19,50')({ desk } as Hand);
    },
  },
  {
    name: 'a notice for August',
    most: 5,
    prepare: async ({ desk, page }) => {
      await rm(join(desk.folders.contentDir, 'notice.yaml'));
      await page.reload();
    },
    async run(hand) {
      await hand.tap(link(hand, 'Meer'));
      await hand.tap(link(hand, /^Mededeling/));
      await expect(field(hand, 'notice.yaml:text')).toBeFocused();
      await hand.type('Fermé en août.');
      await hand.tap(button(hand, 'Augustus'));
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
    async run(hand) {
      await hand.tap(link(hand, 'Meer'));
      await hand.tap(link(hand, /^Bestanden/));
      await hand.choose(hand.page.getByLabel('Vervang menu-du-mois.pdf'), {
        name: 'juillet.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 juillet'),
      });
      await expect(hand.page.getByText('ligt 30 dagen in de prullenbak')).toBeVisible();
    },
    async expectOnline({ desk }) {
      expect(await desk.onlineFile('files/menu-du-mois.pdf')).toBe('%PDF-1.7 juillet');
    },
  },
  {
    name: 'a PDF on a page',
    most: 7,
    async run(hand) {
      await hand.tap(link(hand, 'Meer'));
      await hand.tap(link(hand, /^Bestanden/));
      await hand.choose(hand.page.getByLabel('Een PDF erbij'), {
        name: 'Carte des vins.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 vins'),
      });
      await hand.tap(button(hand, 'Zet op een pagina carte-des-vins.pdf'));
      await hand.tap(button(hand, 'Accueil'));
      await expect(canvasOf(hand.page).getByText('Carte des vins').first()).toBeVisible();
    },
    expectOnline: isOnline('accueil', 'Carte des vins', 'href="/files/carte-des-vins.pdf'),
  },
  {
    name: 'the page of the form, erased and put back',
    most: 6,
    isOnlineAgain: true,
    async run(hand) {
      const { page } = hand;
      await hand.tap(link(hand, 'Pagina’s'));
      await hand.tap(page.getByLabel('Meer met Demande'));
      await hand.tap(button(hand, 'Wissen'));
      await hand.tap(button(hand, /^Ja, wis deze pagina/));
      await expect(page.locator('.summary')).toContainText('na te kijken');
      await hand.tap(page.locator('.summary'));
      await expect(page.getByText('geen aanvraagformulier')).toHaveCount(1);
      await hand.tap(button(hand, /^Zet .* terug/));
      await expect(page.getByText('na te kijken')).toHaveCount(0);
    },
    async expectOnline({ desk }) {
      expect(await desk.online('demande')).toContain('<form');
    },
  },
  {
    name: 'the text of the confirmation',
    most: 5,
    async run(hand) {
      await hand.tap(link(hand, 'Meer'));
      await hand.tap(link(hand, /^Mails/));
      await hand.tap(field(hand, 'mails.yaml:confirmation.received'));
      await hand.type('Merci ! Votre demande est arrivée.');
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
    async run(hand) {
      const { page, isPhone } = hand;
      const upload = page.locator(`[id="${HOME}:sections.0.photos"] input[type="file"]`);
      if (isPhone) await hand.tap(canvasOf(page).locator('[data-section="0"] img').first());
      else await hand.tap(link(hand, /Grote foto’s/).first());
      await hand.choose(upload, await photo());
      const focus = page.getByRole('button', { name: /^In beeld blijft/ });
      const description = field(hand, 'photos/photos.yaml:img-0042.alt');
      await expect(description).toBeVisible({ timeout: 30_000 });
      if (isPhone) {
        hand.steps += 1;
        const box = await focus.boundingBox();
        await focus.tap({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) / 2 } });
      } else {
        await focus.focus();
        for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
        hand.steps += 1;
        await description.focus();
      }
      await hand.type('Un pré vert.');
    },
    async expectOnline({ desk }) {
      // The panel may still move by a few pixels under the thumb.
      const focus = [expect.closeTo(25, -1), expect.closeTo(50, -1)];
      expect(await desk.value('photos/photos.yaml')).toMatchObject({
        'img-0042': { focus, alt: 'Un pré vert.' },
      });
      expect((await desk.value(HOME)).sections[0]?.photos).toContain('img-0042');
      await isOnline('accueil', 'Un pré vert.')({ desk } as Hand);
    },
  },
  {
    name: 'a new section',
    most: 6,
    async run(hand) {
      const { page } = hand;
      await hand.tap(
        link(hand, /Deel toevoegen/)
          .filter({ visible: true })
          .first(),
      );
      await hand.tap(button(hand, /^Inleiding/));
      await expect(canvasOf(page).locator('[data-placeholder]').first()).toBeFocused();
      hand.steps += 1;
      await page.keyboard.type('Chez vous');
      await hand.tap(canvasOf(page).locator('[data-placeholder]').first());
      await hand.type('Nous venons avec tout.');
    },
    expectOnline: isOnline('accueil', 'Chez vous', 'Nous venons avec tout.'),
  },
  {
    name: 'a new page in the menu',
    most: 6,
    async run(hand) {
      const { page } = hand;
      await hand.tap(link(hand, 'Pagina’s'));
      await hand.tap(button(hand, 'Nieuwe pagina'));
      hand.steps += 1;
      await page.keyboard.type('Kerst & Nieuw');
      await page.keyboard.press('Enter');
      await expect(canvasOf(page).locator('[data-placeholder]').first()).toBeFocused();
      hand.steps += 1;
      await page.keyboard.type('Nos bûches sont prêtes.');
      await hand.tap(button(hand, 'Toon ze in het menu'));
    },
    async expectOnline(hand) {
      await isOnline('kerst-en-nieuw', 'Nos bûches sont prêtes.')(hand);
      await isOnline('accueil', 'href="/kerst-en-nieuw"')(hand);
    },
  },
  {
    name: 'a hidden page, to which others link',
    most: 6,
    async run(hand) {
      await hand.tap(link(hand, 'Pagina’s'));
      await hand.tap(hand.page.getByLabel('Meer met La carte'));
      await hand.tap(button(hand, 'Verbergen'));
      await expect(hand.page.locator('.summary')).toContainText('na te kijken');
      await hand.tap(hand.page.locator('.summary'));
      await hand.tap(button(hand, 'Haal die links weg'));
    },
    async expectOnline({ desk }) {
      await expect(desk.online('la-carte')).rejects.toThrow('ENOENT');
      expect((await desk.online('accueil')).includes('href="/la-carte')).toBe(false);
    },
  },
  {
    name: 'taking it back',
    most: 2,
    async prepare(hand) {
      await textOn(hand.page, 'sections.0.sentence').fill('Oups');
      await hand.putOnline();
      hand.steps = 0;
    },
    async run(hand) {
      if (hand.isPhone) return hand.tap(button(hand, 'Ongedaan maken'));
      hand.steps += 1;
      await hand.page.keyboard.press('Control+z');
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
      await expect(page.locator('.summary')).toContainText('Accueil');
    },
    async run(hand) {
      await hand.tap(hand.page.locator('.summary'));
      await expect(hand.page.getByRole('insertion')).toHaveText(['Bonjour']);
    },
    expectOnline: isOnline('accueil', 'Bonjour'),
  },
];

for (const { name, isPhone, width, height } of SIZES) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, hasTouch: isPhone, actionTimeout: 15_000 });

    test('every frequent change is online after few steps', async ({ page, desk }) => {
      test.setTimeout(900_000);
      await open(page, desk);
      const taken: Record<string, string> = {};
      for (const { name: journey, most, isOnlineAgain, prepare, run, expectOnline } of JOURNEYS) {
        await test.step(journey, async () => {
          const hand = handOf(page, desk, isPhone);
          await go(page, '');
          await expect(canvasOf(page).locator('[data-section]').first()).toBeVisible();
          await prepare?.(hand);
          const started = Date.now();
          await run(hand);
          if (isOnlineAgain) await expect(page.getByText('Alles staat online')).toBeVisible();
          else await hand.putOnline();
          await expectOnline(hand);
          const seconds = ((Date.now() - started) / 1000).toFixed(1);
          taken[journey] = `${hand.steps} of at most ${most} steps, ${seconds} s`;
          expect.soft(hand.steps, journey).toBeLessThanOrEqual(most);
        });
      }
      const steps = JSON.stringify(taken, null, 1);
      console.log(`${name}: ${steps}`);
      test.info().annotations.push({ type: 'steps', description: steps });
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
