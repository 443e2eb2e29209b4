import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { pages, styleGuidePaths } from '../support/content/fixture-site.ts';

/* Some selectors with `:has()` make Chromium compute the styles of all elements anew whenever one
   is added. On a slow phone that takes longer than a frame, and the photo of a page waits. */

test('an element that is added leaves the styles of most others alone', async ({ page }) => {
  for (const path of [...pages.map(({ path }) => path), ...styleGuidePaths()]) {
    await openPage(page, path);
    const { restyled, all } = await restyledByOneMore(page);
    expect(restyled / all, `${path}: ${restyled} of ${all}`).toBeLessThan(0.4);
  }
});

/** Counts the elements whose style is computed anew when an element without styles is added. */
async function restyledByOneMore(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const all = await page.evaluate(() => {
    // What is due already is not counted.
    document.body.getBoundingClientRect();
    return document.body.querySelectorAll('*').length;
  });
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink'] });
  await page.evaluate(() => {
    document.head.append(document.createElement('meta'));
    document.body.getBoundingClientRect();
  });
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Recalc[] };
  const recalcs = trace.traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  expect(recalcs.length).toBeGreaterThan(0);
  return { restyled: Math.max(...recalcs.map(({ args }) => args.elementCount ?? 0)), all };
}

interface Recalc {
  name: string;
  args: { elementCount?: number };
}
