import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  editedPageOf,
  expect,
  expectSaved,
  open,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';
import { declareJourneys, pageShows } from './journey.ts';
import { button, field, link, openByMenu, scrollTo } from './user.ts';

/*
 * The changes to texts that a caterer makes most, each from the first screen until it is online,
 * with the actions that it takes (`user.ts`).
 */

const HOME = 'pages/accueil.yaml';

declareJourneys([
  {
    name: 'a sentence on the home page',
    most: 3,
    async run(user) {
      await user.tap(textOn(user.page, 'sections.0.sentence'));
      await user.type('La table est mise.');
    },
    expectOnline: pageShows('accueil', 'La table est mise.'),
  },
  {
    name: 'the telephone number',
    most: 4,
    async run(user) {
      if (user.isPhone) {
        await user.tap(editedPageOf(user.page).getByRole('button', { name: 'Sommaire' }));
        await user.tap(textOn(user.page, 'phone').filter({ visible: true }).first());
      } else {
        await user.tap(link(user, 'Meer'));
        await user.tap(link(user, /^Gegevens van de zaak/));
        await field(user, 'company.yaml:phone').focus();
      }
      await user.type('081 11 11 11');
    },
    expectOnline: pageShows('accueil', '081 11 11 11'),
  },
  {
    name: 'a price',
    most: 5,
    async run(user) {
      if (user.isPhone)
        await user.tap(editedPageOf(user.page).locator(`[data-field*='"sections",1,"price"']`));
      else await user.tap(link(user, /^Buffets froids Aanbod/));
      const amount = field(user, `${HOME}:sections.1.price.amount`);
      if (user.isPhone) await expect(amount).toBeFocused();
      else await amount.focus();
      await user.type('€ 31,50');
    },
    async expectOnline(desk) {
      expect((await desk.value(HOME)).sections[1]).toMatchObject({ price: { amount: 31.5 } });
      await pageShows('accueil', '31,5')(desk);
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
    expectOnline: pageShows('la-carte', 'Soupe de courge'),
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
    expectOnline: pageShows('la-carte', 'Buffets froids', 'Planche de fromages'),
  },
  {
    name: 'a price, by a tap on the word beside it',
    most: 6,
    async run(user) {
      const amount = field(user, 'pages/carte.yaml:sections.1.lines.1.price.amount');
      await openByMenu(user, 'La carte');
      if (user.isPhone) {
        // The target is the last word of the line, which includes the amount.
        const price = editedPageOf(user.page)
          .locator('[data-price]')
          .filter({ hasText: 'la tarte' });
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
    async expectOnline(desk) {
      const { lines } = (await desk.value('pages/carte.yaml')).sections[1] as { lines: object[] };
      expect(lines[1]).toMatchObject({ price: { amount: 19.5, per: 'la tarte' } });
      await pageShows('la-carte', '19,50')(desk);
    },
  },
  {
    name: 'a notice for August',
    most: 5,
    prepare: async ({ page }, desk) => {
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
    async expectOnline(desk) {
      const { text, from, until } = await desk.value('notice.yaml');
      expect(text).toBe('Fermé en août.');
      expect([from, until].map((day) => String(day).slice(5))).toEqual(['08-01', '08-31']);
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
    async expectOnline(desk) {
      expect(await desk.value('mails.yaml')).toMatchObject({
        confirmation: { received: 'Merci ! Votre demande est arrivée.' },
      });
    },
  },
  {
    name: 'undoing a change',
    most: 2,
    async prepare(user) {
      await textOn(user.page, 'sections.0.sentence').fill('Oups');
      await user.putOnline();
    },
    async run(user) {
      if (user.isPhone) return user.tap(button(user, 'Ongedaan maken'));
      user.actions += 1;
      await user.page.keyboard.press('Control+z');
    },
    async expectOnline(desk) {
      expect((await desk.online('accueil')).includes('Oups')).toBe(false);
    },
  },
  {
    name: 'seeing what changed',
    most: 2,
    startsOnline: true,
    prepare: async ({ page }) => {
      await textOn(page, 'sections.0.sentence').fill('Bonjour');
      await expect(summaryIn(page)).toContainText('Accueil');
    },
    async run(user) {
      await user.tap(summaryIn(user.page));
      await expect(user.page.getByRole('insertion')).toHaveText(['Bonjour']);
    },
    expectOnline: pageShows('accueil', 'Bonjour'),
  },
]);

test.describe('by the keys of a keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('a sentence of the home page takes at most 12 keys besides typing', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const sentence = textOn(page, 'sections.0.sentence');
    const isFocused = () => sentence.evaluate((text) => text === text.ownerDocument.activeElement);
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
