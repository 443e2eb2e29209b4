import { holdRoute } from '../support/browser/browser-test.ts';
import { publishTestRelease } from '../support/content/test-release.ts';
import { expect, expectSaved, open, test } from './desk-fixture.ts';

/* Where the focus is after an action that takes its control away, or makes it wait. */

test.use({ viewport: { width: 1280, height: 720 } });

test('a question that is answered with ‘Nee’ gives the focus back to its button', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  const erase = page.getByRole('button', { name: 'Wis deze aanvraag', exact: true });
  await erase.press('Enter');
  await page.getByRole('button', { name: 'Nee, laat staan' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(erase).toBeFocused();
});

test('a button that waits for the server keeps the focus', async ({ page, desk }) => {
  await publishTestRelease(desk.folders.siteDir);
  await open(page, desk, 'aanvragen');
  const send = page.getByRole('button', { name: 'Stuur een proefmail' });
  const finish = await holdRoute(page, '**/api/test-mail');
  await send.press('Enter');
  await expect(send).toBeDisabled();
  finish();
  await expect(page.getByText(/250/)).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(send).toBeFocused();
});

test('‘Ongedaan maken’ keeps the focus when nothing is left to undo', async ({ page, desk }) => {
  await open(page, desk, 'aanvragen/volzet');
  await page.getByText('Typ een dag').click();
  await page.getByLabel('Nog een dag').fill('2997-01-01');
  await page.getByLabel('Nog een dag').press('Enter');
  const undo = page.getByRole('button', { name: 'Ongedaan maken' });
  await undo.press('Enter');
  await expect(undo).toBeDisabled();
  // The browser takes the focus from a disabled button at its next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(undo).toBeFocused();
});

test('a row that goes passes the focus to the next one, and the last one to its heading', async ({
  page,
  desk,
}) => {
  await desk.save('full-days.yaml', null, [
    { type: 'set', path: [], value: { days: ['2996-12-24', '2997-01-01'] } },
  ]);
  await open(page, desk, 'aanvragen/volzet');
  const free = page.getByRole('button', { name: /^Weer vrij/ });
  await free.first().press('Enter');
  await expect(free).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ hasText: '1 jan 2997' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(free).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(free).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Volzet', exact: true })).toBeFocused();
});

test('an answered question passes the focus to the heading above it', async ({ page, desk }) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  await page.evaluate(() => {
    // A test's browser has no mail program.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  });
  await page.getByRole('link', { name: /^Antwoord/ }).press('Enter');
  const yes = page.getByRole('button', { name: 'Ja, beantwoord' });
  await yes.press('Enter');
  await expect(yes).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Peeters' })).toBeFocused();
});

test('a message that is closed passes the focus to the content', async ({ page, desk }) => {
  await publishTestRelease(desk.folders.siteDir);
  await open(page, desk, 'aanvragen');
  await page.getByRole('button', { name: 'Stuur een proefmail' }).press('Enter');
  await page.getByRole('button', { name: 'Melding sluiten' }).press('Enter');
  await expect(page.getByText(/250/)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the address of a page keeps the focus when Enter applies it', async ({ page, desk }) => {
  await open(page, desk, 'pagina/carte/instellingen');
  const address = page.getByLabel('Adres', { exact: true });
  await address.fill('/menu');
  await address.press('Enter');
  await expectSaved(page);
  await expect.poll(async () => (await desk.value('pages/carte.yaml')).path).toBe('/menu');
  await expect(address).toBeFocused();
  // What another action changes is shown in the field.
  await page.getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(address).toHaveValue('/la-carte');
});
