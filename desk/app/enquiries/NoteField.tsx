import { useEffect, useState, useSyncExternalStore } from 'react';
import { MAX_NOTE_LENGTH } from '../../../enquiry/enquiry-states.ts';
import { adviseOnUnsaved } from '../draft/saving.ts';
import { GrowingText } from '../form/GrowingText.tsx';
import { notes } from '../store/app-store.ts';
import { Button } from '../ui/Button.tsx';

const NOTE_ID = 'enquiry-note';

/** The caterer's note. It is saved while typing. */
export function NoteField({ id, note }: { id: string; note: string }) {
  const unsaved = useSyncExternalStore(notes.subscribe, () => notes.unsavedOf(id));
  const isSaved = useSyncExternalStore(notes.subscribe, () => notes.isSaved(id));
  // What is typed replaces the text that the field shows, so both come from the store.
  const text = useSyncExternalStore(notes.subscribe, () => notes.textOf(id));
  const [isTyped, setTyped] = useState(false);
  const problem = unsaved?.problem;

  const type = (typed: string) => {
    notes.type(id, typed);
    setTyped(true);
  };
  const takeTheirs = () => {
    notes.discard(id);
    setTyped(false);
  };

  useEffect(() => () => void notes.save(id), [id]);

  return (
    <div className="field">
      <label htmlFor={NOTE_ID}>Notitie</label>
      <p className="help" id="enquiry-note-help">
        Alleen voor jou. Ze verdwijnt samen met de aanvraag.
      </p>
      <GrowingText
        id={NOTE_ID}
        isOneLine={false}
        maxLength={MAX_NOTE_LENGTH}
        aria-describedby="enquiry-note-help"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => void notes.save(id)}
      />
      <p className="help" role="status">
        {isTyped && isSaved && 'Bewaard.'}
      </p>
      {problem && (
        <p className="problem" role="alert">
          Je notitie is nog niet bewaard. {problem.message}
          {problem.kind === 'later' && ' We proberen het opnieuw.'}
          {problem.kind !== 'conflict' && ` ${adviseOnUnsaved(notes.isPersisted())}`}
        </p>
      )}
      {problem?.kind === 'conflict' && (
        <>
          <blockquote>{note || '(leeg)'}</blockquote>
          <div className="buttons">
            <Button label="Bewaar die van mij" onPress={() => notes.replace(id, note)} />
            <Button label="Neem wat daar staat" onPress={takeTheirs} />
          </div>
        </>
      )}
    </div>
  );
}
