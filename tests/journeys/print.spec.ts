import { expect, openPage, test } from '../support/browser-test.ts';
import { formPath, pagesThatBeginWith, pageWith, sectionsOf } from '../support/site.ts';

test('the offer prints as a hand-out: one part whole after the other, nothing to click', async ({
  page,
}) => {
  const offer = pageWith('offer');
  await openPage(page, offer.path);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('button').filter({ visible: true })).toHaveCount(0);
  const parts = page.locator('section:has(> div ul > li)');
  for (const { heading } of sectionsOf(offer, 'offer')) {
    const part = parts.filter({ has: page.getByRole('heading', { name: heading }) });
    await expect(part).toHaveCSS('break-inside', 'avoid');
    await expect(part.locator('a').filter({ visible: true })).toHaveCount(0);
  }
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  // A hero's first page, nearly empty, and a photo's whole page made five of it.
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

test('on paper the form gives way to the address, and a link says where it leads', async ({
  page,
}) => {
  await openPage(page, formPath);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('form')).toBeHidden();
  await expect(page.getByRole('main').locator('address').filter({ visible: true })).toHaveCount(1);
  const [school] = pagesThatBeginWith('hero').filter(({ sections }) =>
    sections.some(({ kind }) => kind === 'external-link'),
  );
  await openPage(page, school?.path ?? '');
  const link = page.locator('main a[href^="https:"]').first();
  const written = await link.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(written).toContain(await link.getAttribute('href'));
});
