import type { FieldPath } from '../site/content-walk.ts';

/** Changes to a value of `content/`, as the app makes them and the server writes them. */

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

/**
 * The value after these operations; what they do not touch stays the same object.
 *
 * @throws PathError
 */
export function applyOperations(value: Value, operations: readonly Operation[]): Value {
  return operations.reduce(applyOperation, value);
}

/**
 * What takes an operation back.
 *
 * @param value the value before the operation
 * @throws PathError
 */
export function inverseOf(value: Value, operation: Operation): Operation {
  const { kind, path } = operation;
  switch (kind) {
    case 'insert':
      return { kind: 'remove', path };
    case 'move':
      return { kind, path: [...path.slice(0, -1), operation.to], to: Number(path.at(-1)) };
    case 'set':
    case 'remove': {
      const before = valueAt(value, path);
      if (before === undefined) return { kind: 'remove', path };
      const isEntry = kind === 'remove' && typeof path.at(-1) === 'number';
      return { kind: isEntry ? 'insert' : 'set', path, value: before };
    }
  }
}

/** @returns undefined where the path leads nowhere */
export function valueAt(value: Value, path: FieldPath): Value | undefined {
  let one: Value | undefined = value;
  for (const step of path) {
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, step)) return undefined;
    one = (one as Record<string | number, Value>)[step];
  }
  return one;
}

function applyOperation(value: Value, operation: Operation): Value {
  const [step, ...rest] = operation.path;
  if (step === undefined) {
    if (operation.kind === 'set') return operation.value;
    throw new PathError(`${operation.kind} needs a path`);
  }
  if (rest.length > 0) {
    const inner = valueAt(value, [step]);
    if (inner === undefined) throw new PathError(`no ${step}`);
    return withField(value, step, applyOperation(inner, { ...operation, path: rest }));
  }
  if (Array.isArray(value)) return withEntry(value, Number(step), operation);
  switch (operation.kind) {
    case 'set':
      return withField(value, step, operation.value);
    case 'remove': {
      if (valueAt(value, [step]) === undefined) throw new PathError(`no ${step}`);
      const { [step]: _, ...others } = value as Record<string, Value>;
      return others;
    }
    default:
      throw new PathError(`${step} is in no list`);
  }
}

function withField(value: Value, step: string | number, field: Value): Value {
  if (Array.isArray(value)) return value.with(Number(step), field);
  if (typeof value !== 'object' || value === null) throw new PathError(`no group around ${step}`);
  return { ...value, [step]: field };
}

function withEntry(list: Value[], index: number, operation: Operation): Value[] {
  const last = operation.kind === 'insert' ? list.length : list.length - 1;
  if (!Number.isInteger(index) || index < 0 || index > last) throw new PathError(`no ${index}`);
  switch (operation.kind) {
    case 'set':
      return list.with(index, operation.value);
    case 'insert':
      return list.toSpliced(index, 0, operation.value);
    case 'remove':
      return list.toSpliced(index, 1);
    case 'move': {
      if (operation.to < 0 || operation.to >= list.length) {
        throw new PathError(`no ${operation.to}`);
      }
      const [entry = null] = list.slice(index, index + 1);
      return list.toSpliced(index, 1).toSpliced(operation.to, 0, entry);
    }
  }
}
