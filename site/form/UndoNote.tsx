import type { FormValues } from './fields/form-values.ts';
import { useFormContent } from './form-content.tsx';
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
  const { words } = useFormContent();
  const { taken, onUndo } = props;
  return (
    <p className={styles.note} role="status">
      {taken && (
        <>
          {words.form.cleared}{' '}
          <button type="button" className={styles.undo} onClick={() => onUndo(taken)}>
            {words.form.undo}
          </button>
        </>
      )}
    </p>
  );
}
