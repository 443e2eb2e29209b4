import type { FieldPath } from '../../../site/content-walk.ts';
import { apply, type Operation } from '../../operations.ts';
import { isEqual, type MaybeValue, originsOf, valueAt } from '../../values.ts';

/** What two devices changed; undefined: removed. */
export interface Conflict {
  path: FieldPath;
  mine: MaybeValue;
  theirs: MaybeValue;
}

/**
 * Applies operations on `base` to what another device made of it. Where both changed the same value,
 * theirs stays and a conflict is returned.
 */
export function rebase(operations: Operation[], base: MaybeValue, theirs: MaybeValue) {
  const rebased: Operation[] = [];
  const conflicts = new Map<string, Conflict>();
  let before = base;
  let now = theirs;
  for (const operation of operations) {
    const { type, path } = operation;
    const after = apply(before, operation);
    const there = follow(path, before, now, type === 'insert');
    const isThere = there.length === path.length;
    const isSame = isEqual(valueAt(before, path), valueAt(now, there));
    if (isThere && (isSame || type === 'insert' || type === 'move')) {
      const moved = { ...operation, path: there };
      rebased.push(moved);
      now = apply(now, moved);
    } else {
      const isRemoved = isThere && type === 'remove';
      const mine = isRemoved ? undefined : valueAt(after, path.slice(0, there.length));
      conflicts.set(there.join('.'), { path: there, mine, theirs: valueAt(now, there) });
    }
    before = after;
  }
  const real = [...conflicts.values()].filter((one) => !isEqual(one.mine, one.theirs));
  return { operations: rebased, value: now, conflicts: real };
}

/**
 * Where a path of `before` is in `now`, as far as its owners are still there.
 *
 * @param isInsert before an entry, or at the end of the list when that is gone
 */
function follow(path: FieldPath, before: MaybeValue, now: MaybeValue, isInsert: boolean) {
  const there: FieldPath = [];
  for (const [depth, step] of path.entries()) {
    const owner = valueAt(before, path.slice(0, depth));
    const ownerNow = valueAt(now, there);
    if (typeof ownerNow !== 'object' || ownerNow === null) break;
    if (!Array.isArray(owner) || !Array.isArray(ownerNow)) {
      there.push(step);
      continue;
    }
    const index = originsOf(owner, ownerNow).indexOf(Number(step));
    const isLast = depth === path.length - 1;
    if (index < 0 && !(isLast && isInsert)) break;
    there.push(index < 0 ? ownerNow.length : index);
  }
  return there;
}
