import { describe, expect, test } from 'vitest';
import type { Job } from '../../shared/api.ts';
import { fractionOf } from './progress.ts';

/** The steps as `publishRelease` reports them. */
const MADE: NonNullable<Job['progress']>[] = [
  { step: 'content' },
  { step: 'bundle' },
  { step: 'photos', n: 1, of: 2 },
  { step: 'photos', n: 2, of: 2 },
  { step: 'pages', n: 1, of: 3 },
  { step: 'pages', n: 3, of: 3 },
];
const REPORTS: [Job['kind'], Job['progress'][]][] = [
  ['publish', [...MADE, { step: 'compress', n: 9, of: 9 }, { step: 'switch' }, { step: 'serve' }]],
  ['preview', [...MADE, { step: 'switch' }]],
];

describe('the bar of a job', () => {
  test.each(REPORTS)(
    'the bar of a %s goes forward only, and is nearly full at its end',
    (kind, reports) => {
      const parts = reports.map((progress) => fractionOf({ kind, progress }) ?? -1);
      expect(parts).toEqual(parts.toSorted((a, b) => a - b));
      expect(parts[0]).toBeGreaterThanOrEqual(0);
      expect(parts.at(-1)).toBeGreaterThan(0.85);
      expect(parts.at(-1)).toBeLessThan(1);
    },
  );

  test('the bar has no length for a job that reports no progress', () => {
    expect(fractionOf({ kind: 'erase', progress: null })).toBeUndefined();
  });
});
