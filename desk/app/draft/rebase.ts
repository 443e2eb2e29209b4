import { dequal } from 'dequal/lite';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { applyOperation, type Operation } from '../../shared/operations.ts';
import {
  displayText,
  type MaybeValue,
  originsOf,
  type Value,
  valueAt,
} from '../../shared/values.ts';

/** A value that two devices changed. */
export interface Conflict {
  /** Where the value is in the current file. */
  path: FieldPath;
  /** This window's text; empty when it removed the value. */
  mine: string;
  theirs: string;
  /**
   * Replaces the other device's value with this window's, in the current file; empty when the place
   * is unknown.
   */
  operations: Operation[];
}

/**
 * Rebases operations from `base` onto `theirs`, another device's version of the file. Where both
 * changed the same value, theirs is kept and a conflict is returned.
 */
export function rebase(operations: Operation[], base: MaybeValue, theirs: MaybeValue) {
  const rebased: Operation[] = [];
  const conflicts = new Map<string, Conflict & { isSame: boolean }>();
  const known = textsIn(base);
  const changedIn = (value: MaybeValue) => {
    const changed = textsIn(value).filter((text) => !known.includes(text));
    return changed.length > 0 ? changed.join('\n') : displayText(value);
  };
  let before = base;
  let current = theirs;
  for (const operation of operations) {
    const { type, path } = operation;
    const after = applyOperation(before, operation);
    const there = rebasePath(path, before, current, type === 'insert');
    const isThere = there.length === path.length;
    const old = valueAt(current, there);
    const isSame = dequal(valueAt(before, path), old);
    if (isThere && (isSame || type === 'insert' || type === 'move')) {
      const moved = { ...operation, path: there };
      rebased.push(moved);
      current = applyOperation(current, moved);
    } else if (type !== 'move') {
      // A move of an entry that the other device removed has no text to lose.
      const mine = type === 'remove' ? undefined : valueAt(after, path);
      const resolution = isThere
        ? { ...operation, path: there }
        : restoreRemoved(path, after, there, current);
      const gone = path.slice(0, there.length + 1);
      conflicts.set(isThere ? there.join('.') : `gone ${gone.join('.')}`, {
        path: there,
        mine: changedIn(mine),
        theirs: isThere ? changedIn(old) : '',
        operations: resolution ? [resolution] : [],
        isSame: isThere ? dequal(mine, old) : type === 'remove',
      });
    }
    before = after;
  }
  const real = [...conflicts.values()].filter((conflict) => !conflict.isSame);
  return {
    operations: rebased,
    value: current,
    conflicts: real.map(({ isSame: _, ...conflict }): Conflict => conflict),
  };
}

/** Restores the entry or group that the other device removed, with its value in this window. */
function restoreRemoved(
  path: FieldPath,
  mine: MaybeValue,
  there: FieldPath,
  current: MaybeValue,
): Operation | undefined {
  const value = valueAt(mine, path.slice(0, there.length + 1));
  const step = path[there.length];
  if (value === undefined) return undefined;
  const owner = valueAt(current, there);
  if (owner === undefined || step === undefined)
    return { type: 'set', path: [], value: mine as Value };
  if (!Array.isArray(owner)) return { type: 'set', path: [...there, step], value };
  const index = Math.min(Number(step), owner.length);
  return { type: 'insert', path: [...there, index], value };
}

function textsIn(value: MaybeValue): string[] {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? [] : [displayText(value)];
  return Object.values(value).flatMap((part) => textsIn(part as MaybeValue));
}

/**
 * Finds where the value at a path of `before` is in `after`.
 *
 * @param isInsert finds the place of a new entry: before the same entry, or at the end of the list
 *   when that entry is gone
 * @returns the path in `after`, up to the first list entry or group that is gone
 */
export function rebasePath(
  path: FieldPath,
  before: MaybeValue,
  after: MaybeValue,
  isInsert = false,
): FieldPath {
  const there: FieldPath = [];
  for (const [depth, step] of path.entries()) {
    const owner = valueAt(before, path.slice(0, depth));
    const ownerAfter = valueAt(after, there);
    if (typeof ownerAfter !== 'object' || ownerAfter === null) break;
    if (!Array.isArray(owner) || !Array.isArray(ownerAfter)) {
      there.push(step);
      continue;
    }
    const index = originsOf(owner, ownerAfter).indexOf(Number(step));
    const isLast = depth === path.length - 1;
    if (index < 0 && !(isLast && isInsert)) break;
    there.push(index < 0 ? ownerAfter.length : index);
  }
  return there;
}
