import { useEffect, useState } from 'react';
import { MAX_NOTE_LENGTH } from '../../../enquiry/enquiry-states.ts';
import { RefusedError } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../draft/app-store.ts';
import { GrowingText } from '../form/GrowingText.tsx';
import { Button } from '../ui/Button.tsx';

const PAUSE_MS = 800;
const RETRY_MS = 5_000;
const NOTE_ID = 'enquiry-note';

/** Unsaved notes by the id of their enquiry, so that leaving the screen does not lose them. */
const unsavedNotes = new Map<string, { text: string; before: string }>();

/** The caterer's note. It is saved while typing. */
export function NoteField({ id, note }: { id: string; note: string }) {
  const [text, setText] = useState(unsavedNotes.get(id)?.text ?? note);
  const [problem, setProblem] = useState<{ message: string; isConflict: boolean }>();
  const [isSaved, setSaved] = useState(false);

  const save = async (before = unsavedNotes.get(id)?.before ?? note) => {
    const unsaved = unsavedNotes.get(id);
    if (!unsaved) return;
    try {
      const stored = await call('PUT /api/enquiries/:id/note', { note: unsaved.text, before }, id);
      const now = unsavedNotes.get(id);
      if (now?.text === unsaved.text) unsavedNotes.delete(id);
      else if (now) unsavedNotes.set(id, { ...now, before: stored.note });
      setProblem(undefined);
      setSaved(true);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setSaved(false);
      setProblem({ message: error.message, isConflict: error.status === 409 });
    }
    await queryClient.invalidateQueries({ queryKey: ['GET /api/enquiries'] });
  };
  const type = (typed: string) => {
    const before = unsavedNotes.get(id)?.before ?? note;
    if (typed === before) unsavedNotes.delete(id);
    else unsavedNotes.set(id, { text: typed, before });
    setText(typed);
    setSaved(false);
  };
  const takeTheirs = () => {
    unsavedNotes.delete(id);
    setText(note);
    setProblem(undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the delay
  useEffect(() => {
    if (problem?.isConflict || !unsavedNotes.has(id)) return;
    const timer = setTimeout(save, problem ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, problem]);
  // Another device wrote the note, and nothing is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each id has its own field
  useEffect(() => {
    if (!unsavedNotes.has(id) && document.activeElement?.id !== NOTE_ID) setText(note);
  }, [note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the note is saved once, at the end
  useEffect(() => {
    const saveNow = () => void (document.hidden && save());
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      void save();
    };
  }, []);

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
        onBlur={() => void save()}
      />
      <p className="help" role="status">
        {isSaved && 'Bewaard.'}
      </p>
      {problem && (
        <p className="problem" role="alert">
          Je notitie is nog niet bewaard. {problem.message}
          {!problem.isConflict && ' We proberen het opnieuw.'}
        </p>
      )}
      {problem?.isConflict && (
        <>
          <blockquote>{note || '(leeg)'}</blockquote>
          <div className="buttons">
            <Button label="Bewaar die van mij" onPress={() => save(note)} />
            <Button label="Neem wat daar staat" onPress={takeTheirs} />
          </div>
        </>
      )}
    </div>
  );
}
