import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { publicDirOf, releaseDirOf } from '../../release/site-folder.ts';
import { fillIn } from '../../release/text.ts';
import { violations } from '../support/browser/accessibility.ts';
import { content, formPath, messages, SITE_DIR } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { expect, FormPage, test as formTest, onDesktopAndPhone } from './form-page.ts';
import { publishVariant } from './variant-site.ts';

/** It is half past midnight on 3 March 2099 in Belgium, and still 2 March in New York. */
const NOW = new Date('2099-03-02T23:30:00Z');
/** The first day is past at `NOW`, but was in the future when the site was published. */
const DAYS = ['2099-03-02', '2099-03-05', '2099-03-21', '2020-01-01'];

const test = formTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
  baseURL: async ({}, use) => {
    const yaml = `days: [${DAYS.map((day) => `"${day}"`).join()}]\n`;
    const siteDir = await publishVariant('full-days', {}, { 'full-days.yaml': yaml });
    const site = await startSiteServer({ siteDir });
    await use(site.url);
    await site.stop();
  },
});
test.use({ timezoneId: 'America/New_York' });
// The test publishes its own site first.
test.slow();

const { form: texts } = messages;

function longDate(day: string): string {
  const format = { dateStyle: 'full', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(content.site.locale, format).format(new Date(day));
}

const marked = (day: string) => fillIn(texts.calendarFull, { day: longDate(day) });

onDesktopAndPhone(() => {
  test('a full day is marked and named, and can still be chosen', async ({ page }, info) => {
    await page.clock.setFixedTime(NOW);
    const form = await new FormPage(page).open();
    expect(await form.describedBy('date')).toBe('');
    await form.openCalendar.click();
    const day = (name: string) => form.calendar.getByRole('button', { name, exact: true });
    await expect(day(marked('2099-03-05'))).toBeVisible();
    await expect(form.calendar.getByText(texts.fullDays)).toBeVisible();
    // One of these days is free, and one is past in Belgium.
    for (const other of ['2099-03-06', '2099-03-02'])
      await expect(day(longDate(other))).toBeVisible();

    await test.step('a full day is struck through, also in forced colours', async () => {
      const drawn = (name: string) =>
        day(name).evaluate((button) => getComputedStyle(button).textDecorationLine);
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors });
        expect(await drawn(longDate('2099-03-06')), forcedColors).toBe('none');
        expect(await drawn(marked('2099-03-05')), forcedColors).toBe('line-through');
        await form.calendar.screenshot({ path: info.outputPath(`calendar-${forcedColors}.png`) });
      }
      await page.emulateMedia({ forcedColors: 'none' });
    });
    expect(await violations(page)).toEqual([]);

    await day(marked('2099-03-05')).click();
    await expect(form.field('date')).toHaveValue('05/03/2099');
    await expect.poll(() => form.describedBy('date')).toBe(texts.fullDay);
    await expect(page.getByText(texts.fullDay)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await form.form.screenshot({ path: info.outputPath('field.png') });
  });
});

test('a full day that is typed gets a remark, and may be sent', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await form.field('date').fill('21.3.2099');
  await expect.poll(() => form.describedBy('date')).toBe(texts.fullDay);
  await expect(form.field('date')).not.toHaveAttribute('aria-invalid');
  await expect(form.wrong).toBeHidden();
  await form.field('date').fill('22/3/2099');
  await expect.poll(() => form.describedBy('date')).toBe('');
  // This day is past in Belgium, so the form asks about it, as about every such day.
  await form.field('date').fill('2/3/2099');
  await expect.poll(() => form.describedBy('date')).toBe(texts.pastDate);
});

test('a full day is reached and chosen by keyboard', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const form = await new FormPage(page).open();
  await form.field('date').fill('4/3/2099');
  await form.field('date').press('Tab');
  await page.keyboard.press('Enter');
  const focused = () => form.calendar.locator(':focus').getAttribute('aria-label');
  await expect.poll(focused).toContain(longDate('2099-03-04'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe(marked('2099-03-05'));
  await page.keyboard.press('Enter');
  await expect(form.field('date')).toHaveValue('05/03/2099');
  await expect(form.openCalendar).toBeFocused();
  await expect(page.getByText(texts.fullDay)).toBeVisible();
});

formTest('a site without full days contains no text about them', async () => {
  const release = (await currentReleaseId(SITE_DIR)) ?? '';
  const file = join(publicDirOf(releaseDirOf(SITE_DIR, release)), `${formPath}.html`);
  const html = await readFile(file, 'utf8');
  for (const text of [texts.fullDay, texts.fullDays, texts.calendarFull]) {
    expect(html).not.toContain(text);
  }
});
