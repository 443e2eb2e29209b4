import { extractText } from 'unpdf';
import { addStyle } from '../support/browser/accessibility.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  messages,
  pagesThatBeginWith,
  pageWith,
  sectionsOf,
} from '../support/content/fixture-site.ts';

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
    // Printing may break, join and reorder lines. So this looks for each word, and for labels of
    // controls, which must not be there.
    const paper = lettersOf(pdf.text.join(''));
    const words = `${shown} ${written}`.split(/\s+/).map(lettersOf);
    expect(words.filter((word) => !paper.includes(word))).toEqual([]);
    const { carousel, shell } = messages;
    for (const label of [carousel.enlarge, carousel.next, shell.menu, shell.skipToContent]) {
      expect(paper).not.toContain(lettersOf(label));
    }
  });
  await test.step('a part of more than half a sheet may break across sheets', async () => {
    const offers = page.locator('section[data-layout]');
    await expect(offers).not.toHaveCount(0);
    await offers.evaluateAll((all) => {
      for (const offer of all) {
        const text = offer.querySelector(':scope > :last-child p')?.parentElement;
        const own = [...(text?.children ?? [])];
        while (text && text.innerText.length < 1700) {
          text.append(...own.map((one) => one.cloneNode(true)));
        }
      }
    });
    const sheets = async () => {
      const pdf = new Uint8Array(await page.pdf({ format: 'A4' }));
      return (await extractText(pdf)).totalPages;
    };
    const own = await sheets();
    expect(own).toBeGreaterThan(1);
    await addStyle(page, 'section { break-inside: auto !important }');
    expect(own).toBe(await sheets());
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

/** Removes spaces, ligatures and quotation marks, which typesetting changes. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/[\s«»\u2060]+/g, '');
}
