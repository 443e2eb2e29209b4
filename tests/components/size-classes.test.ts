import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

/*
 * Every edge at which the layout may change, in CSS pixels (specification, sections 2, 4 and 9). CSS
 * alone decides the layout. Its media queries are written in range syntax, which has no gap between
 * two classes at fractional widths.
 */
const EDGES = [
  // Mobile below; handheld from there on.
  '(width < 767px)',
  '(width >= 767px)',
  // Desktop from there on, for bar and logo; for page layout only above.
  '(width < 1281px)',
  '(width >= 1281px)',
  '(width <= 1281px)',
  '(width > 1281px)',
  '(767px <= width < 1281px)',
  '(767px <= width <= 1281px)',
  // The general classes: SM, MD, LG, XL.
  ...[576, 768, 992, 1200].flatMap((edge) => [`(width < ${edge}px)`, `(width >= ${edge}px)`]),
  // The edge of mobile for visitors with larger text, and a phone with text twice as large.
  `(width < ${767 / 16}em)`,
  `(width >= ${767 / 16}em)`,
  '(width < 20em)',
];

/** Every condition about width in the media queries of a stylesheet: '(width < 767px)'. */
function widthConditions(css: string): string[] {
  const queries = css.matchAll(/@media([^{]*)\{/g);
  return [...queries].flatMap(([, query = '']) => query.match(/\([^()]*width[^()]*\)/g) ?? []);
}

test('media queries have no other edges than the specified ones, in range syntax', async () => {
  expect(widthConditions('@media screen and (max-width: 766px) { a { top: 0 } }')).toEqual([
    '(max-width: 766px)',
  ]);
  const files = await Array.fromAsync(glob('site/**/*.css'));
  expect(files.length).toBeGreaterThan(5);
  const others = files.flatMap((file) =>
    widthConditions(readFileSync(file, 'utf8'))
      .filter((condition) => !EDGES.includes(condition))
      .map((condition) => `${file}: ${condition}`),
  );
  expect(others).toEqual([]);
});
