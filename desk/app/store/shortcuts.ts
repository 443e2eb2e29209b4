import { redo, save, undo } from './app-store.ts';
import { undoOrRedo } from './undo.ts';

const TEXT_CONTROLS =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="file"], [type="color"])';

/**
 * Handles the keys for saving and undo, on the desk and on the edited page. In a text of the
 * content undo takes back what was typed there. In another field, such as an address, the browser's
 * own undo works.
 */
export function handleShortcut(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (key === 's') void save();
  else if (isRedo || key === 'z') {
    const target = event.target as Element;
    const control = target.closest?.<HTMLElement>(TEXT_CONTROLS);
    const fieldKey = control?.dataset.field ?? control?.dataset.text;
    if (control && fieldKey === undefined) return;
    undoOrRedo(isRedo ? redo : undo, fieldKey);
  } else return;
  event.preventDefault();
}
