import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { PROTOCOL_VERSION } from '../../desk/shared/api.ts';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
import {
  editedPageOf,
  expect,
  expectPublished,
  expectSaved,
  go,
  messageIn,
  open,
  savingIn,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

const HOME = 'pages/accueil.yaml';

test.use({ viewport: { width: 1280, height: 720 } });

const isSave = (request: Request) =>
  request.method() === 'PUT' && request.url().endsWith('/api/content');

async function putOnline(page: Page) {
  await page.getByRole('button', { name: 'Zet online' }).click();
  await expectPublished(page);
}

test('an invalid value is saved as typed, and can be replaced by the one online', async ({
  page,
  desk,
}) => {
  await open(page, desk);
  await putOnline(page);
  await go(page, 'pagina/accueil/1');
  const heading = page.getByLabel('Kop', { exact: true });
  const amount = page.getByLabel('Bedrag').last();
  await heading.fill('');
  await amount.fill('tien');
  await expect(heading).toHaveAttribute('aria-invalid', 'true');
  await expect(heading).toHaveAccessibleDescription(/kop/);
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[1]).toMatchObject({
    heading: '',
    price: { amount: 'tien' },
  });
  await page.reload();
  await expect(heading).toHaveValue('');
  await expect(amount).toHaveValue('tien');
  await heading.fill('Buffets urgents');
  await expectSaved(page);
  // One wrong price does not hold up the rest.
  await page.getByRole('button', { name: 'Zet online' }).click();
  await expect(page.getByText('Kijk dit eerst na')).toBeVisible();
  await page.getByRole('button', { name: /^Neem wat online staat/ }).click();
  await expect(summaryIn(page)).not.toContainText('na te kijken');
  await page.getByRole('button', { name: 'Melding sluiten' }).click();
  await putOnline(page);
  const online = await desk.online('accueil');
  expect(online).toContain('Buffets urgents');
  expect(online).not.toContain('tien');
});

test('a wrong address is announced in its field, like any other wrong value', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/carte/instellingen');
  const address = page.getByLabel('Adres', { exact: true });
  await expect(address).not.toHaveAttribute('aria-invalid');
  await address.fill('/Mijn kaart');
  await address.press('Tab');
  const problem = page.getByRole('alert').filter({ hasText: /adres/i });
  await expect(problem).toBeVisible();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toHaveAccessibleDescription(
    new RegExp(`^Begint met /.*${RegExp.escape((await problem.textContent()) ?? '')}$`),
  );
});

test('the page shows each letter, also beside a wrong value and with slow saves', async ({
  page,
  desk,
}) => {
  await page.route('**/api/content', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.fulfill({ response });
  });
  const type = async (field: string, ...parts: string[]) => {
    const text = editedPageOf(page)
      .locator(`[contenteditable][data-text="${field}"]`)
      .filter({ visible: true })
      .first();
    await text.click();
    await page.keyboard.press('Control+a');
    for (const part of parts) {
      const saving = page.waitForRequest(isSave);
      await page.keyboard.type(part, { delay: 120 });
      await saving;
    }
    await expect(text).toHaveText(parts.join('').trim());
    return text;
  };
  await open(page, desk, 'pagina/accueil/1');
  await page.getByLabel('Bedrag').last().fill('douze');
  await type(`${HOME} sections.1.heading`, 'Nou', 'veaux buffets');
  await go(page, 'meer/company.yaml');
  await page.getByLabel('E-mail', { exact: false }).first().fill('bonjour@');
  await type('company.yaml phone', '09 1', '23 45 67 89');
  // The field is emptied, so that it can be typed anew.
  const notice = editedPageOf(page).locator('[contenteditable][data-text="notice.yaml text"]');
  await notice.click();
  await page.keyboard.press('Control+a');
  await expectSaved(page);
  const emptied = page.waitForResponse((response) => isSave(response.request()));
  await page.keyboard.press('Backspace');
  await emptied;
  await page.keyboard.type('Vacances en juin.', { delay: 60 });
  await expect(notice).toHaveText('Vacances en juin.');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[1]).toMatchObject({
    heading: 'Nouveaux buffets',
    price: { amount: 'douze' },
  });
  expect(await desk.value('company.yaml')).toMatchObject({
    phone: '09 123 45 67 89',
    email: 'bonjour@',
  });
  expect(await desk.value('notice.yaml')).toMatchObject({ text: 'Vacances en juin.' });
});

test('a change whose save fails or gets no response is stored once, and the bar does not say that it is online', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/nieuw/1');
  const before = (await desk.value(HOME)).sections.length;
  await page.route(
    '**/api/content',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Inleiding/ }).click();
  await expect(savingIn(page)).toContainText('Geen verbinding');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections).toHaveLength(before + 1);
  await expect(page.getByText(/elders veranderd/)).toHaveCount(0);
  await page.route('**/api/content', (route) =>
    route.fulfill({ status: 500, json: { message: 'De schijf van de server is vol.' } }),
  );
  await textOn(page, 'sections.0.sentence').fill('Pas encore.');
  await expect(savingIn(page)).toContainText('Nog niet bewaard');
  await page.getByRole('button', { name: 'Zet online' }).click();
  await expect(messageIn(page)).toContainText('Niet gelukt. De schijf van de server is vol.');
  expect(await currentReleaseId(desk.folders.siteDir)).toBeUndefined();
  await page.unroute('**/api/content');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Pas encore.' });
});

test('undo belongs to the text with the cursor, and leaves the caret there', async ({
  page,
  desk,
}) => {
  await page.clock.install();
  await open(page, desk);
  const sentence = textOn(page, 'sections.0.sentence');
  await sentence.fill('La table est mise.');
  await expectSaved(page);
  // Text that is typed without a pause is undone as a whole, so the test pauses here.
  await page.clock.fastForward(1_100);
  await page.keyboard.press('End');
  await page.keyboard.type(' Oups');
  await page.keyboard.press('Control+z');
  await expect(sentence).toHaveText('La table est mise.');
  await expect(messageIn(page)).toContainText('Teruggenomen');
  await page.keyboard.type(' Venez');
  await expect(sentence).toHaveText('La table est mise. Venez');
  await go(page, 'paginas');
  await page.getByRole('button', { name: 'Nieuwe pagina' }).click();
  await page.keyboard.type('Noel');
  await page.keyboard.press('Control+z');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({
    sentence: 'La table est mise. Venez',
  });
});

test('the message of undo has one mark at its end, also after a heading that ends with one', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'pagina/accueil/1');
  const heading = page.getByLabel('Kop', { exact: true });
  for (const [text, message] of [
    ['Prêt ?', 'Teruggenomen: Accueil › Prêt ?'],
    ['Prêt', 'Teruggenomen: Accueil › Prêt.'],
  ] as const) {
    await heading.fill(text);
    await expectSaved(page);
    await page.getByLabel('Bedrag').last().fill('12');
    await page.getByRole('button', { name: 'Ongedaan maken' }).click();
    await expect(messageIn(page)).toContainText('Teruggenomen');
    expect(await messageIn(page).textContent()).toContain(message);
    expect(await messageIn(page).textContent()).not.toContain(`${message}.`);
  }
});

test('a page is removed after one question, and comes back from the bin after a reload', async ({
  page,
  desk,
}) => {
  await open(page, desk, 'paginas');
  const remove = async () => {
    await page.getByRole('button', { name: 'Meer met La carte' }).click();
    await page.getByRole('button', { name: 'Verwijderen' }).dblclick();
  };
  const question = page.getByRole('dialog', { name: /weet je het zeker/ });
  await remove();
  await expect(question).toBeVisible();
  expect(await desk.value('pages/carte.yaml')).toBeTruthy();
  await question.getByRole('button', { name: 'Nee' }).click();
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await remove();
  await page.getByRole('button', { name: 'Ja, verwijder deze pagina' }).click();
  await expect(page.getByRole('link', { name: /La carte/ })).toHaveCount(0);
  await expectSaved(page);
  await expect(desk.value('pages/carte.yaml')).rejects.toThrow('ENOENT');
  const { redirects } = await desk.value(HOME);
  expect(redirects).toEqual(['/', '/bienvenue', '/la-carte', '/menu']);
  await page.reload();
  await go(page, 'meer/prullenbak');
  await page.getByRole('button', { name: 'Haal terug La carte' }).click();
  await expect(page.getByText('La carte is terug.')).toBeVisible();
  expect(await desk.value('pages/carte.yaml')).toMatchObject({ path: '/la-carte' });
  // The home page has its own addresses again.
  expect((await desk.value(HOME)).redirects).toEqual(['/', '/bienvenue']);
  await go(page, 'paginas');
  await expect(page.getByRole('link', { name: /La carte/ })).toBeVisible();
});

test('text typed during a save is saved too', async ({ page, desk }) => {
  await open(page, desk);
  const sentence = textOn(page, 'sections.0.sentence');
  let isFirst = true;
  await page.route('**/api/content', async (route) => {
    const response = await route.fetch();
    if (isFirst) await sentence.fill('La deuxième.');
    isFirst = false;
    await route.fulfill({ response });
  });
  await sentence.fill('La première.');
  await expect(sentence).toHaveText('La deuxième.');
  await expectSaved(page);
  await expect(sentence).toHaveText('La deuxième.');
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'La deuxième.' });
});

test('changes during a restart of the desk are saved later', async ({ page, desk }) => {
  await open(page, desk);
  const proxyError = { status: 502, body: 'Bad Gateway' };
  await page.route('**/api/content', (route) => route.fulfill(proxyError), { times: 1 });
  await textOn(page, 'sections.0.sentence').fill('Malgré tout.');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Malgré tout.' });
});

test('changes without session or network are saved later', async ({ page, context, desk }) => {
  await open(page, desk);
  const sentence = textOn(page, 'sections.0.sentence');
  const cookies = await context.cookies();
  await context.clearCookies();
  await sentence.fill('Après la session.');
  await expect(savingIn(page)).toContainText('Je bent afgemeld');
  await context.addCookies(cookies);
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Après la session.' });
  await context.setOffline(true);
  await sentence.fill('Écrit dans le train.');
  await expect(savingIn(page)).toContainText('Geen verbinding');
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(desk.origin);
  await expect(textOn(next, 'sections.0.sentence')).toHaveText('Écrit dans le train.');
  await expect(next.getByText('staat er weer')).toBeVisible();
  await expectSaved(next);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Écrit dans le train.' });
});

test('changes of two devices are merged, and conflicts are shown', async ({
  page,
  context,
  desk,
}) => {
  await open(page, desk);
  const other = await context.newPage();
  await other.goto(desk.origin);
  const theirs = textOn(other, 'sections.0.sentence');
  await expect(theirs).toHaveText('Le couvert est déjà mis.');
  // The first tab's write reaches the server after the other tab's.
  const release = await holdRoute(page, '**/api/content');
  await textOn(page, 'sections.0.sentence').fill('De la première.');
  await textOn(page, 'sections.1.heading').fill('Buffets tièdes');
  await theirs.fill('De la seconde.');
  await expectSaved(other);
  release();
  await expectSaved(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('De la première.');
  await expect(dialog).toContainText('De la seconde.');
  expect((await desk.value(HOME)).sections[1]).toMatchObject({ heading: 'Buffets tièdes' });
  await dialog.getByRole('button', { name: 'Neem dit' }).click();
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'De la première.' });
});

test('a conflict of a tab of the version before shows what was typed, and only that', async ({
  page,
  desk,
}) => {
  await open(page, desk);
  const path = ['sections', 0, 'sentence'];
  const texts = { mine: 'Écrit hier.', theirs: 'Écrit avant-hier.' };
  const operations = [{ type: 'set', path, value: texts.mine }];
  const conflicts = [{ file: HOME, path, ...texts, operations }];
  const entry = JSON.stringify({ version: PROTOCOL_VERSION, files: [], conflicts });
  await page.evaluate((text) => localStorage.setItem('desk-draft before', text), entry);
  const before = await desk.value(HOME);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(texts.mine);
  await expect(dialog).not.toContainText(texts.theirs);
  await expect(dialog.getByRole('button')).toHaveText(['Sluiten']);
  await dialog.getByRole('button').click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);
  expect(await desk.value(HOME)).toEqual(before);
});

test('broken files are listed with messages, and the rest works', async ({ page, desk }) => {
  const pagesDir = join(desk.folders.contentDir, 'pages');
  const file = join(desk.folders.contentDir, 'company.yaml');
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).click();
  await expectPublished(page);
  const before = await readFile(file, 'utf8');
  await writeFile(file, `${before}\n  oups: [`);
  await writeFile(join(pagesDir, 'carte.yaml'), 'title: Sans rien');
  await page.reload();
  await expect(editedPageOf(page).getByText('Le couvert est déjà mis.')).toBeVisible();
  await textOn(page, 'sections.0.sentence').fill('Ça marche.');
  await expectSaved(page);
  await page.getByRole('link', { name: /na te kijken/ }).click();
  const broken = page.getByRole('listitem').filter({ hasText: 'kan niet gelezen worden' });
  await expect(broken).toHaveCount(2);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Ça marche.' });
  const online = page.getByRole('listitem').filter({ hasText: 'Staat nu online' });
  await online.getByRole('button', { name: /^Zet terug/ }).click();
  await expect(broken).toHaveCount(0, { timeout: 90_000 });
  expect(await readFile(file, 'utf8')).not.toContain('oups');
  expect(await readFile(join(pagesDir, 'carte.yaml'), 'utf8')).not.toContain('Sans rien');
});

for (const isPersisted of [true, false]) {
  test(`a screen that fails says whether this device ${isPersisted ? 'keeps' : 'loses'} what is not saved`, async ({
    page,
    desk,
  }) => {
    const refuse = () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    };
    if (!isPersisted) await page.addInitScript(refuse);
    await open(page, desk);
    await page.route('**/api/content', (route) => route.fulfill({ status: 500, json: {} }));
    await textOn(page, 'sections.0.sentence').fill('Pas encore.');
    await page.route('**/api/enquiries', (route) => route.fulfill({ json: { enquiries: [{}] } }));
    await go(page, 'aanvragen');
    const failed = page.getByRole('alert').filter({ hasText: 'laat zich niet tonen' });
    const advice = isPersisted ? 'blijft op dit toestel' : 'Sluit of herlaad dit venster nog niet';
    await expect(failed).toContainText(advice);
  });
}
