import { extractText } from 'unpdf';
import { expect, openPage, test } from '../support/browser-test.ts';
import {
  content,
  formPath,
  messages,
  pagesThatBeginWith,
  pageWith,
  sectionsOf,
} from '../support/site.ts';

test('print shows the offer, the address and links without controls', async ({ page }) => {
  await test.step('each part of the offer without controls', async () => {
    const offer = pageWith('offer');
    await openPage(page, offer.path);
    await page.emulateMedia({ media: 'print' });
    const parts = page.locator('section:has(> div ul > li)');
    for (const { heading } of sectionsOf(offer, 'offer')) {
      const part = parts.filter({ has: page.getByRole('heading', { name: heading }) });
      await expect(part.locator('a').filter({ visible: true })).toHaveCount(0);
    }
    const pdf = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })));
    expect(pdf.totalPages).toBeLessThanOrEqual(2);
    const shown = await page.locator('body').innerText();
    const link = page.locator('main a[href^="/"]').filter({ visible: true });
    const written = `(${content.site.url}${await link.getAttribute('href')})`;
    // Typesetting may break, join and reorder lines: each word is there, and no label of a control.
    const paper = lettersOf(pdf.text.join(''));
    const words = `${shown} ${written}`.split(/\s+/).map(lettersOf);
    expect(words.filter((word) => !paper.includes(word))).toEqual([]);
    const { carousel, shell } = messages;
    for (const label of [carousel.enlarge, carousel.next, shell.menu, shell.skipToContent]) {
      expect(paper).not.toContain(lettersOf(label));
    }
  });
  await test.step('no sheet but the last is half empty, however long a part is', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.locator('section[data-layout]').evaluateAll((offers) => {
      for (const offer of offers) {
        const text = offer.querySelector('p')?.parentElement;
        const repeated = text?.innerHTML.repeat(9) ?? '';
        text?.insertAdjacentHTML('beforeend', repeated);
      }
    });
    const pdf = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })));
    expect(pdf.totalPages).toBeGreaterThan(2);
    const letters = pdf.text.map((sheet) => lettersOf(sheet).length);
    const least = Math.max(...letters) / 2;
    for (const count of letters.slice(0, -1)) expect(count).toBeGreaterThan(least);
  });
  await test.step('the address instead of the form, and the address of a link', async () => {
    await openPage(page, formPath);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('form')).toBeHidden();
    await expect(page.getByRole('main').locator('address').filter({ visible: true })).toHaveCount(
      1,
    );
    const [school] = pagesThatBeginWith('hero').filter(({ sections }) =>
      sections.some(({ kind }) => kind === 'external-link'),
    );
    await openPage(page, school?.path ?? '');
    const link = page.locator('main a[href^="https:"]').first();
    const written = await link.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(written).toContain(await link.getAttribute('href'));
  });
});

/** Without spaces, ligatures and quotation marks, which typesetting changes. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/[\s«»\u2060]+/g, '');
}
