import { dequal } from 'dequal/lite';
import { type FieldPath, isGroup } from '../../site/schema/content-walk.ts';

/** A value of a YAML file. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
/** Undefined where there is no value. */
export type MaybeValue = Value | undefined;

/** @returns undefined where the path leads nowhere */
export function valueAt(value: unknown, path: FieldPath): MaybeValue {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = found[step as never];
  }
  return found as MaybeValue;
}

/** Does what `toSpliced` does, which Chrome 109 lacks. */
export function spliced<Entry>(
  list: readonly Entry[],
  at: number,
  removed: number,
  ...added: Entry[]
): Entry[] {
  const copy = [...list];
  copy.splice(at, removed, ...added);
  return copy;
}

/**
 * Returns the value with another one at this path. A missing group is made.
 *
 * @param to undefined removes the field or entry
 */
export function withValue(
  value: MaybeValue,
  [step, ...innerPath]: FieldPath,
  to: MaybeValue,
): MaybeValue {
  if (step === undefined) return to;
  const before = valueAt(value, [step]);
  const inner = withValue(before, innerPath, to);
  if (inner === before) return value;
  if (Array.isArray(value)) {
    const index = Number(step);
    return inner === undefined ? spliced(value, index, 1) : spliced(value, index, 1, inner);
  }
  const group = isGroup(value) ? (value as Record<string, Value>) : {};
  if (inner !== undefined) return { ...group, [step]: inner };
  const { [step]: _, ...others } = group;
  return others;
}

/**
 * Finds the index in `before` of each entry of `after`; undefined for a new one. Equal entries are
 * matched first, then entries of the same kind, then the others in their order.
 */
export function originsOf(before: Value[], after: Value[]): (number | undefined)[] {
  const left = [...before.keys()];
  const take = (isOrigin: (entry: MaybeValue) => boolean) => {
    const at = left.findIndex((index) => isOrigin(before[index]));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const kindOf = (entry: MaybeValue) => valueAt(entry, ['kind']);
  const equal = after.map((entry) => take((other) => dequal(other, entry)));
  const alike = after.map((entry, index) => {
    return equal[index] ?? take((other) => kindOf(other) === kindOf(entry));
  });
  return alike.map((origin) => origin ?? left.shift());
}

/** Returns the value with each text mapped, keys included. */
export function mapTexts(value: Value, map: (text: string) => string): Value {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [map(key), mapTexts(inner, map)]),
  );
}

/** A value as the text that a reader sees. */
export function displayText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(displayText).join('\n');
  if (!isGroup(value)) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...texts } = value;
  return Object.values(texts).map(displayText).join('\n');
}
