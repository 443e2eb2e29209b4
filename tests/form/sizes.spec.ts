import { expect, FormPage, test } from './form-page.ts';

/* What a window's size decides; everything else in this folder runs on a desk and on a phone. */

for (const { width, columns } of [
  { width: 360, columns: 1 },
  { width: 766, columns: 1 },
  { width: 767, columns: 1 },
  { width: 1280, columns: 1 },
  { width: 1281, columns: 1 },
  { width: 1282, columns: 2 },
  { width: 1920, columns: 2 },
]) {
  test(`at ${width} px the fields stand in ${columns === 1 ? 'one column' : 'columns'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const form = await new FormPage(page).open();
    const name = await form.field('Naam *').boundingBox();
    const firstName = await form.field('Voornaam').boundingBox();
    expect(name?.y === firstName?.y).toBe(columns === 2);
    const overflow = await form.form.evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}

for (const { width, isBeside } of [
  { width: 360, isBeside: false },
  { width: 766, isBeside: false },
  { width: 767, isBeside: true },
  { width: 1281, isBeside: true },
  { width: 1440, isBeside: true },
]) {
  const where = isBeside ? 'on the right, a vertical line' : 'below, a horizontal line';
  test(`at ${width} px the address stands ${where} between`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { form } = await new FormPage(page).open();
    const address = page.getByRole('main').locator('address');
    const [left, right] = [await form.boundingBox(), await address.boundingBox()];
    if (!left || !right) throw new Error('Not shown');
    expect(right.x >= left.x + left.width).toBe(isBeside);
    expect(right.y >= left.y + left.height).toBe(!isBeside);
    await expect(address).toHaveCSS('border-left-width', isBeside ? '1px' : '0px');
    await expect(address).toHaveCSS('border-top-width', isBeside ? '0px' : '1px');
    const line = isBeside ? 'border-left-color' : 'border-top-color';
    await expect(address).toHaveCSS(line, 'rgb(168, 132, 63)');
  });
}

test('at 400 % zoom a field that is led to is seen with its label and what is wrong', async ({
  page,
}) => {
  // 1280 by 1024 px at 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  const form = await new FormPage(page).open();
  await form.field('Aantal personen').fill('80');
  await form.field('Aantal personen').press('Enter');
  await expect(form.field('Email *')).toBeFocused();
  await expect(page.getByText('Email is verplicht', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(form.field('Email *')).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('banner').boundingBox();
  const label = page.locator('label', { hasText: 'Email' });
  await expect
    .poll(async () => (await label.boundingBox())?.y)
    .toBeGreaterThanOrEqual(bar?.height ?? 0);
});

test('on a phone held sideways the calendar scrolls to its last week', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 375 });
  await new FormPage(page).open();
  await page.getByRole('button', { name: 'Kies een datum in de kalender' }).click();
  const lastDay = page
    .getByRole('dialog', { name: 'Kies een datum in de kalender' })
    .getByRole('gridcell')
    .last();
  await expect(lastDay).toBeAttached();
  // Not 'hover', which scrolls to what it points at, also where a visitor could not.
  await page.mouse.move(333, 200);
  await page.mouse.wheel(0, 400);
  await expect(lastDay).toBeInViewport({ ratio: 1 });
});
