import { valueAt } from '../../shared/values.ts';

/** A photo's focal point, in percent from the left and from the top; the middle by default. */
export function focusOf(entry: unknown): [x: number, y: number] {
  const focus = valueAt(entry, ['focus']);
  const [x, y] = Array.isArray(focus) ? focus : [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : [50, 50];
}
