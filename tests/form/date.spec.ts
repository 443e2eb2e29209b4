import { fillIn } from '../../release/text.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
import { content, messages } from '../support/content/fixture-site.ts';
import { expect, FormPage, onDesktopAndPhone, TYPED, test } from './form-page.ts';

/** It is half past midnight on 2 March 2027 in Belgium, and still 1 March in New York. */
const NOW = new Date('2027-03-01T23:30:00Z');

/** A day ('2027-03-05') in the content's language. */
function format(day: string, options: Intl.DateTimeFormatOptions): string {
  const { locale } = content.site;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
}

const MARCH = format('2027-03-01', { month: 'long', year: 'numeric' });
const fullDay = (day: string) => format(day, { dateStyle: 'full' });

test.describe('far from Belgium', () => {
  test.use({ timezoneId: 'America/New_York' });

  /* `site/form/fields/typed-date.test.ts` tests all ways to write a date. */
  test('a typed date is reformatted, an invalid one is not', async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    const field = form.field('date');
    await field.pressSequentially(`5 ${format('2027-04-05', { month: 'short' })} 27`);
    await field.blur();
    await expect(field).toHaveValue('05/04/2027');
    expect(await form.describedBy('date')).toBe('');

    await field.fill('31/02/2027');
    await field.blur();
    await expect(field).toHaveValue('31/02/2027');
    await expect.poll(() => form.describedBy('date')).toBe(messages.rules.dateInvalid);

    await test.step('a day that is past in Belgium gets a remark, and may be sent', async () => {
      await field.fill('01/03/2027');
      await expect.poll(() => form.describedBy('date')).toBe(messages.form.pastDate);
      await expect(field).not.toHaveAttribute('aria-invalid');
      await expect(form.wrong).toBeHidden();
      await field.fill('02/03/2027');
      await expect.poll(() => form.describedBy('date')).toBe('');
    });
  });
});

test('the calendar shows that it is loading or has failed to load', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  const SCRIPT = '**/Calendar-*.js';
  let loads = 0;
  await page.route(SCRIPT, (route) => {
    loads += 1;
    return route.abort();
  });
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('date').fill('1/3/2027');
  expect(loads, 'before it is opened').toBe(0);
  await form.openCalendar.click();
  await expect(form.calendar.getByRole('status')).toHaveText(messages.form.calendarFailed);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(form.field('message')).toHaveValue(TYPED.message);

  const load = await holdRoute(page, SCRIPT);
  await form.openCalendar.click();
  await expect(form.calendar.getByRole('status')).toHaveText(messages.form.calendarLoading);
  const size = () =>
    form.calendar.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight]);
  const before = await size();
  load();
  await expect(form.calendar.getByRole('grid', { name: MARCH })).toBeVisible();
  expect(await size()).toEqual(before);
});

onDesktopAndPhone(() => {
  test('a day is chosen in the calendar by touch or click', async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    await form.openCalendar.click();
    const grid = form.calendar.getByRole('grid', { name: MARCH });
    // 1 March 2027 is a Monday.
    const week = [1, 2, 3, 4, 5, 6, 7].map((day) =>
      format(`2027-03-0${day}`, { weekday: 'short' }),
    );
    await expect(grid.locator('thead th')).toHaveText(week);
    const today = fillIn(messages.form.calendarToday, { day: fullDay('2027-03-02') });
    await expect(grid.getByRole('button', { name: today, exact: true })).toBeVisible();

    await test.step('every day is a target for a thumb, and fits the screen', async () => {
      const days = grid.getByRole('gridcell').getByRole('button');
      await expect(days).toHaveCount(42);
      for (const day of [0, 6, 35, 41]) {
        const box = await days.nth(day).boundingBox();
        if (!box) throw new Error('Not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      }
    });
    await test.step('it opens below its field, with the label and the page in view', async () => {
      const opener = await form.openCalendar.boundingBox();
      const calendar = await form.calendar.boundingBox();
      if (!opener || !calendar) throw new Error('Not shown');
      expect(calendar.y).toBeGreaterThanOrEqual(opener.y + opener.height);
      expect(calendar.y).toBeLessThan(opener.y + opener.height + 10);
      await expect(page.locator('label[for=enquiry-date]')).toBeInViewport({ ratio: 1 });
      const backdrop = () =>
        form.calendar.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
      await expect.poll(backdrop).toBe('rgba(0, 0, 0, 0)');
    });
    await form.calendar.getByRole('button', { name: messages.form.calendarNext }).click();
    await form.calendar.getByRole('button', { name: fullDay('2027-04-17'), exact: true }).click();
    await expect(form.calendar).toBeHidden();
    await expect(form.field('date')).toHaveValue('17/04/2027');
    await expect(form.openCalendar).toBeFocused();
  });
});

test('the calendar supports the keys of the ARIA guide', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await form.field('date').fill('31/03/2027');
  await form.field('date').press('Tab');
  await page.keyboard.press('Enter');
  const focusedDay = () => form.calendar.locator(':focus').getAttribute('aria-label');
  const chosen = fillIn(messages.form.calendarChosen, { day: fullDay('2027-03-31') });
  await expect.poll(focusedDay).toBe(chosen);
  for (const [key, day] of [
    // The day is the last one of a shorter month.
    ['PageUp', '2027-02-28'],
    ['PageDown', '2027-03-28'],
    ['Home', '2027-03-22'],
    ['End', '2027-03-28'],
    ['ArrowUp', '2027-03-21'],
    ['ArrowLeft', '2027-03-20'],
    ['ArrowRight', '2027-03-21'],
    ['ArrowDown', '2027-03-28'],
    ['ArrowDown', '2027-04-04'],
    ['Shift+PageDown', '2028-04-04'],
    ['Shift+PageUp', '2027-04-04'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focusedDay, { message: key, intervals: [10, 50, 100] }).toBe(fullDay(day));
  }
  await page.keyboard.press('Enter');
  await expect(form.calendar).toBeHidden();
  await expect(form.field('date')).toHaveValue('04/04/2027');
  await expect(form.openCalendar).toBeFocused();

  await test.step('Escape closes it and keeps the date', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(focusedDay).toContain(fullDay('2027-04-04'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(form.calendar).toBeHidden();
    await expect(form.field('date')).toHaveValue('04/04/2027');
    await expect(form.openCalendar).toBeFocused();
  });
});
