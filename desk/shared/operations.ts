import { dequal } from 'dequal/lite';
import * as v from 'valibot';
import { type FieldPath, isGroup } from '../../site/schema/content-walk.ts';
import { type MaybeValue, spliced, type Value, valueAt, withValue } from './values.ts';

/* Operations change one file. */

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const path = v.array(v.union([v.string(), index]));
const value = v.custom<Value>((given) => given !== undefined);

export const operationSchema = v.variant('type', [
  /** Replaces a field, an entry of a list or, with an empty path, the whole file. */
  v.object({ type: v.literal('set'), path, value }),
  v.object({ type: v.literal('remove'), path }),
  /** Adds an entry before the one at this path. */
  v.object({ type: v.literal('insert'), path, value }),
  /** Moves an entry to another index of its list. */
  v.object({ type: v.literal('move'), path, to: index }),
]);

export type Operation = v.InferOutput<typeof operationSchema>;

/** @param to the new value; undefined removes the old one */
export function setOperation(before: MaybeValue, path: FieldPath, to: MaybeValue): Operation {
  if (to === undefined) return { type: 'remove', path };
  // Where a group on the path is missing, the operation sets the first missing one, with `to` in
  // it.
  const isMissing = (depth: number) => valueAt(before, path.slice(0, depth)) === undefined;
  const depth = [...path.keys()].find(isMissing) ?? path.length;
  const value = withValue(undefined, path.slice(depth), to) as Value;
  return { type: 'set', path: path.slice(0, depth), value };
}

/** The operations that change one value into another. Equal parts are left alone. */
export function operationsTo(
  before: MaybeValue,
  after: MaybeValue,
  path: FieldPath = [],
): Operation[] {
  if (dequal(before, after)) return [];
  const isList = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  const isSameKind = isGroup(before) && isGroup(after) && before.kind === after.kind;
  if (isList || isSameKind) {
    const steps = isList
      ? [...after.keys()]
      : Object.keys({ ...(before as object), ...(after as object) });
    return steps.flatMap((step) =>
      operationsTo(valueAt(before, [step]), valueAt(after, [step]), [...path, step]),
    );
  }
  return [after === undefined ? { type: 'remove', path } : { type: 'set', path, value: after }];
}

/** Applies an operation. Values outside its path keep their identity. */
export function applyOperation(before: MaybeValue, operation: Operation): MaybeValue {
  const { type, path } = operation;
  if (type === 'set') return withValue(before, path, operation.value);
  if (type === 'remove') return withValue(before, path, undefined);
  const list = valueAt(before, path.slice(0, -1));
  if (!Array.isArray(list)) return before;
  const index = Number(path.at(-1));
  const next =
    type === 'insert'
      ? spliced(list, index, 0, operation.value)
      : spliced(spliced(list, index, 1), operation.to, 0, ...list.slice(index, index + 1));
  return withValue(before, path.slice(0, -1), next);
}

/** The operation that undoes another one. */
export function inverseOf(before: MaybeValue, operation: Operation): Operation {
  const { type, path } = operation;
  const [group, index] = [path.slice(0, -1), Number(path.at(-1))];
  if (type === 'insert') return { type: 'remove', path };
  if (type === 'move') return { type, path: [...group, operation.to], to: index };
  const old = valueAt(before, path);
  if (old === undefined) return { type: 'remove', path };
  const isEntry = path.length > 0 && Array.isArray(valueAt(before, group));
  return { type: type === 'remove' && isEntry ? 'insert' : 'set', path, value: old };
}
