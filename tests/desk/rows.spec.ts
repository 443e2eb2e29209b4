import { expect, expectAccessible, expectSaved, go, open, test } from './desk-fixture.ts';

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a computer': { width: 1280, height: 720 },
};

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: name === 'a phone' });

    test('a row shows the photo of its section or page', async ({ page, desk }) => {
      const photos = page
        .getByRole('main')
        .getByRole('listitem')
        .locator('img')
        .filter({ visible: true });
      const widths = () =>
        photos.evaluateAll((list) => list.map((photo) => (photo as HTMLImageElement).naturalWidth));
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

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the arrows of a section appear on hover or focus only, so that its name has the whole row', async ({
    page,
    desk,
  }) => {
    await open(page, desk);
    const row = page.getByRole('complementary').getByRole('listitem').nth(1);
    const down = row.getByRole('button', { name: /omlaag$/ });
    const arrows = row.locator('.moves');
    expect((await row.getByRole('link').boundingBox())?.width).toBeGreaterThan(250);
    await expect(arrows).toHaveCSS('opacity', '0');
    await row.hover();
    await expect(arrows).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await expect(arrows).toHaveCSS('opacity', '0');

    await row.getByRole('link').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(down).toBeFocused();
    await expect(arrows).toHaveCSS('opacity', '1');
    const { width = 0, height = 0 } = (await down.boundingBox()) ?? {};
    // WCAG 2.2, 2.5.8
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await expectAccessible(page, 'the arrows');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a section and a page are moved by the menu of their row', async ({ page, desk }) => {
    await open(page, desk, 'pagina/accueil/delen');
    const headings = async () => {
      const { sections } = await desk.value('pages/accueil.yaml');
      return sections.map(({ heading }) => heading);
    };
    const before = await headings();
    const first = String(before[1]);
    await page.getByRole('button', { name: `Meer met ${first}` }).tap();
    await page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Omlaag' }).tap();
    await expect(page.getByRole('button', { name: `Meer met ${first}` })).toBeFocused();
    const after = [before[0], before[2], before[1], ...before.slice(3)];
    await expect.poll(headings).toEqual(after);

    await go(page, 'paginas');
    const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
    const titles = await rows.allTextContents();
    await page
      .getByRole('button', { name: /^Meer met/ })
      .nth(1)
      .tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Omhoog' }).tap();
    await expect(rows.first()).toHaveText(String(titles[1]));
    await expect(page.getByRole('button', { name: /^Meer met/ }).first()).toBeFocused();
  });

  test('a moved photo keeps the focus, and a removed photo passes it to the next', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/0/velden');
    const field = page.locator('[id="pages/accueil.yaml:sections.0.photos"]');
    const photos = async () => (await desk.value('pages/accueil.yaml')).sections[0]?.photos;
    await field.getByText('Kies uit je foto’s').tap();
    for (let count = 1; count <= 2; count += 1) {
      await field
        .getByRole('button')
        .filter({ has: page.getByRole('img') })
        .first()
        .tap();
    }
    await expectSaved(page);
    const before = (await photos()) as string[];
    expect(before.length).toBeGreaterThan(2);
    const rows = field.getByRole('list').first().getByRole('listitem');
    const firstRow = rows.first();
    await expect(firstRow.locator('details')).toHaveAttribute('open');
    await firstRow.getByRole('button', { name: /omlaag$/ }).tap();
    await expect.poll(photos).toEqual([before[1], before[0], ...before.slice(2)]);
    await expect(rows.nth(1).getByRole('button', { name: /omlaag$/ })).toBeFocused();
    await rows
      .nth(1)
      .getByRole('button', { name: /weghalen$/ })
      .tap();
    await expect.poll(photos).toEqual([before[1], ...before.slice(2)]);
    await expect(rows.nth(1).locator('summary')).toBeFocused();
  });

  test('a row of a text is labelled with its number, and opens to its field', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/accueil/1/velden');
    const text = page.getByRole('textbox', { name: /^Alinea 1/ });
    await expect(text).toBeHidden();
    await page
      .locator('summary')
      .filter({ hasText: /^Alinea 1/ })
      .tap();
    await expect(text).toBeVisible();
  });

  test('a row that is closed shows what is typed in it, and one is open at a time', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'meer/messages.yaml');
    const rows = page.locator('summary').filter({ visible: true });
    await expect(page.getByRole('textbox').filter({ visible: true })).toHaveCount(0);
    const form = rows.filter({ hasText: 'Velden van het formulier' });
    await form.tap();
    const name = page.locator('[id="messages.yaml:fields.name"]');
    await name.fill('Votre nom');
    await rows.filter({ hasText: 'Rond elke pagina' }).tap();
    await expect(name).toBeHidden();
    await expect(form).toContainText('Votre nom');
    await expectAccessible(page, 'the rows');
  });

  test('the lines of a menu card are rows with the names of dishes, one of them open', async ({
    page,
    desk,
  }) => {
    await open(page, desk, 'pagina/carte/1/velden');
    const row = (dish: string) => page.locator('summary').filter({ hasText: dish });
    const name = (index: number) =>
      page.locator(`[id="pages/carte.yaml:sections.1.lines.${index}.name"]`);
    await test.step('each row has the name of its dish', async () => {
      await expect(page.locator('summary').filter({ visible: true })).toHaveText([
        'Soupe du potager',
        'Tarte au riz',
        'Buffets froids',
      ]);
      await expect(name(0)).toBeHidden();
    });
    await test.step('a tap opens a row and closes the one before', async () => {
      await row('Soupe du potager').tap();
      await expect(name(0)).toBeVisible();
      await row('Tarte au riz').tap();
      await expect(name(1)).toBeVisible();
      await expect(name(0)).toBeHidden();
    });
    await test.step('a row that is moved stays open', async () => {
      await page.getByRole('button', { name: 'Tarte au riz omhoog' }).tap();
      await expect(name(0)).toHaveValue('Tarte au riz');
      await expect(name(0)).toBeVisible();
    });
    await test.step('a line that is added is open, with the focus in its name', async () => {
      await page.getByRole('button', { name: '+ Lijn' }).filter({ visible: true }).first().tap();
      await expect(name(3)).toBeFocused();
      await page.keyboard.type('Fromages');
      await expect(row('Fromages')).toBeVisible();
      await expect(page.locator('details[open]')).toHaveCount(1);
    });
  });
});
