import type { Page } from '@playwright/test';
import { canvasOf, expect, expectAccessible, go, save, test } from './desk-test.ts';

const HOME = 'pages/accueil.yaml';

test('a sentence, a price, a telephone number and a paragraph are changed where they are read', async ({
  page,
  desk,
}) => {
  const before = await desk.read(HOME);
  await go(page, 'paginas/accueil');
  const canvas = canvasOf(page);
  const heading = canvas.getByTitle('Kop').first();
  await expect(heading).toHaveText('Buffets froids');
  await heading.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type("Buffets d'été : chauds #1");
  await expect(heading).toHaveText("Buffets d'été : chauds #1");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Buffets d'été : chauds #1");
  await page.getByLabel('Bedrag').last().fill('31.5');
  await expect(canvas.getByText('31,5').first()).toBeVisible();
  await save(page);
  const { sections } = await desk.value(HOME);
  expect(sections[1]).toMatchObject({
    heading: "Buffets d'été : chauds #1",
    price: { amount: 31.5, per: 'par personne' },
  });
  const lines = before.split('\n');
  const changed = (await desk.read(HOME)).split('\n').filter((line, i) => line !== lines[i]);
  expect(changed).toHaveLength(2);

  await go(page, 'gegevens');
  await page.getByLabel('Telefoon').fill('081 11 11 11');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
  expect((await desk.value('company.yaml')).phone).toBe('081 11 11 11');
  await go(page, 'paginas/demande');
  await expect(canvas.getByText('081 11 11 11').filter({ visible: true }).last()).toBeVisible();

  // Enter makes two paragraphs of one.
  await go(page, 'paginas/carte');
  const paragraph = canvas.getByTitle('Alinea').first();
  await paragraph.focus();
  // As a click between the two sentences would: the editor hears of it a moment later.
  await paragraph.evaluate(async (element, at) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    document.getSelection()?.collapse(text, at);
    await new Promise((heard) => setTimeout(heard, 100));
  }, 'La carte change avec les saisons.'.length);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Eh oui. ');
  await save(page);
  expect((await desk.value('pages/carte.yaml')).sections[0]).toMatchObject({
    paragraphs: ['La carte change avec les saisons.', 'Eh oui. Voici celle du moment.'],
  });
});

test('a sentence is changed, and sections are added, moved, copied, hidden and deleted, by keyboard alone', async ({
  page,
  desk,
}) => {
  await go(page, 'paginas/accueil');
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first();
    await button.focus();
    await page.keyboard.press('Enter');
  };
  const more = async (title: string, what: string) => {
    await page.getByLabel(`Meer met ${title}`).first().focus();
    await page.keyboard.press('Enter');
    await press(what);
  };
  const heading = canvasOf(page).getByTitle('Kop').first();
  await heading.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Tables froides');
  await expect(heading).toHaveText('Tables froides');
  await press('Tables froides naar onder');
  await expect(page.getByRole('button', { name: 'Tables froides naar onder' })).toBeFocused();
  for (let place = 0; place < 2; place += 1) await page.keyboard.press('Enter');
  // What is typed into is what is open beside; from there back to all of them.
  await press('Traiteur de village');
  await more('Une date en tête ?', 'Kopiëren');
  await more('Goûters d’anniversaire', 'Verbergen');
  await press(/^Deel toevoegen|Deel toevoegen$/);
  await expect(page.getByRole('heading', { name: 'Deel toevoegen' })).toBeFocused();
  await press(/^Vragen en antwoorden/);
  await expect(page.getByRole('heading', { level: 1, name: 'Over ons' })).toBeFocused();
  await press('Traiteur de village');
  await more('Le couvert est déjà mis.', 'Wissen');
  await page.keyboard.press('Control+z');
  await more('Une date en tête ?', 'Wissen');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
  const { sections } = await desk.value(HOME);
  const kinds = sections.map(({ kind, hidden }) => `${kind}${hidden ? ' hidden' : ''}`);
  expect(kinds).toEqual([
    ...['hero', 'offer hidden', 'quote', 'call-to-action', 'questions', 'offer'],
  ]);
  expect(sections.at(-1)).toMatchObject({ heading: 'Tables froides' });
});

test('a page is made, found under its old address too, hidden, deleted and brought back', async ({
  page,
  desk,
}) => {
  await go(page, 'paginas');
  await page.getByRole('button', { name: 'Nieuwe pagina' }).click();
  await page.getByLabel('Hoe heet de pagina?').fill('Kerst & Nieuw');
  await page.getByRole('radio', { name: /Menu als PDF/ }).check();
  await page.getByRole('button', { name: 'Maak de pagina' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kerst & Nieuw' })).toBeVisible();
  await save(page);
  expect(await desk.value('pages/kerst-en-nieuw.yaml')).toMatchObject({
    path: '/kerst-en-nieuw',
    hidden: true,
    sections: [{ kind: 'introduction' }, { kind: 'file', file: 'menu-du-mois.pdf' }],
  });

  await page.getByRole('button', { name: 'Titel, adres en menu' }).click();
  await page.getByLabel('Adres', { exact: true }).fill('/kerst');
  await page.getByLabel('Verborgen').uncheck();
  await save(page);
  const moved = await desk.value('pages/kerst-en-nieuw.yaml');
  expect(moved).toMatchObject({ path: '/kerst', redirects: ['/kerst-en-nieuw'] });
  expect(moved).not.toHaveProperty('hidden');

  await go(page, 'paginas');
  await page.getByRole('button', { name: 'La carte vroeger in het menu' }).click();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Meer met Kerst & Nieuw').click();
  await page.getByRole('button', { name: 'Wissen' }).click();
  await expect(page.getByRole('link', { name: /Kerst & Nieuw/ })).toBeHidden();
  await page.getByRole('button', { name: 'Ongedaan maken' }).last().click();
  await expect(page.getByRole('link', { name: /Kerst & Nieuw/ })).toBeVisible();
  await save(page);
  const placeOf = async (file: string) => (await desk.value(file)).navigation;
  expect(await placeOf('pages/carte.yaml')).toMatchObject({ place: 2 });
  expect(await placeOf(HOME)).toMatchObject({ place: 3 });
});

test('nothing is lost: not to the build’s refusal, to another tab, or to a window that closes', async ({
  page,
  context,
  desk,
}) => {
  const before = await desk.read(HOME);
  await go(page, 'paginas/accueil/1');
  const headingOn = (tab: Page) => tab.getByLabel('Kop', { exact: true });
  const heading = headingOn(page);
  const undo = page.getByRole('button', { name: 'Ongedaan maken' });
  await heading.fill('');
  await expect(heading).toHaveAttribute('aria-invalid', 'true');
  await expect(heading).toHaveAccessibleDescription(/Verwacht: een kop/);
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
  await page.getByText('Eén ding na te kijken').click();
  await expect(page.getByRole('link', { name: HOME })).toBeVisible();
  expect(await desk.read(HOME)).toBe(before);
  await page.keyboard.press('Escape');
  await undo.click();
  await expect(heading).toHaveValue('Buffets froids');
  await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
  await page.getByRole('button', { name: 'Opnieuw doen' }).click();
  await expect(heading).toHaveAttribute('aria-invalid', 'true');
  await undo.click();

  const other = await context.newPage();
  await other.goto(page.url());
  await headingOn(other).fill('De l’autre');
  await save(other);
  await heading.fill('De celui-ci');
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
  await page.getByRole('button', { name: 'Neem het andere over' }).click();
  await expect(heading).toHaveValue('De l’autre');
  await undo.click();
  await expect(heading).toHaveValue('De celui-ci');
  expect(await desk.read(HOME)).toContain('De l’autre');
  await save(page);
  expect(await desk.read(HOME)).toContain('De celui-ci');

  await go(page, 'gegevens');
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/draft') && answer.request().method() === 'PUT',
  );
  await page.getByLabel('Naam', { exact: true }).fill('La Grande Mésange');
  await kept;
  await page.close({ runBeforeUnload: false });
  await go(other, 'gegevens');
  await other.reload();
  await expect(other.getByRole('dialog')).toBeVisible();
  await expectAccessible(other, 'dialog');
  await other.getByRole('button', { name: 'Verder werken' }).click();
  await expect(other.getByLabel('Naam', { exact: true })).toHaveValue('La Grande Mésange');
  await expect(other.getByRole('status').first()).toHaveText('Niet bewaard');
});

test('every screen can be used by everybody', async ({ page, desk: _desk }) => {
  test.slow();
  for (const place of [
    ...['begin', 'paginas', 'paginas/accueil', 'paginas/accueil/1', 'paginas/carte/1', 'fotos'],
    ...['fotos/soleil', 'gegevens', 'mededeling', 'bestanden', 'mails', 'woorden', 'merk'],
    ...['instellingen', 'online'],
  ]) {
    await test.step(place, async () => {
      await go(page, place);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      // What is around every screen, and the page beside some, stand there already.
      await expectAccessible(page, place === 'paginas/accueil' ? undefined : 'main');
    });
  }
  await page.setViewportSize({ width: 640, height: 360 });
  await go(page, 'paginas/accueil/1');
  await expect(page.getByLabel('Kop', { exact: true })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(640);
});
