import { fillIn } from '../../enquiry/text.ts';
import { content, words } from '../support/site.ts';
import { expect, FormPage, onDeskAndPhone, TYPED, test } from './form-page.ts';

const { locale } = content.site;

/** Half past midnight on 2 March 2027 in Belgium, while it is still 1 March in New York. */
const NOW = new Date('2027-03-01T23:30:00Z');

/** A day of 2027, written in the content's language. */
function written(month: number, day: number, options: Intl.DateTimeFormatOptions): string {
  return writtenIn(2027, month, day, options);
}

function writtenIn(
  year: number,
  month: number,
  day: number,
  options: Intl.DateTimeFormatOptions,
): string {
  const date = Date.UTC(year, month - 1, day);
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
}

const MARCH = written(3, 1, { month: 'long', year: 'numeric' });
const fullDay = (month: number, day: number) => written(month, day, { dateStyle: 'full' });

test.describe('far from Belgium', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a date is understood however it is typed or pasted, and what is none stays as it is', async ({
    page,
    context,
    baseURL,
  }) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    const field = form.field('date');
    for (const typed of [
      '5/4/2027',
      '05-04-27',
      `5 ${written(4, 5, { month: 'long' })} 2027`,
      `5 ${written(4, 5, { month: 'short' })} 27`,
      '050427',
      ' 2027-04-05 ',
    ]) {
      await field.fill('');
      await field.pressSequentially(typed);
      await field.blur();
      await expect(field, typed).toHaveValue('05/04/2027');
      expect(await form.describedBy('date'), typed).toBe('');
    }
    await test.step('pasted', async () => {
      const permissions = ['clipboard-read', 'clipboard-write'];
      await context.grantPermissions(permissions, { origin: baseURL ?? '' });
      await page.evaluate(() => navigator.clipboard.writeText('5/3/2027'));
      await field.fill('');
      await field.focus();
      await page.keyboard.press('ControlOrMeta+V');
      await field.blur();
      await expect(field).toHaveValue('05/03/2027');
    });
    await test.step('no date', async () => {
      await field.fill('31/02/2027');
      await field.blur();
      await expect(field).toHaveValue('31/02/2027');
      await expect.poll(() => form.describedBy('date')).toBe(words.rules.dateInvalid);
    });
    await test.step('a day that is over in Belgium is gently remarked on, and may be sent', async () => {
      await field.fill('01/03/2027');
      await expect.poll(() => form.describedBy('date')).toBe(words.form.pastDate);
      await expect(field).not.toHaveAttribute('aria-invalid');
      await expect(form.wrong).toBeHidden();
      await field.fill('02/03/2027');
      await expect.poll(() => form.describedBy('date')).toBe('');
    });
  });
});

test('a calendar that does not load says so, and one that is on its way too', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const SCRIPT = '**/Calendar-*.js';
  let loads = 0;
  await page.route(SCRIPT, (route) => {
    loads += 1;
    return route.abort();
  });
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('date').fill('1/1/2027');
  expect(loads, 'before it is opened').toBe(0);
  await form.openCalendar.click();
  await expect(form.calendar.getByRole('status')).toHaveText(words.form.calendarFailed);
  expect(loads).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(form.field('message')).toHaveValue(TYPED.message);
  await form.field('date').fill('5/3/2027');
  await form.field('date').blur();
  await expect(form.field('date')).toHaveValue('05/03/2027');

  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.unroute(SCRIPT);
  await page.route(SCRIPT, async (route) => {
    await mayCome;
    await route.continue();
  });
  await form.openCalendar.click();
  await expect(form.calendar.getByRole('status')).toHaveText(words.form.calendarLoading);
  const size = () =>
    form.calendar.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight]);
  const before = await size();
  letCome();
  await expect(form.calendar.getByRole('grid', { name: MARCH })).toBeVisible();
  expect(await size()).toEqual(before);
});

onDeskAndPhone(() => {
  test('a day is chosen in the calendar by touch or click', async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    await form.openCalendar.click();
    const grid = form.calendar.getByRole('grid', { name: MARCH });
    await test.step('the week starts on Monday, in the language of the content', async () => {
      // 1 March 2027 is one.
      const week = [1, 2, 3, 4, 5, 6, 7].map((day) => written(3, day, { weekday: 'short' }));
      await expect(grid.locator('thead th')).toHaveText(week);
    });
    await test.step('today is the day it is in Belgium', async () => {
      const today = fillIn(words.form.calendarToday, { day: fullDay(3, 2) });
      await expect(grid.getByRole('button', { name: today, exact: true })).toBeVisible();
    });
    await test.step('every day is a target for a thumb, and fits the screen', async () => {
      const days = grid.getByRole('gridcell').getByRole('button');
      await expect(days).toHaveCount(42);
      const { width: windowWidth = 0 } = page.viewportSize() ?? {};
      for (const day of [0, 6, 35, 41]) {
        const box = await days.nth(day).boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(windowWidth);
      }
    });
    await test.step('below its field, with the label and the page in sight', async () => {
      await expect
        .poll(() =>
          form.calendar.evaluate(
            (dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor,
          ),
        )
        .toBe('rgba(0, 0, 0, 0)');
      const opener = await form.openCalendar.boundingBox();
      const calendar = await form.calendar.boundingBox();
      if (!opener || !calendar) throw new Error('Not shown');
      expect(calendar.y).toBeGreaterThanOrEqual(opener.y + opener.height);
      expect(calendar.y).toBeLessThan(opener.y + opener.height + 10);
      await expect(page.locator('label[for=enquiry-date]')).toBeInViewport({ ratio: 1 });
    });
    await form.calendar.getByRole('button', { name: words.form.calendarNext }).click();
    await form.calendar.getByRole('button', { name: fullDay(4, 17), exact: true }).click();
    await expect(form.calendar).toBeHidden();
    await expect(form.field('date')).toHaveValue('17/04/2027');
    await expect(form.openCalendar).toBeFocused();
  });
});

test('the calendar works by keyboard as the ARIA guide says', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await form.field('date').fill('31/03/2027');
  await form.field('date').press('Tab');
  await page.keyboard.press('Enter');
  const focusedDay = () => form.calendar.locator(':focus').getAttribute('aria-label');
  const chosen = fillIn(words.form.calendarChosen, { day: fullDay(3, 31) });
  await expect.poll(focusedDay).toBe(chosen);
  for (const [key, day] of [
    ['ArrowRight', fullDay(4, 1)],
    ['ArrowDown', fullDay(4, 8)],
    ['ArrowLeft', fullDay(4, 7)],
    ['Home', fullDay(4, 5)],
    ['End', fullDay(4, 11)],
    ['ArrowUp', fullDay(4, 4)],
    ['PageDown', fullDay(5, 4)],
    ['PageUp', fullDay(4, 4)],
    ['Shift+PageDown', writtenIn(2028, 4, 4, { dateStyle: 'full' })],
    ['Shift+PageUp', fullDay(4, 4)],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focusedDay, { message: key, intervals: [10, 50, 100] }).toBe(day);
  }
  await page.keyboard.press('Enter');
  await expect(form.calendar).toBeHidden();
  await expect(form.field('date')).toHaveValue('04/04/2027');
  await expect(form.openCalendar).toBeFocused();

  await test.step('Escape closes it and leaves the date as it was', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(focusedDay).toContain(fullDay(4, 4));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(form.calendar).toBeHidden();
    await expect(form.field('date')).toHaveValue('04/04/2027');
    await expect(form.openCalendar).toBeFocused();
  });
  expect(form.posts).toHaveLength(0);
});
