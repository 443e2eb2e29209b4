import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/*
 * Every width at which the layout may change, in CSS pixels (specification, sections 2, 4 and 9).
 * Range syntax has no gap between two classes at fractional widths.
 */
const EDGES = [
  // Mobile is below this width, and handheld begins at it.
  '(width < 767px)',
  '(width >= 767px)',
  // For the bar and the logo, desktop begins at this width; for the page layout, only above it.
  '(width < 1281px)',
  '(width >= 1281px)',
  '(width <= 1281px)',
  '(width > 1281px)',
  '(767px <= width < 1281px)',
  '(767px <= width <= 1281px)',
  '(992px <= width < 1281px)',
  // The general classes: SM, MD, LG, XL.
  ...[576, 768, 992, 1200].flatMap((edge) => [`(width < ${edge}px)`, `(width >= ${edge}px)`]),
  // The edge of mobile for visitors with larger text, and a phone with text twice as large.
  `(width < ${767 / 16}em)`,
  `(width >= ${767 / 16}em)`,
  '(width < 20em)',
];

test('the layout changes at the specified widths only', async () => {
  const found: string[] = [];
  for await (const file of glob('site/**/*.css')) {
    const queries = (await readFile(file, 'utf8')).match(/@media[^{]*\{/g) ?? [];
    const widths = queries.flatMap((query) => query.match(/\([^()]*width[^()]*\)/g) ?? []);
    found.push(...widths);
  }
  expect(found.length).toBeGreaterThan(EDGES.length);
  expect(found.filter((width) => !EDGES.includes(width))).toEqual([]);
});
