import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { fieldId } from './form-values.ts';

/** The id of a list entry's row. */
export const rowId = (file: string, path: FieldPath) => `${fieldId(file, path)} row`;

const CONTROLS = 'input, select, textarea, button, [contenteditable]';

/**
 * Focuses a field or, when it does not exist yet, the group that will contain it. Returns false
 * when neither exists.
 */
export function focusField(file: string, path: FieldPath): boolean {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const row = document.getElementById(rowId(file, path.slice(0, depth)));
    if (row instanceof HTMLDetailsElement) row.open = true;
  }
  for (let depth = path.length; depth > 0; depth -= 1) {
    const element = document.getElementById(fieldId(file, path.slice(0, depth)));
    const control = element?.querySelector<HTMLElement>(CONTROLS) ?? element;
    // On a phone the field's form may still be closed.
    if (!control?.offsetParent) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    if (isOneLine(control)) control.select();
    return true;
  }
  return false;
}

const isOneLine = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control.matches('input, [data-one-line]');
