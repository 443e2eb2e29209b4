import { RefusedError } from '../../shared/api.ts';
import type { call } from '../api/call.ts';
import { retryDelayMs } from '../api/retry-delay.ts';
import type { PersistedNote } from '../unsaved-work/unsaved-work.ts';

/* Saves the notes on enquiries, also after an enquiry is left. */

export interface UnsavedNote extends Omit<PersistedNote, 'id'> {
  /** Why the last save failed. */
  problem?: NoteProblem;
}

interface NoteProblem {
  message: string;
  /**
   * `conflict`: another device changed the note, and the caterer chooses. `invalid`: the server
   * stores only another text. `later`: a retry follows automatically.
   */
  kind: 'conflict' | 'invalid' | 'later';
  /** How many saves in a row failed. */
  failures: number;
}

const PROBLEMS: Partial<Record<number, NoteProblem['kind']>> = { 409: 'conflict', 422: 'invalid' };

const PAUSE_MS = 800;

interface NoteStoreDependencies {
  call: typeof call;
  /** Persists the unsaved notes in the browser, and returns whether it could. */
  persist: (notes: PersistedNote[]) => boolean;
  /** The note of an enquiry as the app last read or saved it. */
  knownNote: (id: string) => string;
  /** Resolves once `knownNote` returns the note that a save stored. */
  onSaved: (id: string, note: string) => Promise<void>;
  /** Reads the enquiries again. */
  refresh: () => Promise<void>;
}

export function createNoteStore(dependencies: NoteStoreDependencies) {
  const { call: request, persist, knownNote, onSaved, refresh } = dependencies;
  /** By the id of their enquiry. */
  const unsaved = new Map<string, UnsavedNote>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const sending = new Set<string>();
  /** The notes of which the server has what was typed last. */
  const saved = new Set<string>();
  const listeners = new Set<() => void>();
  let isPersisted = true;

  function put(id: string, note: UnsavedNote | undefined) {
    if (note) unsaved.set(id, note);
    else unsaved.delete(id);
    isPersisted = persist([...unsaved].map(([id, { text, before }]) => ({ id, text, before })));
    for (const listener of listeners) listener();
  }

  function schedule(id: string, afterMs: number) {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => void save(id), afterMs),
    );
  }

  /** Only the response to a save tells what the next one replaces, so one is sent at a time. */
  async function save(id: string): Promise<void> {
    clearTimeout(timers.get(id));
    const sent = unsaved.get(id);
    if (!sent || sending.has(id)) return;
    if (sent.problem && sent.problem.kind !== 'later') return;
    sending.add(id);
    try {
      const { text, before } = sent;
      const stored = await request('PUT /api/enquiries/:id/note', { note: text, before }, id);
      // The note counts as unsaved until `knownNote` returns the stored text. Otherwise a text that
      // is typed meanwhile would be sent as a replacement of the old note.
      await onSaved(id, stored.note);
      const typed = unsaved.get(id)?.text ?? text;
      if (typed === text) saved.add(id);
      put(id, typed === text ? undefined : { text: typed, before: stored.note });
      if (typed !== text) schedule(id, PAUSE_MS);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { message, status } = error;
      // A note disappears together with its enquiry.
      const latest = status === 404 ? undefined : (unsaved.get(id) ?? sent);
      const kind = PROBLEMS[status] ?? 'later';
      const failures = (sent.problem?.failures ?? 0) + 1;
      if (kind === 'invalid' && latest && latest.text !== sent.text) {
        // The message is about a text that is no longer in the field.
        put(id, { text: latest.text, before: latest.before });
        schedule(id, PAUSE_MS);
      } else {
        put(id, latest && { ...latest, problem: { message, kind, failures } });
        if (latest && kind === 'later') schedule(id, retryDelayMs(failures - 1));
      }
    } finally {
      sending.delete(id);
    }
    await refresh();
  }

  return {
    unsavedOf: (id: string) => unsaved.get(id),

    /** What the field of a note shows. */
    textOf: (id: string) => unsaved.get(id)?.text ?? knownNote(id),

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save,
    saveAll() {
      for (const id of unsaved.keys()) void save(id);
    },

    /** Whether the server responded that it stored what was typed last. */
    isSaved: (id: string) => saved.has(id),

    type(id: string, text: string) {
      saved.delete(id);
      const { before = knownNote(id), problem: last } = unsaved.get(id) ?? {};
      // The server may store the text that is now in the field.
      const problem = last?.kind === 'invalid' ? undefined : last;
      // While a save is being sent, `before` may no longer be what the server has.
      const isUnchanged = text === before && !sending.has(id) && !problem;
      put(id, isUnchanged ? undefined : { text, before, ...(problem && { problem }) });
      schedule(id, PAUSE_MS);
    },

    /** Replaces the note of another device, after a conflict. */
    replace(id: string, stored: string) {
      const note = unsaved.get(id);
      if (!note) return;
      put(id, { text: note.text, before: stored });
      void save(id);
    },

    /** Saves the notes of a closed tab. */
    recover(notes: PersistedNote[]) {
      for (const { id, text, before } of notes) {
        const other = unsaved.get(id);
        // Two closed tabs may each have a note on the same enquiry.
        const both = other && other.text !== text ? `${other.text}\n\n${text}` : text;
        put(id, { text: both, before: other?.before ?? before });
        schedule(id, 0);
      }
    },

    /** Whether the unsaved notes outlive this window. */
    isPersisted: () => isPersisted,

    discard: (id: string) => put(id, undefined),
  };
}
