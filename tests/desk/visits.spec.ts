import { expect, expectAccessible, expectPublished, open, test } from './desk-fixture.ts';
import { forEachInputMode } from './input-modes.ts';

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' });
/** Publishing puts a no-break space between a number and its noun. */
const STATEMENT = /13(?:\s|&nbsp;)maanden/;
/** The path of a page that is gone. */
const LONG_PATH = '/nos-buffets-froids-et-chauds-pour-toutes-vos-fetes';
const PRIVACY = 'pages/vie-privee.yaml';

forEachInputMode(({ press }) => {
  test('turning the counting of visits on or off adds or removes its paragraph on the privacy page', async ({
    page,
    desk,
  }) => {
    test.setTimeout(300_000);
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const state = page.getByRole('region', { name: 'Bezoeken tellen' }).getByRole('status');
    const publish = async () => {
      await press(button('Zet online'));
      await expectPublished(page);
    };
    await open(page, desk, 'meer');
    await press(page.getByRole('link', { name: /Bezoeken/ }));
    await expect(state).toContainText('Tellen staat uit');
    await expect(page.getByText('nog geen bezoeken')).toBeVisible();
    await press(button('Tel bezoeken'));
    await expect(state).toContainText('zodra je dit online zet');
    await publish();
    await expect(state).toContainText('Er wordt geteld');
    expect(await desk.online('/vie-privee')).toMatch(STATEMENT);

    await press(button('Tel niet meer'));
    await expect(state).toContainText('stopt zodra');
    await publish();
    await expect(state).toContainText('Tellen staat uit');
    expect(await desk.online('/vie-privee')).not.toMatch(STATEMENT);

    // The paragraph is still in the draft, so that it is not added twice.
    await press(button('Tel bezoeken'));
    await publish();
    await expect(state).toContainText('Er wordt geteld');
    expect((await desk.online('/vie-privee')).split(STATEMENT)).toHaveLength(2);
    expect(JSON.stringify(await desk.value(PRIVACY)).split('{visitMonths}')).toHaveLength(2);
  });

  test('thirty days are bars with their numbers as text', async ({ page, desk }) => {
    await desk.store.addVisits([
      { day: today, kind: 'view', page: '/accueil', count: 1_200 },
      { day: today, kind: 'view', page: LONG_PATH, count: 34 },
      { day: today, kind: 'begun', page: '', count: 5 },
      { day: today, kind: 'sent', page: '', count: 3 },
    ]);
    await open(page, desk, 'meer/bezoeken');
    const days = page.getByRole('table', { name: 'De laatste dertig dagen' });
    await expect(days.getByRole('row')).toHaveCount(32);
    await expect(days.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1.234', '5', '3']);
    await expect(days.getByRole('row').last().getByRole('cell')).toHaveText(['1.234', '5', '3']);
    const pages = page.getByRole('table', { name: 'Per pagina' });
    await expect(pages.getByRole('row')).toHaveText([
      /Bekeken/,
      /Accueil.*1\.200/,
      new RegExp(`${LONG_PATH}.*34`),
    ]);
    // The bars are drawings: screen readers have the numbers.
    const widths = await days
      .locator('tbody .count-bar > span > span')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(widths[0]).toBeGreaterThan(40);
    expect(Math.max(...widths.slice(1))).toBe(0);
    await expectAccessible(page);
    // This is the narrowest screen of WCAG 2.2, 1.4.10.
    await page.setViewportSize({ width: 320, height: 640 });
    const tables = await page
      .locator('table')
      .evaluateAll((all) => all.map((table) => table.getBoundingClientRect().right));
    expect(Math.max(...tables)).toBeLessThanOrEqual(320);
  });
});
