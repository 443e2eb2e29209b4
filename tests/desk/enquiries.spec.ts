import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectSaved,
  go,
  type OpenDesk,
  open,
  test,
} from './desk-fixture.ts';
import { forEachInputMode } from './input-modes.ts';

/** Wednesday 1 January 2997, far ahead whenever the tests run. */
const PARTY = '1-1-2997';

/** A link to the visitor's mail or phone, which a test's browser cannot follow. */
async function answer(page: Page, press: (link: Locator) => Promise<void>, name: RegExp) {
  await page.evaluate(() => {
    const stay = (event: MouseEvent) => {
      if ((event.target as Element).closest('a[href^="mailto:"], a[href^="tel:"]')) {
        event.preventDefault();
      }
    };
    document.addEventListener('click', stay);
  });
  await press(page.getByRole('link', { name }));
}

const rows = (page: Page) => page.getByRole('link', { name: /Peeters|Wouters|Janssens|Maes/ });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

const expectDays = (desk: OpenDesk, days: string[]) =>
  expect(async () => {
    expect(await desk.value('full-days.yaml')).toEqual({ days });
  }).toPass({ timeout: 15_000 });
const noteOf = async (desk: OpenDesk, id: string) => (await desk.store.readEnquiry(id))?.note;
const notOnline = (page: Page) => page.getByText('Je laatste wijziging is nog niet online.');

forEachInputMode(({ press }) => {
  test('an enquiry is found, answered, booked and annotated', async ({ page, desk }) => {
    const party = { phone: '0470 12 34 56', date: PARTY, partyLocation: 'Feestzaal De Schuur' };
    const id = await desk.addEnquiry(party);
    await desk.addEnquiry({ name: 'Wouters' });
    await desk.addEnquiry({ name: 'Janssens', date: '1-1-2020' });
    await desk.addEnquiry({ name: 'Maes', date: '2-1-2997' }, { state: 'answered' });
    await open(page, desk);
    await expect(page.getByRole('link', { name: 'Aanvragen 3 nieuw' })).toBeVisible();
    await press(page.getByRole('link', { name: '3 nieuwe aanvragen' }));
    // New enquiries come first, whatever the date of the party.
    await expect(rows(page)).toContainText(['Peeters', 'Wouters', 'Janssens', 'Maes']);
    const row = (name: string) => rows(page).filter({ hasText: name });
    await expect(row('Peeters').getByText('1 jan 2997')).toHaveCount(1);
    await expect(row('Wouters').getByText('Zonder datum')).toHaveCount(1);
    await expectAccessible(page, 'the list');

    const search = page.getByRole('searchbox');
    await search.fill('de schuur');
    await expect(rows(page)).toContainText(['Peeters']);
    await search.fill('niets');
    await expect(page.getByText('Geen aanvraag gevonden.')).toBeVisible();
    await search.fill('1/1/2997');
    await press(rows(page));

    const state = (name: string) => button(page, name);
    await expect(state('Nieuw')).toHaveAttribute('aria-pressed', 'true');
    await answer(page, press, /^Bel/);
    await press(button(page, 'Nog niet'));
    await expect(state('Nieuw')).toHaveAttribute('aria-pressed', 'true');
    await answer(page, press, /^Antwoord/);
    await expectAccessible(page, 'the proposal');
    await press(button(page, 'Ja, beantwoord'));
    await expect(state('Beantwoord')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('link', { name: 'Aanvragen 2 nieuw' })).toBeVisible();
    await press(state('Geboekt'));
    await expect(state('Geboekt')).toHaveAttribute('aria-pressed', 'true');

    await page.getByLabel('Notitie').fill('Voorschot betaald');
    await expect(page.getByText('Bewaard.')).toBeVisible();
    await expectAccessible(page, 'the enquiry');
    const stored = await desk.store.readEnquiry(id);
    expect(stored).toMatchObject({ state: 'booked', note: 'Voorschot betaald' });

    await press(page.getByRole('link', { name: 'Terug' }));
    await expect(rows(page), 'what was searched stays').toContainText(['Peeters']);
    await search.fill('');
    await press(button(page, 'Geboekt (1)'));
    await expect(rows(page)).toContainText(['Voorschot betaald']);
  });

  test('the day of a booked enquiry is marked as full, and is online with the next publish', async ({
    page,
    desk,
  }) => {
    const id = await desk.addEnquiry({ date: PARTY }, { state: 'booked' });
    await open(page, desk, `aanvragen/${id}`);
    await press(button(page, 'Zet die dag op volzet'));
    await expect(page.getByRole('status').getByText('na je volgende ‘Zet online’')).toBeVisible();
    await expect(button(page, 'Zet die dag weer vrij')).toBeVisible();
    // The file says nothing about whose party it is.
    await expectDays(desk, ['2997-01-01']);

    await go(page, 'aanvragen/volzet');
    await expectAccessible(page, 'the days');
    await press(page.locator('summary', { hasText: 'Typ een dag' }));
    await page.getByLabel('Nog een dag').fill('2996-12-24');
    await press(button(page, 'Zet op volzet'));
    const listed = page.getByRole('listitem').filter({ hasText: /299[67]/ });
    await expect(listed).toContainText(['24 dec 2996', '1 jan 2997']);
    await expect(notOnline(page)).toBeVisible();
    await expectDays(desk, ['2996-12-24', '2997-01-01']);
    await expectSaved(page);
    await press(page.getByRole('button', { name: 'Zet online' }));
    await expect(notOnline(page)).toBeHidden({ timeout: 120_000 });
    expect(await desk.online('demande')).toContain('2996-12-24');

    await press(button(page, /^Weer vrij .*2996/));
    await expect(listed).toContainText(['1 jan 2997']);
    await expectDays(desk, ['2997-01-01']);
  });
});

forEachInputMode(({ press, isPhone }) => {
  test('a day is marked as full in the calendar, and free again', async ({ page, desk }) => {
    await page.clock.install({ time: new Date('2996-12-20T12:00:00') });
    await desk.addEnquiry({ date: PARTY, firstName: 'An' }, { state: 'booked' });
    await open(page, desk, 'aanvragen/volzet');
    const calendar = page.getByRole('region', { name: 'Kalender' });
    const day = (name: string) => calendar.getByRole('button', { name });
    await expect(day('19 december 2996')).toBeDisabled();
    await expect(calendar.getByRole('button', { name: 'Vorige maand' })).toBeDisabled();
    if (isPhone) await day('24 december 2996').tap();
    else {
      await day('20 december 2996').focus();
      for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter'])
        await page.keyboard.press(key);
    }
    await expect(day('24 december 2996')).toHaveAttribute('aria-pressed', 'true');
    await expectDays(desk, ['2996-12-24']);
    await press(calendar.getByRole('button', { name: 'Volgende maand' }));
    await expect(day('1 januari 2997, geboekt: An Peeters')).toBeVisible();
    await expectAccessible(page, 'the calendar');
    await press(calendar.getByRole('button', { name: 'Vorige maand' }));
    if (isPhone) await day('24 december 2996').tap();
    else {
      await day('20 december 2996').focus();
      for (const key of ['End', 'PageUp', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
        await page.keyboard.press(key);
      await expect(day('23 december 2996'), 'the past is not reached').toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expect(day('24 december 2996')).toHaveAttribute('aria-pressed', 'false');
    await expectDays(desk, []);
  });
});

test('a full day is one line of its row, also on the narrowest phone', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await desk.save('full-days.yaml', null, [
    { type: 'set', path: [], value: { days: ['2996-12-24', '2997-09-30'] } },
  ]);
  await open(page, desk, 'aanvragen/volzet');
  const days = page.getByRole('list', { name: 'Volzet' }).getByText(/299[67]$/);
  await expect(days).toHaveCount(2);
  const lines = await days.evaluateAll((list) =>
    list.map((day) => {
      const range = document.createRange();
      range.selectNodeContents(day);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1]);
});

test('a day that is past leaves the list with the next change', async ({ page, desk }) => {
  await open(page, desk, 'aanvragen/volzet');
  await expect(page.getByText('Geen enkele dag staat op volzet.')).toBeVisible();
  const days = ['2020-01-01', '2997-01-01', '2020-01-02'];
  const { saved } = await desk.save('full-days.yaml', null, [
    { type: 'set', path: [], value: { days } },
  ]);
  expect(saved.state).toBe('saved');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Weer vrij/ })).toHaveCount(1);
  await page.locator('summary', { hasText: 'Typ een dag' }).click();
  await button(page, 'Zet op volzet').click();
  await expect(page.getByText('Kies eerst een dag.')).toBeVisible();
  await page.getByLabel('Nog een dag').fill('2996-12-24');
  await page.getByLabel('Nog een dag').press('Enter');
  await expectDays(desk, ['2996-12-24', '2997-01-01']);
});

const NOTE = '**/api/enquiries/*/note';

test('a note that cannot be saved stays, and is saved later', async ({ page, desk }) => {
  const id = await desk.addEnquiry({});
  const other = await desk.addEnquiry({ name: 'Wouters' });
  await open(page, desk, `aanvragen/${id}`);
  await page.route(NOTE, (route) => route.abort());
  await page.getByLabel('Notitie').fill('Belt terug');
  await expect(page.getByText('Je notitie is nog niet bewaard.')).toBeVisible();
  await go(page, `aanvragen/${other}`);
  await expect(page.getByLabel('Notitie')).toHaveValue('');
  await go(page, `aanvragen/${id}`);
  await expect(page.getByLabel('Notitie')).toHaveValue('Belt terug');
  await page.unroute(NOTE);
  await expect.poll(() => noteOf(desk, id), { timeout: 15_000 }).toBe('Belt terug');
});

test('a note that could not be saved before its enquiry was left is saved later', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  let requests = 0;
  await page.route(NOTE, (route) => {
    requests += 1;
    return route.abort();
  });
  await page.getByLabel('Notitie').fill('Belt terug');
  await expect(page.getByText('Je notitie is nog niet bewaard.')).toBeVisible();
  const before = requests;
  await go(page, 'aanvragen');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => requests).toBeGreaterThan(before);
  await page.unroute(NOTE);
  await expect.poll(() => noteOf(desk, id), { timeout: 15_000 }).toBe('Belt terug');
});

test('a note that could not be saved outlives its window', async ({ page, desk }) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  await page.route(NOTE, (route) => route.abort());
  await page.getByLabel('Notitie').fill('Belt terug');
  await expect(page.getByText('Wat je typt, blijft op dit toestel.')).toBeVisible();
  await page.goto('about:blank');
  await page.unroute(NOTE);
  await open(page, desk, 'fotos');
  await expect.poll(() => noteOf(desk, id), { timeout: 15_000 }).toBe('Belt terug');
});

test('a note that is typed on while it is being saved is no conflict with itself', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  const first = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(NOTE, async (route) => {
    if (route.request().postDataJSON().note !== 'Belt') return route.fallback();
    const response = await route.fetch();
    first.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  const note = page.getByLabel('Notitie');
  await note.fill('Belt');
  await first.promise;
  await note.fill('Belt terug');
  // Leaving the field saves at once.
  await note.press('Tab');
  await page.evaluate(() => fetch('/api/session').then((response) => response.text()));
  answered.resolve();
  await expect.poll(() => noteOf(desk, id), { timeout: 15_000 }).toBe('Belt terug');
  await expect(page.getByText('Je notitie is nog niet bewaard.')).toBeHidden();
});

test('a note that is changed back right after it was saved is saved too', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  const note = page.getByLabel('Notitie');
  await expect(note).toHaveValue('');
  // The enquiries are not read again before the next note is typed.
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/enquiries', async (route) => {
    await typed.promise;
    await route.fallback();
  });
  await note.fill('Belt');
  await expect(page.getByText('Bewaard.')).toBeVisible();
  expect(await noteOf(desk, id)).toBe('Belt');
  await note.fill('');
  await expect.poll(() => noteOf(desk, id)).toBe('');
  typed.resolve();
  await expect(page.getByText('Je notitie is nog niet bewaard.')).toBeHidden();
});

test('a note that another device changed meanwhile is shown, and replaced only when asked', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await open(page, desk, `aanvragen/${id}`);
  await expect(page.getByLabel('Notitie')).toHaveValue('');
  await desk.store.setNote(id, { note: 'van een gsm', before: '' });
  await page.getByLabel('Notitie').fill('van de computer');
  await expect(page.getByText('van een gsm')).toBeVisible();
  await expectAccessible(page, 'the conflict');
  await button(page, 'Bewaar die van mij').click();
  await expect.poll(() => noteOf(desk, id)).toBe('van de computer');
  await expect(page.getByText('van een gsm')).toBeHidden();
});

test('a note of another device is shown in a field that has the focus, and stays when more is typed', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({});
  await page.clock.install();
  await open(page, desk, `aanvragen/${id}`);
  const note = page.getByLabel('Notitie');
  await note.fill('Belt');
  await page.clock.runFor(1_000);
  await expect(page.getByText('Bewaard.')).toBeVisible();
  await desk.store.setNote(id, { note: 'Belt. Ze belde al.', before: 'Belt' });
  // The desk reads the enquiries each minute.
  await page.clock.runFor(61_000);
  await expect(note).toHaveValue('Belt. Ze belde al.');
  await expect(note).toBeFocused();
  await note.press('End');
  await note.pressSequentially(' Boek ze.');
  await note.press('Tab');
  await expect.poll(() => noteOf(desk, id)).toBe('Belt. Ze belde al. Boek ze.');
});

for (const key of ['Home', 'End']) {
  test(`a note is typed on where the cursor is after a save: ${key}`, async ({ page, desk }) => {
    const id = await desk.addEnquiry({}, { note: 'x' });
    await open(page, desk, `aanvragen/${id}`);
    const note = page.getByLabel('Notitie');
    await note.press(key);
    await note.pressSequentially('Bel ');
    await expect(page.getByText('Bewaard.')).toBeVisible();
    await note.pressSequentially('morgen ');
    await expect(note).toHaveValue(key === 'Home' ? 'Bel morgen x' : 'xBel morgen ');
  });
}
