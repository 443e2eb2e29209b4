import type { FormValues } from '../../enquiry/payload.ts';
import { useSharedContent } from '../shared-content.tsx';
import styles from './UndoNote.module.css';

/**
 * 'Annuleren' and 'Probeer opnieuw' empty the form without asking (specification, section 4). One
 * slip of the thumb must not cost a visitor ten minutes of writing: as long as the form is empty, it
 * can be taken back.
 *
 * @param taken what stood in the form before; absent when there is nothing to take back
 */
export function UndoNote(props: {
  taken: FormValues | undefined;
  onUndo: (taken: FormValues) => void;
}) {
  const { messages } = useSharedContent();
  const { taken, onUndo } = props;
  return (
    <p className={styles.note} role="status">
      {taken && (
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
