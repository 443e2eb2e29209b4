import { type FieldPath, isGroup } from '../../../site/content-walk.ts';
import { isEqual, type MaybeValue, originsOf, type Value, valueAt } from '../../values.ts';

/** What two devices changed; undefined: removed. */
export interface Conflict {
  path: FieldPath;
  mine: MaybeValue;
  theirs: MaybeValue;
}

/**
 * Merges what two devices made of one file. What both changed stays as theirs, and is added to
 * `conflicts`.
 */
export function merge(
  base: MaybeValue,
  mine: MaybeValue,
  theirs: MaybeValue,
  conflicts: Conflict[],
  path: FieldPath = [],
): MaybeValue {
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs;
  if (isEqual(theirs, base)) return mine;
  if (isGroup(base) && isGroup(mine) && isGroup(theirs)) {
    const merged: Record<string, Value> = {};
    for (const key of Object.keys({ ...theirs, ...mine })) {
      const value = merge(
        valueAt(base, [key]),
        valueAt(mine, [key]),
        valueAt(theirs, [key]),
        conflicts,
        [...path, key],
      );
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergeLists(base, mine, theirs, conflicts, path);
    if (merged) return merged;
  }
  conflicts.push({ path, mine, theirs });
  return theirs;
}

/**
 * In the order of the side that added, removed or moved entries.
 *
 * @returns undefined where both did, or one removed what the other edited
 */
function mergeLists(
  base: Value[],
  mine: Value[],
  theirs: Value[],
  conflicts: Conflict[],
  path: FieldPath,
): Value[] | undefined {
  const ofMine = originsOf(base, mine);
  const ofTheirs = originsOf(base, theirs);
  const inPlace = [...base.keys()];
  const isMineInPlace = isEqual(ofMine, inPlace);
  if (!isMineInPlace && !isEqual(ofTheirs, inPlace)) return undefined;
  const [list, origins] = isMineInPlace ? [theirs, ofTheirs] : [mine, ofMine];
  const other = isMineInPlace ? mine : theirs;
  const isLost = (entry: Value, at: number) => {
    const isRemoved = !origins.includes(at);
    return isRemoved && !isEqual(entry, other[at]);
  };
  if (base.some(isLost)) return undefined;
  return list.map((entry, index) => {
    const at = origins[index];
    if (at === undefined) return entry;
    const ofMe = mine[ofMine.indexOf(at)];
    const ofThem = theirs[ofTheirs.indexOf(at)];
    return merge(base[at], ofMe, ofThem, conflicts, [...path, index]) as Value;
  });
}
