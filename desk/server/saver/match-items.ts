import { isDeepStrictEqual } from 'node:util';
import type { Value } from '../../api.ts';

/** Below this an entry is taken for another, not for a changed one. */
const LEAST_ALIKE = 0.4;

/** Of each entry of a list the one it was before. */
export interface Match {
  /** Index in the list before; undefined for one that is new. */
  from: number | undefined;
  /** It is a copy: another entry is that one already. */
  isCopy: boolean;
}

/** Finds the entries of a list back after some were moved, changed, copied, added, and taken away. */
export function matchItems(before: Value[], after: Value[]): Match[] {
  const matches: Match[] = after.map(() => ({ from: undefined, isCopy: false }));
  const free = new Set(before.keys());
  const take = (to: number, from: number) => {
    matches[to] = { from, isCopy: !free.delete(from) };
  };
  const open = () => [...after.keys()].filter((to) => matches[to]?.from === undefined);
  const isSame = (from: number, to: number) => isDeepStrictEqual(before[from], after[to]);
  // In its place before elsewhere: of two equal ones the first is not the second.
  for (const to of open()) if (free.has(to) && isSame(to, to)) take(to, to);
  for (const to of open()) {
    const from = [...free].find((one) => isSame(one, to));
    if (from !== undefined) take(to, from);
  }
  const pairs = open().flatMap((to) =>
    [...free].map((from) => ({ from, to, alike: likeness(before[from], after[to]) })),
  );
  const isInPlace = ({ from, to }: { from: number; to: number }) =>
    before.length === after.length && from === to;
  pairs.sort((a, b) => b.alike - a.alike || Math.abs(a.from - a.to) - Math.abs(b.from - b.to));
  for (const pair of pairs) {
    if (!free.has(pair.from) || matches[pair.to]?.from !== undefined) continue;
    if (pair.alike >= LEAST_ALIKE || isInPlace(pair)) take(pair.to, pair.from);
  }
  for (const to of open()) {
    const copies = [...before.keys()]
      .map((from) => ({ from, alike: likeness(before[from], after[to]) }))
      .sort((a, b) => b.alike - a.alike);
    if (copies[0] && copies[0].alike >= LEAST_ALIKE) take(to, copies[0].from);
  }
  return matches;
}

/** From 0 (nothing in common) to 1 (the same). */
function likeness(a: Value | undefined, b: Value | undefined): number {
  if (isDeepStrictEqual(a, b)) return 1;
  if (typeof a === 'string' && typeof b === 'string') return shared(a.split(/\s+/), b.split(/\s+/));
  if (Array.isArray(a) && Array.isArray(b)) {
    return shared(
      a.map((one) => JSON.stringify(one)),
      b.map((one) => JSON.stringify(one)),
    );
  }
  if (!isGroup(a) || !isGroup(b)) return 0;
  // Another kind of section is another section, whatever they share.
  if (a.kind !== b.kind) return 0;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const sum = keys.reduce((total, key) => total + likeness(a[key], b[key]), 0);
  return sum / keys.length;
}

/** How many words two lists share, of all there are. */
function shared(a: string[], b: string[]): number {
  const rest = [...b];
  const common = a.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return common.length / Math.max(a.length, b.length);
}

export function isGroup(value: unknown): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
