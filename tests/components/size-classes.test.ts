import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { GENERAL_FROM, MEDIA } from './size-classes.ts';

const generalEdges = Object.values(GENERAL_FROM).flatMap((edge) => [
  `(width < ${edge}px)`,
  `(width >= ${edge}px)`,
]);
const allowed: string[] = [...Object.values(MEDIA), ...generalEdges];

/** Every condition about width in the media queries of a stylesheet: '(width < 767px)'. */
function widthConditions(css: string): string[] {
  const queries = css.matchAll(/@media([^{]*)\{/g);
  return [...queries].flatMap(([, query = '']) => query.match(/\([^()]*width[^()]*\)/g) ?? []);
}

test('media queries know no other edges than the named ones, in range syntax', async () => {
  const files = await Array.fromAsync(glob('site/**/*.css'));
  expect(files.length).toBeGreaterThan(5);
  const strangers = files.flatMap((file) =>
    widthConditions(readFileSync(file, 'utf8'))
      .filter((condition) => !allowed.includes(condition))
      .map((condition) => `${file}: ${condition}`),
  );
  expect(strangers).toEqual([]);
});

test('a stylesheet with an edge of its own is found', () => {
  expect(widthConditions('@media screen and (max-width: 766px) { a { top: 0 } }')).toEqual([
    '(max-width: 766px)',
  ]);
  expect(widthConditions('@media (prefers-reduced-motion: reduce) { a { top: 0 } }')).toEqual([]);
});
