import { messages } from '../support/content/fixture-site.ts';
import { expect, FormPage, test } from './form-page.ts';

/*
 * Tests the layout at each window size. Only CSS determines it, so one visit can test all widths.
 */

test('the window’s width decides the columns and the position of the address', async ({ page }) => {
  const form = await new FormPage(page).open();
  const address = page.getByRole('main').locator('address');
  for (const { width, hasColumns, isBeside } of [
    { width: 360, hasColumns: false, isBeside: false },
    { width: 766, hasColumns: false, isBeside: false },
    { width: 767, hasColumns: false, isBeside: false },
    { width: 1280, hasColumns: false, isBeside: true },
    { width: 1281, hasColumns: false, isBeside: true },
    { width: 1282, hasColumns: true, isBeside: true },
    { width: 1920, hasColumns: true, isBeside: true },
  ]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const name = await form.field('name').boundingBox();
      const firstName = await form.field('firstName').boundingBox();
      expect.soft(name?.y === firstName?.y, 'fields in columns').toBe(hasColumns);
      const [left, right] = [await form.form.boundingBox(), await address.boundingBox()];
      if (!left || !right) throw new Error('Not shown');
      expect.soft(right.x >= left.x + left.width, 'address beside').toBe(isBeside);
      expect.soft(right.y >= left.y + left.height, 'address below').toBe(!isBeside);
      // The divider is vertical beside the form, and horizontal below it.
      const [line, none] = isBeside ? (['left', 'top'] as const) : (['top', 'left'] as const);
      await expect.soft(address).toHaveCSS(`border-${line}-width`, '1px');
      await expect.soft(address).toHaveCSS(`border-${none}-width`, '0px');
    });
  }

  for (const width of [390, 768, 1440]) {
    await test.step(`${width} px: the gap between a control and the next label is the same everywhere`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const gaps = await form.form.locator('fieldset').evaluateAll((groups) =>
        groups.flatMap((group) => {
          const rows = (selector: string, edge: 'top' | 'bottom') => {
            const all = [...group.querySelectorAll(selector)];
            return [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[edge])))];
          };
          const labels = rows('label', 'top').slice(1);
          const controls = rows('input, select, textarea', 'bottom');
          return labels.map((top, row) => top - (controls[row] ?? 0));
        }),
      );
      expect(gaps.length).toBeGreaterThan(3);
      for (const gap of gaps) expect(Math.abs(gap - 40)).toBeLessThanOrEqual(1);
    });
  }

  await test.step('on a phone held sideways the calendar scrolls to its last week', async () => {
    await page.setViewportSize({ width: 667, height: 375 });
    await form.openCalendar.click();
    const lastDay = form.calendar.getByRole('gridcell').last();
    await expect(lastDay).toBeAttached();
    // 'hover' would scroll to its target even where a visitor could not.
    await page.mouse.move(333, 200);
    await page.mouse.wheel(0, 400);
    await expect(lastDay).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(form.calendar).toBeHidden();
  });

  await test.step('at 400 % zoom Enter shows the wrong field with its label and error', async () => {
    // This is a window of 1280 by 1024 px at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await form.field('personCount').fill('80');
    await form.field('personCount').press('Enter');
    await expect(form.field('email')).toBeFocused();
    const message = page.locator('#enquiry-email-error');
    await expect(message).toHaveText(messages.rules.emailRequired);
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(form.field('email')).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole('banner').boundingBox();
    const label = page.locator('label[for=enquiry-email]');
    await expect
      .poll(async () => (await label.boundingBox())?.y)
      .toBeGreaterThanOrEqual(bar?.height ?? 0);
  });
});
