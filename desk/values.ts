import { type FieldPath, isGroup } from '../site/content-walk.ts';

/** Changes to a value of `content/`, as the app sends them and the server writes them. */

/** Values as YAML has them. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

export type Operation =
  /** Replaces a value or adds a field; an empty path replaces the whole value. */
  | { kind: 'set'; path: FieldPath; value: Value }
  /** Adds to a list; the last step is the index that the new entry gets. */
  | { kind: 'insert'; path: FieldPath; value: Value }
  /** Takes a field out of a group, or an entry out of a list. */
  | { kind: 'remove'; path: FieldPath }
  /** Moves an entry within its list; `to` is its index afterwards. */
  | { kind: 'move'; path: FieldPath; to: number };

/** An operation whose path leads nowhere in the value it is applied to. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/** @returns undefined where the path leads nowhere */
export function valueAt(value: unknown, path: FieldPath): Value | undefined {
  let one = value;
  for (const step of path) {
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, step)) return undefined;
    one = one[step as never];
  }
  return one as Value | undefined;
}

/**
 * The value with another at this path; all the rest stays the same objects. A group that is not
 * there yet is made with its first field.
 *
 * @param to undefined takes the field or the entry away
 */
export function withValue(
  value: Value | undefined,
  [step, ...rest]: FieldPath,
  to: Value | undefined,
): Value | undefined {
  if (step === undefined) return to;
  const before = valueAt(value, [step]);
  const inner = withValue(before, rest, to);
  if (inner === before) return value;
  if (Array.isArray(value)) {
    return value.toSpliced(Number(step), 1, ...(inner === undefined ? [] : [inner]));
  }
  const { [step]: _, ...others } = isGroup(value) ? (value as Record<string, Value>) : {};
  return inner === undefined ? others : { ...(value as object), [step]: inner };
}

/**
 * The list after an operation on one of its entries.
 *
 * @param entry for `set` and `insert`
 * @throws PathError
 */
export function changeList<Entry>(
  list: readonly Entry[],
  operation: Operation,
  entry: Entry,
): Entry[] {
  const { kind, path } = operation;
  const index = Number(path.at(-1));
  const last = kind === 'insert' ? list.length : list.length - 1;
  const to = kind === 'move' ? operation.to : 0;
  for (const one of [index, to]) {
    const isInList = Number.isInteger(one) && one >= 0 && one <= last;
    if (!isInList) throw new PathError(path.join('.'));
  }
  switch (kind) {
    case 'set':
      return list.with(index, entry);
    case 'insert':
      return list.toSpliced(index, 0, entry);
    case 'remove':
      return list.toSpliced(index, 1);
    case 'move':
      return moved(list, index, to);
  }
}

/** The list with the entry of one index at another. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The operations that make one value of another; undefined is a file that is not there. */
export function operationsBetween(
  before: Value | undefined,
  after: Value | undefined,
  path: FieldPath = [],
): Operation[] {
  if (isEqual(before, after)) return [];
  if (after === undefined) return [{ kind: 'remove', path }];
  if (Array.isArray(before) && Array.isArray(after)) return listOperations(before, after, path);
  if (!isGroup(before) || !isGroup(after)) return [{ kind: 'set', path, value: after }];
  const [from, to] = [before, after] as Record<string, Value>[];
  return Object.keys({ ...from, ...to }).flatMap((key) =>
    operationsBetween(from?.[key], to?.[key], [...path, key]),
  );
}

/** First the edits of entries, at their old places; then entries come, go and move. */
function listOperations(before: Value[], after: Value[], path: FieldPath): Operation[] {
  const origins = originsOf(before, after);
  const operations = origins.flatMap((origin, index) =>
    origin === undefined ? [] : operationsBetween(before[origin], after[index], [...path, origin]),
  );
  const all = [...before.keys()];
  const gone = all.filter((index) => !origins.includes(index));
  for (const index of gone.toReversed())
    operations.push({ kind: 'remove', path: [...path, index] });
  // The entries that are there by now, by their old index; -1 for a new one.
  let now = all.filter((index) => !gone.includes(index));
  for (const [index, value] of after.entries()) {
    const from = now.indexOf(origins[index] ?? Number.NaN);
    if (from === index) continue;
    if (from < 0) operations.push({ kind: 'insert', path: [...path, index], value });
    else operations.push({ kind: 'move', path: [...path, from], to: index });
    now = from < 0 ? now.toSpliced(index, 0, -1) : moved(now, from, index);
  }
  return operations;
}

/** The index in `before` of each entry of `after`; undefined for an entry that is new. */
export function originsOf(before: Value[], after: Value[]): (number | undefined)[] {
  const left = [...before.keys()];
  const same = after.map((entry) => {
    const at = left.findIndex((index) => isEqual(before[index], entry));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  // What only one list has was edited, in its order.
  return same.map((origin) => origin ?? left.shift());
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
