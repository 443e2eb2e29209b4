import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { fileTitle } from '../../shared/pages.ts';
import { valueAt } from '../../shared/values.ts';
import type { Edit } from '../draft/state.ts';
import { getDeskState, notify, undo } from './app-store.ts';

/**
 * Undoes or redoes one edit, and shows a message about where.
 *
 * @param step `undo` or `redo`
 */
export function undoOrRedo(step: (fieldKey?: string) => Edit | undefined, fieldKey?: string): void {
  const edit = step(fieldKey);
  if (edit) {
    const what = Object.entries(edit.operations).map(([file, [operation]]) => {
      return describeField(file, operation?.path ?? []);
    });
    const word = step === undo ? 'Teruggenomen' : 'Opnieuw gedaan';
    const where = what.join(', ');
    notify(`${word}: ${where}${/[.?!…]$/.test(where) ? '' : '.'}`);
  } else notify(`Hier is niets ${step === undo ? 'terug te nemen' : 'opnieuw te doen'}.`);
}

/** 'Feesten › Recepties' */
function describeField(file: string, path: FieldPath): string {
  const value = getDeskState().files[file];
  const [list, index] = path;
  const section = list === 'sections' ? valueAt(value, [list, index ?? 0]) : undefined;
  const heading = section && (valueAt(section, ['heading']) ?? valueAt(section, ['sentence']));
  const names = [fileTitle(file, value), typeof heading === 'string' ? heading : ''];
  return names.filter(Boolean).join(' › ');
}
