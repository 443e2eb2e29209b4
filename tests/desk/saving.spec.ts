import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdRoute } from '../support/browser-test.ts';
import { canvasOf, expect, expectSaved, open, test, textOn } from './desk-test.ts';

const HOME = 'pages/accueil.yaml';

test.use({ viewport: { width: 1280, height: 720 }, actionTimeout: 15_000 });

test('invalid values are kept, block nothing and survive a reload', async ({ page, desk }) => {
  await open(page, desk, 'pagina/accueil/1');
  const heading = page.getByLabel('Kop', { exact: true });
  const amount = page.getByLabel('Bedrag').last();
  await heading.fill('');
  await amount.fill('12,50');
  await expect(heading).toHaveAttribute('aria-invalid', 'true');
  await expect(heading).toHaveAccessibleDescription(/kop/);
  await expect
    .poll(async () => (await desk.value(HOME)).sections[1])
    .toMatchObject({ heading: 'Buffets froids', price: { amount: 12.5 } });
  await amount.fill('tien');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(heading).toHaveValue('');
  await expect(amount).toHaveValue('tien');
  await expect(heading).toHaveAttribute('aria-invalid', 'true');
  await heading.fill('Buffets');
  await amount.fill('€ 12,75');
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[1]).toMatchObject({
    heading: 'Buffets',
    price: { amount: 12.75 },
  });
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
  await expect(page.locator('.saving')).toHaveAttribute('data-kind', 'signed-out');
  await context.addCookies(cookies);
  await expectSaved(page);
  expect((await desk.value(HOME)).sections[0]).toMatchObject({ sentence: 'Après la session.' });
  await context.setOffline(true);
  await sentence.fill('Écrit dans le train.');
  await expect(page.locator('.saving')).toHaveAttribute('data-kind', 'offline');
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
  // What the first writes reaches the server after the other's.
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

test('broken files are listed with messages, and the rest works', async ({ page, desk }) => {
  const pagesDir = join(desk.folders.contentDir, 'pages');
  const file = join(desk.folders.contentDir, 'company.yaml');
  await open(page, desk);
  await page.getByRole('button', { name: 'Zet online' }).click();
  await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 90_000 });
  const before = await readFile(file, 'utf8');
  await writeFile(file, `${before}\n  oups: [`);
  await writeFile(join(pagesDir, 'carte.yaml'), 'title: Sans rien');
  await page.reload();
  await expect(canvasOf(page).getByText('Le couvert est déjà mis.')).toBeVisible();
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
