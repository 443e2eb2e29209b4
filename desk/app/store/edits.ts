import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { setOperation } from '../../shared/operations.ts';
import { type MaybeValue, type Value, withValue } from '../../shared/values.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { NOTICE } from '../draft/file-names.ts';
import { edit, getDeskState } from './app-store.ts';

/**
 * The key of a field, which undo and the form use to find it: 'pages/home.yaml sections.0.heading'.
 */
export const fieldKeyOf = (file: string, path: FieldPath) => `${file} ${path.join('.')}`;

/**
 * Writes one value; undefined removes it.
 *
 * @param isTyped true for a key press; edits that are typed without a pause are undone together
 */
export function setValue(file: string, path: FieldPath, value: MaybeValue, isTyped = false): void {
  const before = getDeskState().files[file];
  const typing = { fieldKey: fieldKeyOf(file, path), atMs: performance.now() };
  let operation = setOperation(before, path, value);
  // A notice needs both dates: a new one is shown for two weeks from today.
  if (file === NOTICE && !before && value !== undefined) {
    const notice = withValue({ from: dayFromNow(0), until: dayFromNow(14) }, path, value) as Value;
    operation = { type: 'set', path: [], value: notice };
  }
  edit({ [file]: [operation] }, isTyped ? typing : undefined);
}

/** @param path the path of the list, and the index */
export const insertEntry = (file: string, path: FieldPath, value: Value) =>
  edit({ [file]: [{ type: 'insert', path, value }] });

/** @param to the new index */
export const moveEntry = (file: string, path: FieldPath, to: number) =>
  edit({ [file]: [{ type: 'move', path, to }] });
