import { type FieldPath, isGroup } from '../../../site/content-walk.ts';
import { isEqual, originsOf, type Value } from '../../values.ts';

type MaybeValue = Value | undefined;

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
    const entries = Object.keys({ ...theirs, ...mine }).map((key) => {
      const sides = [base[key], mine[key], theirs[key]] as [MaybeValue, MaybeValue, MaybeValue];
      return [key, merge(...sides, conflicts, [...path, key])];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
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
  const isMineInPlace = isEqual(ofMine, [...base.keys()]);
  const [list, origins, other] = isMineInPlace ? [theirs, ofTheirs, mine] : [mine, ofMine, theirs];
  const isOtherInPlace = isMineInPlace || isEqual(ofTheirs, [...base.keys()]);
  const isLost = (entry: Value, at: number) => !origins.includes(at) && !isEqual(entry, other[at]);
  if (!isOtherInPlace || base.some(isLost)) return undefined;
  return list.map((entry, index) => {
    const at = origins[index];
    if (at === undefined) return entry;
    const [one, another] = [mine[ofMine.indexOf(at)], theirs[ofTheirs.indexOf(at)]];
    return merge(base[at], one, another, conflicts, [...path, index]) as Value;
  });
}
