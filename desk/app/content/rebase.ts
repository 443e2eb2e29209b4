import type { FieldPath } from '../../../site/content-walk.ts';
import { applyOperations, type Operation, type Value, valueAt } from '../../operations.ts';

/** A place that two devices changed; undefined where it was taken away. */
export interface Collision {
  path: FieldPath;
  mine: Value | undefined;
  theirs: Value | undefined;
}

/**
 * Makes operations on a file fit what another device made of it meanwhile.
 *
 * @param before the value that the operations start from
 * @param now the other device's value
 * @returns one operation for each that came in, undefined for those that cannot or need not be done
 */
export function rebase(
  before: Value,
  now: Value,
  operations: readonly Operation[],
): { operations: (Operation | undefined)[]; collisions: Collision[]; value: Value } {
  const collisions: Collision[] = [];
  let [mine, theirs] = [before, now];
  const rebased = operations.map((operation) => {
    const next = follow(mine, theirs, operation);
    mine = applyOperations(mine, [operation]);
    if (!next) return undefined;
    if ('kind' in next) {
      theirs = applyOperations(theirs, [next]);
      return next;
    }
    // Letters typed one after another collide once.
    const same = collisions.findIndex(({ path }) => isEqual(path, next.path));
    if (same >= 0) collisions.splice(same, 1);
    collisions.push(next);
    return undefined;
  });
  return { operations: rebased, collisions, value: theirs };
}

/** The order of a group's fields does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isEqual(a[key as never], b[key as never]));
}

function follow(
  mine: Value,
  theirs: Value,
  operation: Operation,
): Operation | Collision | undefined {
  const { kind } = operation;
  const parent = followPath(mine, theirs, operation.path.slice(0, -1));
  const step = operation.path.at(-1);
  const [list, otherList] = [
    valueAt(mine, operation.path.slice(0, -1)),
    parent && valueAt(theirs, parent),
  ];
  if (kind === 'insert') {
    if (!parent || !Array.isArray(list) || !Array.isArray(otherList)) {
      return { path: operation.path, mine: operation.value, theirs: undefined };
    }
    const above = Number(step) > 0 ? followEntry(list, otherList, Number(step) - 1) : -1;
    const index = above === undefined ? Math.min(Number(step), otherList.length) : above + 1;
    return { ...operation, path: [...parent, index] };
  }
  const path = followPath(mine, theirs, operation.path);
  if (kind === 'move') {
    if (!path || !Array.isArray(list) || !Array.isArray(otherList)) return undefined;
    const to = followEntry(list, otherList, operation.to);
    return { ...operation, path, to: to ?? Math.min(operation.to, otherList.length - 1) };
  }
  const wanted = kind === 'set' ? operation.value : undefined;
  if (!path) return { path: operation.path, mine: wanted, theirs: undefined };
  const found = valueAt(theirs, path);
  if (isEqual(found, wanted)) return undefined;
  if (isEqual(found, valueAt(mine, operation.path))) return { ...operation, path };
  return { path, mine: wanted, theirs: found };
}

/** Where a place of one value is in the other; undefined when its parent is gone. */
function followPath(mine: Value, theirs: Value, path: FieldPath): FieldPath | undefined {
  const followed: FieldPath = [];
  for (const [depth, step] of path.entries()) {
    const [from, to] = [valueAt(mine, path.slice(0, depth)), valueAt(theirs, followed)];
    if (typeof to !== 'object' || to === null) return undefined;
    const next =
      Array.isArray(from) && Array.isArray(to) ? followEntry(from, to, Number(step)) : step;
    if (next === undefined) return undefined;
    followed.push(next);
  }
  return followed;
}

/** Entries have no name: the same entry is an equal one, else the most similar of those left over. */
function followEntry(from: Value[], to: Value[], index: number): number | undefined {
  const entry = from[index];
  const nth = from.slice(0, index).filter((one) => isEqual(one, entry)).length;
  const equal = to.flatMap((one, at) => (isEqual(one, entry) ? [at] : []));
  if (equal[nth] !== undefined) return equal[nth];
  const left = to.flatMap((one, at) => (from.some((other) => isEqual(one, other)) ? [] : [at]));
  const likeness = (at: number) => countEqualFields(entry, to[at]);
  const best = left.toSorted((a, b) => likeness(b) - likeness(a))[0];
  if (best === undefined) return undefined;
  return likeness(best) > 0 || from.length === to.length ? best : undefined;
}

function countEqualFields(a: unknown, b: unknown): number {
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return 0;
  return Object.entries(a).filter(([key, one]) => isEqual(one, b[key as never])).length;
}
