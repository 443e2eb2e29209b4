import { expect, FormPage, test } from './form-page.ts';

const DATE = 'Datum (dd/mm/jjjj)';
const OPEN = 'Kies een datum in de kalender';

/** Half past midnight on 2 March 2027 in Belgium, while it is still 1 March in New York. */
const NOW = new Date('2027-03-01T23:30:00Z');

test('a date is understood however it is typed, and shown back as 05/03/2027', async ({ page }) => {
  const form = await new FormPage(page).open();
  for (const typed of ['5/3/2027', '05-03-27', '5 mrt 27', '050327', ' 2027-03-05 ']) {
    await form.field(DATE).fill('');
    await form.field(DATE).pressSequentially(typed);
    await form.field(DATE).blur();
    await expect(form.field(DATE), typed).toHaveValue('05/03/2027');
    expect(await form.describedBy(DATE), typed).not.toContain('geldige');
  }
});

test('a day is chosen in the calendar by touch or click', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await page.getByRole('button', { name: OPEN }).click();
  const calendar = page.getByRole('dialog', { name: OPEN });
  await expect(calendar.getByRole('grid', { name: 'maart 2027' })).toBeVisible();
  await calendar.getByRole('button', { name: 'Ga naar volgende maand' }).click();
  await calendar.getByRole('button', { name: /^zaterdag 17 april 2027/ }).click();
  await expect(calendar).toBeHidden();
  await expect(form.field(DATE)).toHaveValue('17/04/2027');
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
});

test('every day is a target for a thumb, and the calendar fits the screen', async ({ page }) => {
  await new FormPage(page).open();
  await page.getByRole('button', { name: OPEN }).click();
  const days = page.getByRole('gridcell').getByRole('button');
  await expect(days).toHaveCount(42);
  for (const day of [0, 6, 35, 41]) {
    const box = await days.nth(day).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }
});

test('pasting a date works', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  const form = await new FormPage(page).open();
  await page.evaluate(() => navigator.clipboard.writeText('5/3/2027'));
  await form.field(DATE).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await form.field(DATE).blur();
  await expect(form.field(DATE)).toHaveValue('05/03/2027');
});

test('what is no date stays as it was typed', async ({ page }) => {
  const form = await new FormPage(page).open();
  await form.field(DATE).fill('31/02/2027');
  await form.field(DATE).blur();
  await expect(form.field(DATE)).toHaveValue('31/02/2027');
  await expect.poll(() => form.describedBy(DATE)).toBe('Dit is geen geldige datum');
});

test.describe('far from Belgium', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a day that is over in Belgium is gently remarked on, and may be sent', async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    await form.field(DATE).fill('01/03/2027');
    await expect.poll(() => form.describedBy(DATE)).toBe('Deze datum is al voorbij. Klopt dat?');
    await expect(form.field(DATE)).not.toHaveAttribute('aria-invalid');
    await expect(form.missing).not.toContainText('Datum');
    await form.field(DATE).fill('02/03/2027');
    await expect.poll(() => form.describedBy(DATE)).toBe('');
  });
});

test('the calendar is loaded when it is opened, not before', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const form = await new FormPage(page).open();
  await form.field(DATE).fill('05/03/2027');
  expect(loaded.filter((path) => path.includes('Calendar'))).toEqual([]);
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.getByRole('grid', { name: 'maart 2027' })).toBeVisible();
  expect(loaded.some((path) => /Calendar-.*\.js$/.test(path))).toBe(true);
});

test('a calendar whose script does not come says so, and costs nothing that was typed', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await page.route('**/Calendar-*.js', (route) => route.abort());
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.getByRole('dialog', { name: OPEN })).toContainText('Typ de datum gerust zelf');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await form.field(DATE).fill('5/3/2027');
  await form.field(DATE).blur();
  await expect(form.field(DATE)).toHaveValue('05/03/2027');

  await page.unrouteAll();
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.getByRole('grid', { name: 'maart 2027' })).toBeVisible();
});

test('a calendar that is on its way says so', async ({ page }) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/Calendar-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await new FormPage(page).open();
  await page.getByRole('button', { name: OPEN }).click();
  const dialog = page.getByRole('dialog', { name: OPEN });
  await expect(dialog.getByRole('status')).toHaveText('De kalender komt eraan.');
  const size = () =>
    dialog.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight]);
  const before = await size();
  letCome();
  await expect(dialog.getByRole('grid')).toBeVisible();
  expect(await size()).toEqual(before);
});

test('the calendar works by keyboard as the ARIA guide says', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await form.field(DATE).fill('31/03/2027');
  await form.field(DATE).press('Tab');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: OPEN });
  const focusedDay = () => calendar.locator(':focus').getAttribute('aria-label');
  await expect.poll(focusedDay).toBe('woensdag 31 maart 2027, geselecteerd');
  for (const [key, day] of [
    ['ArrowRight', 'donderdag 1 april 2027'],
    ['ArrowDown', 'donderdag 8 april 2027'],
    ['ArrowLeft', 'woensdag 7 april 2027'],
    ['Home', 'maandag 5 april 2027'],
    ['End', 'zondag 11 april 2027'],
    ['ArrowUp', 'zondag 4 april 2027'],
    ['PageDown', 'dinsdag 4 mei 2027'],
    ['PageUp', 'zondag 4 april 2027'],
    ['Shift+PageDown', 'dinsdag 4 april 2028'],
    ['Shift+PageUp', 'zondag 4 april 2027'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focusedDay, key).toBe(day);
  }
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(form.field(DATE)).toHaveValue('04/04/2027');
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
  expect(form.posts).toHaveLength(0);
});

test('Escape closes the calendar and leaves the date as it was', async ({ page }) => {
  const form = await new FormPage(page).open();
  await form.field(DATE).fill('05/03/2027');
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.getByRole('grid', { name: 'maart 2027' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: OPEN })).toBeHidden();
  await expect(form.field(DATE)).toHaveValue('05/03/2027');
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
});

test('the calendar starts on Monday, in Dutch, and marks today in Belgium', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  await new FormPage(page).open();
  await page.getByRole('button', { name: OPEN }).click();
  const grid = page.getByRole('grid', { name: 'maart 2027' });
  await expect(grid.locator('thead th')).toHaveText(['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']);
  await expect(grid.getByRole('button', { name: 'Vandaag, dinsdag 2 maart 2027' })).toBeVisible();
});
