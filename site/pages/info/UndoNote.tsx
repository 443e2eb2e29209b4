import type { FormValues } from '../../../enquiry/payload.ts';
import { useSharedContent } from '../../shared-content.tsx';
import styles from './UndoNote.module.css';

/**
 * 'Annuleren' empties the form without asking (specification, section 4). One slip of the thumb must
 * not cost a visitor ten minutes of writing: until something new is typed, it can be taken back.
 *
 * @param taken what stood in the form before; absent when nothing was taken
 */
export function UndoNote(props: {
  taken: FormValues | undefined;
  onUndo: (taken: FormValues) => void;
}) {
  const { messages } = useSharedContent();
  const { taken, onUndo } = props;
  const wasEmpty = !taken || Object.values(taken).every((text) => !text?.trim());
  return (
    <p className={styles.note} role="status">
      {!wasEmpty && (
        <>
          {messages.form.cleared}{' '}
          <button type="button" className={styles.undo} onClick={() => onUndo(taken)}>
            {messages.form.undo}
          </button>
        </>
      )}
    </p>
  );
}
