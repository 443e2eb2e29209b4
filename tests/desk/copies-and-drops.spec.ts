import type { Page } from '@playwright/test';
import {
  editedPageOf,
  expect,
  expectAccessible,
  expectPublished,
  expectSaved,
  go,
  open,
  summaryIn,
  test,
} from './desk-fixture.ts';
import { forEachInputMode, visibleButton } from './input-modes.ts';

/* Tests duplicating, the address of a removed page, and dropping the changes of one file. */

const MENU = 'pages/carte.yaml';

forEachInputMode(({ isPhone, press }) => {
  const openMenu = (page: Page, title: string) =>
    press(page.getByRole('listitem').getByRole('button', { name: `Meer met ${title}` }));

  test('a section, a dish and a page are duplicated', async ({ page, desk }) => {
    await open(page, desk, 'pagina/carte/delen');
    await openMenu(page, 'À table');
    await expectAccessible(page, 'the menu of a section');
    await press(visibleButton(page, 'Dupliceren'));
    await expect(page.getByText('‘À table’ staat er nu twee keer')).toBeVisible();
    await expectSaved(page);
    const { sections: twice } = await desk.value(MENU);
    const { anchor: _, ...copied } = twice[1] ?? {};
    expect(twice[2]).toEqual(copied);

    await go(page, 'pagina/carte/2/velden');
    await press(page.locator('summary').filter({ hasText: 'Tarte au riz' }));
    await press(visibleButton(page, 'Tarte au riz dupliceren').first());
    await expect(page.locator(`[id="${MENU}:sections.2.lines.2.name"]`)).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Tarte au sucre');
    // The copy has the same name, which the caterer changes.
    await page.locator(`[id="${MENU}:sections.2.heading"]`).fill('Au dessert');
    await expectAccessible(page, 'the dishes');
    await expectSaved(page);
    const { sections } = await desk.value(MENU);
    expect(sections[2]?.lines).toMatchObject([
      { name: 'Soupe du potager' },
      { name: 'Tarte au riz', price: { amount: 18, per: 'la tarte' } },
      { name: 'Tarte au sucre', price: { amount: 18, per: 'la tarte' } },
      { name: 'Buffets froids' },
    ]);

    await go(page, 'paginas');
    await openMenu(page, 'La carte');
    await press(visibleButton(page, 'Dupliceren'));
    await expect(editedPageOf(page).getByText('Tarte au sucre')).toBeVisible();
    await expectSaved(page);
    const { path, hidden, navigation } = await desk.value('pages/la-carte-kopie.yaml');
    expect({ path, hidden, navigation }).toEqual({
      path: '/la-carte-kopie',
      hidden: true,
      navigation: undefined,
    });
    await expect(summaryIn(page)).not.toContainText('na te kijken');
  });

  test('what changed in one file is dropped, and a removed page leads elsewhere', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    await press(visibleButton(page, 'Zet online'));
    await expectPublished(page);
    await press(visibleButton(page, 'Melding sluiten'));

    await go(page, 'paginas');
    await openMenu(page, 'La carte');
    await press(visibleButton(page, 'Verwijderen'));
    await expectAccessible(page, 'the question');
    const target = page.getByLabel('Wie het oude adres kent');
    await expect(target).toHaveValue('pages/accueil.yaml');
    // A phone shows a select's options in its own list, outside the page.
    if (isPhone) await target.selectOption({ label: 'Accessibilité' });
    else await target.pressSequentially('Acc');
    await expect(target.locator('option:checked')).toHaveText('Accessibilité');
    await press(visibleButton(page, 'Ja, verwijder deze pagina'));
    await expectSaved(page);
    expect((await desk.value('pages/pour-tous.yaml')).redirects).toEqual(
      expect.arrayContaining(['/la-carte', '/menu']),
    );
    // Links to it still lead somewhere.
    await expect(summaryIn(page)).not.toContainText('na te kijken');

    await go(page, 'meer/company.yaml');
    await page.locator('[id="company.yaml:phone"]').fill('081 11 11 11');
    await expectSaved(page);
    await go(page, 'online');
    const rows = page.getByRole('list', { name: /^Sinds/ }).getByRole('listitem');
    // The fourth file changed too, because it linked to a section of the removed page.
    await expect(rows).toHaveCount(4);
    await expectAccessible(page, 'what changes');
    const drop = async (title: string) => {
      await press(visibleButton(page, `Laat dit vallen ${title}`));
      await press(visibleButton(page, /^Ja, laat vallen/));
    };
    await drop('La carte');
    // La carte has its addresses again, so nothing else changed in the page that had taken them
    // over.
    await expect(rows).toHaveText([/Gegevens van de zaak/, /Écoles/]);
    await expectSaved(page);
    expect((await desk.value(MENU)).path).toBe('/la-carte');
    await drop('Écoles');
    await drop('Gegevens van de zaak');
    await expect(page.getByText('Alles staat online')).toBeVisible();
    await press(visibleButton(page, 'Ongedaan maken'));
    await expect(rows).toHaveText([/081 11 11 11/]);
  });
});
