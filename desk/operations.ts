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
 * The value after these operations.
 *
 * @throws PathError
 */
export function applyOperations(value: Value, operations: readonly Operation[]): Value {
  return operations.reduce((now, operation) => {
    const { kind, path } = operation;
    const parent = path.slice(0, -1);
    const step = path.at(-1);
    const around = valueAt(now, parent);
    if (step !== undefined && Array.isArray(around)) {
      return withValue(now, parent, changeList(around, Number(step), operation)) as Value;
    }
    if (kind === 'set' && step === undefined) return operation.value;
    const isThere = isGroup(around) && (kind === 'set' || Object.hasOwn(around, step ?? ''));
    if (!isThere || kind === 'insert' || kind === 'move') throw new PathError(path.join('.'));
    return withValue(now, path, kind === 'set' ? operation.value : undefined) as Value;
  }, value);
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

/** The order of a group's fields does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isEqual(a[key as never], b[key as never]));
}

function changeList(list: Value[], index: number, operation: Operation): Value[] {
  const last = operation.kind === 'insert' ? list.length : list.length - 1;
  const to = operation.kind === 'move' ? operation.to : 0;
  if (![index, to].every((one) => Number.isInteger(one) && one >= 0 && one <= last)) {
    throw new PathError(operation.path.join('.'));
  }
  switch (operation.kind) {
    case 'set':
      return list.with(index, operation.value);
    case 'insert':
      return list.toSpliced(index, 0, operation.value);
    case 'remove':
      return list.toSpliced(index, 1);
    case 'move':
      return list.toSpliced(index, 1).toSpliced(to, 0, list[index] as Value);
  }
}

/** Entries that only one list has were edited, in their order; then the others find their places. */
function listOperations(before: Value[], after: Value[], path: FieldPath): Operation[] {
  const isIn = (list: Value[], entry: Value) => list.some((one) => isEqual(one, entry));
  const operations: Operation[] = [];
  const list = before.map((entry) => ({ entry, isGone: !isIn(after, entry) }));
  const edited = after.filter((entry) => !isIn(before, entry));
  for (const [index, one] of list.entries()) {
    const next = one.isGone ? edited.shift() : undefined;
    if (next === undefined) continue;
    operations.push(...operationsBetween(one.entry, next, [...path, index]));
    list[index] = { entry: next, isGone: false };
  }
  const remove = (index: number) => {
    operations.push({ kind: 'remove', path: [...path, index] });
    list.splice(index, 1);
  };
  for (let index = list.length - 1; index >= 0; index--) if (list[index]?.isGone) remove(index);
  for (const [index, value] of after.entries()) {
    const at = [...path, index];
    const from = list.findIndex(({ entry }, i) => i >= index && isEqual(entry, value));
    if (from === index) continue;
    if (from < 0) operations.push({ kind: 'insert', path: at, value });
    else operations.push({ kind: 'move', path: [...path, from], to: index });
    const [moved = { entry: value, isGone: false }] = from < 0 ? [] : list.splice(from, 1);
    list.splice(index, 0, moved);
  }
  while (list.length > after.length) remove(after.length);
  return operations;
}
