import type { Page } from '@playwright/test';
import { cellOf } from '../runner/soak.ts';
import { expect, test, watchShifts } from '../support/browser/browser-test.ts';
import { pages } from '../support/content/fixture-site.ts';

const WIDTHS = [360, 767, 768, 1280, 1920];
/** The most that the layout may shift: a late font may re-wrap one line. */
const MAX_SHIFT = 0.03;

test('late fonts and scripts cause no visible layout shift', async ({ page }) => {
  let painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  // A short page has too little text to compare fonts.
  const longPages = pages.filter(({ sections }) => sections.length > 1);
  for (const [index, { path }] of longPages.entries()) {
    const width = cellOf(WIDTHS, index);
    await test.step(`${path}, ${width} px wide`, async () => {
      painted = Promise.withResolvers<void>();
      await page.setViewportSize({ width, height: 1024 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      const before = await textWidths(page);
      painted.resolve();
      await page.waitForLoadState('load');
      await expect(page.locator('html')).toHaveAttribute('data-started', '');
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      });
      const after = await textWidths(page);
      // A font with less text is left out: the widths of a few words differ too much to compare.
      const compared = Object.entries(after).filter(([, width]) => width > 500);
      expect(compared).not.toHaveLength(0);
      for (const [font, own] of compared) {
        const ratio = (before[font] ?? 0) / own;
        expect(ratio, font).not.toBe(1);
        expect(Math.abs(ratio - 1), font).toBeLessThan(0.035);
      }
      const sum = (await shifts()).reduce((all, one) => all + one, 0);
      expect(sum).toBeLessThan(MAX_SHIFT);
    });
  }
  await test.step('a shift would be measured', async () => {
    await page.evaluate(() => document.body.prepend(new Image(500, 500)));
    await expect.poll(async () => (await shifts()).at(-1)).toBeGreaterThan(MAX_SHIFT);
  });
});

test('what has arrived of a page does not shift when the rest arrives', async ({ page }) => {
  // Without scripts, because a browser shows a page in parts before they run.
  await page.route('**/*.js', (route) =>
    route.fulfill({ body: '', contentType: 'text/javascript' }),
  );
  for (const { path } of pages) {
    for (const width of [360, 768, 1280, 1440]) {
      await test.step(`${path}, ${width} px wide`, async () => {
        await page.setViewportSize({ width, height: 1024 });
        await page.goto(path);
        expect.soft(await shiftsOfParts(page)).toEqual([]);
      });
    }
  }
  await test.step('a shift would be measured', async () => {
    await page.reload();
    await page.locator('main').evaluate((main) => {
      Object.assign(main.style, { display: 'flex', flexDirection: 'column-reverse' });
      main.append(new Image(500, 500));
    });
    expect(await shiftsOfParts(page)).not.toEqual([]);
  });
});

/**
 * Removes the elements of a page from the last one to the first one of `main`, as if they had not
 * arrived yet. Returns a line for each removal that shifts the rest by more than `MAX_SHIFT`. The
 * score is that of the Layout Instability API, with the change of the width as a distance.
 */
function shiftsOfParts(page: Page): Promise<string[]> {
  return page.evaluate(async (maxShift) => {
    await document.fonts.ready;
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => !element.closest('dialog, [popover], svg *'),
    );
    const start = elements.findIndex(({ localName }) => localName === 'main');
    const boxes = new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
    const found: string[] = [];
    for (const removed of elements.slice(start + 1).reverse()) {
      const containers = new Set<Element>();
      for (let up = removed.parentElement; up; up = up.parentElement) containers.add(up);
      removed.remove();
      let score = 0;
      let shifted: Element | undefined;
      for (const [element, before] of boxes) {
        if (!element.isConnected || containers.has(element)) continue;
        const after = element.getBoundingClientRect();
        boxes.set(element, after);
        // What a shifted element contains shifts with it.
        if (shifted?.contains(element)) continue;
        const distance = Math.max(
          ...(['x', 'y', 'width'] as const).map((side) => Math.abs(after[side] - before[side])),
        );
        if (distance < 1) continue;
        shifted = element;
        const area = Math.max(before.width, after.width) * Math.min(before.height, innerHeight);
        score +=
          (area / (innerWidth * innerHeight)) * (distance / Math.max(innerWidth, innerHeight));
      }
      if (score > maxShift) found.push(`${removed.outerHTML.slice(0, 80)}: ${score.toFixed(3)}`);
    }
    return found;
  }, MAX_SHIFT);
}

/** The total text width in px, by font family and style. */
function textWidths(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const widths: Record<string, number> = {};
    const main = document.querySelector('main') ?? document.body;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // The form's text changes on hydration.
      if (text.parentElement?.closest('[data-island="EnquiryForm"]')) continue;
      const range = new Range();
      range.selectNodeContents(text);
      const { fontFamily, fontStyle } = getComputedStyle(text.parentElement ?? document.body);
      const font = `${fontFamily.split(',')[0]} ${fontStyle}`;
      for (const { width } of range.getClientRects()) widths[font] = (widths[font] ?? 0) + width;
    }
    return widths;
  });
}
