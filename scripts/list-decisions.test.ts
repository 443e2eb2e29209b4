import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIST, listDecisions } from './list-decisions.mjs';

it('lists every decision: else run node scripts/list-decisions.mjs', () => {
  expect(readFileSync(LIST, 'utf8')).toBe(listDecisions());
});
