import { PROTOCOL_VERSION, RefusedError } from '../../shared/api.ts';
import { createMutex } from '../../shared/mutex.ts';
import type { Files } from '../../shared/pages.ts';
import type { call } from '../api/call.ts';
import { retryDelayMs } from '../api/retry-delay.ts';
import type {
  UnreadableWork,
  UnsavedWork,
  UnsavedWorkStorage,
} from '../unsaved-work/unsaved-work.ts';
import type { SaveErrorKind, Saving, SavingState } from './saving.ts';
import * as draft from './state.ts';
import { type DraftState, type Edit, EMPTY_STATE, type Operations } from './state.ts';

/* Holds the draft in this window, and saves it after a pause in typing (docs/decisions.md, 14). */

/** An `offline` message is shown until the network is back. */
type MessageKind = 'done' | 'error' | 'offline';

export interface DeskState extends SavingState {
  content: DraftState;
  files: Files;
  /** Unsaved work that another version of the app wrote; it stays in the browser. */
  unreadable: UnreadableWork[];
  message?: { kind: MessageKind; text: string } | undefined;
  /** Whether the caterer is waiting for a call. */
  isBusy: boolean;
}

interface SaveError {
  kind: SaveErrorKind;
  reason: string;
}

const PAUSE_MS = 800;

export function createDraftStore({
  call: request,
  unsavedWork,
  mayBeConnected = () => true,
}: {
  call: typeof call;
  unsavedWork: UnsavedWorkStorage;
  /** False when the browser knows that it has no network. */
  mayBeConnected?: () => boolean;
}) {
  let desk: DeskState = {
    content: EMPTY_STATE,
    files: {},
    saving: 'saved',
    reason: '',
    isPersisted: true,
    unreadable: [],
    isBusy: false,
  };
  let saveError: SaveError | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Serialises saves, and work that must follow a save before anything else is saved. */
  const runExclusive = createMutex();
  let saving: Promise<boolean> | undefined;
  let isSending = false;
  let saves = 0;
  const listeners = new Set<() => void>();

  type Change = Partial<Pick<DeskState, 'message' | 'isBusy' | 'content' | 'unreadable'>>;

  function update(change: Change): void {
    const state = change.content ?? desk.content;
    const isChanged = state !== desk.content;
    desk = { ...desk, ...change };
    if (isChanged) {
      desk.files = valuesOf(state);
      desk.isPersisted = unsavedWork.persist({
        files: draft.unsavedFilesOf(state),
        conflicts: draft.unsavedConflictsOf(state),
      });
    }
    desk.saving = savingOf(state);
    desk.reason = saveError?.reason ?? '';
    for (const listener of listeners) listener();
  }

  function savingOf(state: DraftState): Saving {
    if (saveError) return saveError.kind;
    if (!draft.hasUnsaved(state)) return 'saved';
    return isSending ? 'saving' : 'waiting';
  }

  /** Shows a message; without a text it removes the one that is shown. */
  const notify = (text?: string, kind: MessageKind = 'done') =>
    update({ message: text === undefined ? undefined : { kind, text } });

  function change(state: DraftState) {
    update({ content: state });
    schedule(PAUSE_MS);
  }

  function schedule(afterMs: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), afterMs);
  }

  /**
   * Saves all unsaved edits.
   *
   * @returns false when some are still unsaved
   */
  function save(): Promise<boolean> {
    clearTimeout(timer);
    saving ??= runExclusive(saveAll).finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function saveAll(): Promise<boolean> {
    try {
      isSending = true;
      for (;;) {
        // The edits are persisted with their ids before they are sent.
        update({ content: draft.markSent(desk.content, () => crypto.randomUUID()) });
        const files = draft.requestOf(desk.content);
        if (files.length === 0) return true;
        saves += 1;
        const response = await request('PUT /api/content', { version: PROTOCOL_VERSION, files });
        removeOfflineMessage();
        const { conflicts } = desk.content;
        const isMerged = response.files.some(({ state }) => state === 'changed');
        clearSaveError();
        update({ content: draft.settle(desk.content, response) });
        if (isMerged && desk.content.conflicts.length === conflicts.length) {
          notify('Dit is ook elders veranderd. Beide wijzigingen staan erin.');
        }
        const [later] = response.files.filter(({ state }) => state === 'later');
        if (later?.state === 'later') {
          setSaveError({ kind: 'later', reason: later.message });
          return false;
        }
      }
    } catch (error) {
      setSaveError(saveErrorOf(error));
      return false;
    } finally {
      isSending = false;
      if (saveError && saveError.kind !== 'outdated' && draft.hasUnsaved(desk.content)) {
        schedule(retryDelayMs(failures));
        failures += 1;
      } else failures = 0;
      update({});
    }
  }

  /** Removes the message about a missing network, because a response has arrived. */
  function removeOfflineMessage() {
    if (desk.message?.kind === 'offline') notify();
  }

  /** A response that was on its way when the connection went does not prove that it is back. */
  function clearSaveError() {
    if (saveError?.kind !== 'offline' || mayBeConnected()) setSaveError(undefined);
  }

  function setSaveError(next: SaveError | undefined) {
    saveError = next;
    update({});
  }

  return {
    getDeskState: () => desk,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update,
    notify,
    save,

    /** Changes some files in one edit. */
    edit: (operations: Operations, typing?: DraftState['typing']) =>
      change(draft.edit(desk.content, operations, typing)),

    /**
     * @param fieldKey takes back only what was typed there
     * @returns what it took back
     */
    undo(fieldKey?: string): Edit | undefined {
      const undone = draft.undo(desk.content, fieldKey);
      if (undone) change(undone.next);
      return undone?.edit;
    },
    redo(fieldKey?: string): Edit | undefined {
      const redone = draft.redo(desk.content, fieldKey);
      if (redone) change(redone.next);
      return redone?.edit;
    },

    /** @param choice 'mine' writes what was typed here; with 'theirs' the other text stays */
    resolveConflict(choice: 'mine' | 'theirs') {
      const [conflict, ...conflicts] = desk.content.conflicts;
      if (!conflict) return;
      const state = { ...desk.content, conflicts };
      const { file, operations } = conflict;
      change(choice === 'mine' ? draft.edit(state, { [file]: operations }) : state);
    },

    /** Records the outcome of a call other than a save. Success proves that the network is back. */
    recordOutcome(error?: unknown) {
      const isAboutAll =
        error instanceof RefusedError && (error.status === 0 || error.status === 401);
      if (isAboutAll) setSaveError(saveErrorOf(error));
      else if (!error) {
        removeOfflineMessage();
        if (saveError?.kind === 'offline') clearSaveError();
      }
    },

    async open(): Promise<void> {
      update({ content: draft.load(EMPTY_STATE, await request('GET /api/content')) });
      const unreadable = await unsavedWork.recover((taken: UnsavedWork[]) => {
        const unsaved = {
          files: taken.flatMap(({ files }) => files),
          conflicts: taken.flatMap(({ conflicts }) => conflicts),
        };
        change(draft.recover(desk.content, unsaved));
        notify('Wat de vorige keer niet bewaard raakte, staat er weer.');
        return desk.isPersisted;
      });
      update({ unreadable });
    },

    /** Saves, then reloads the content from the server. */
    async reload(): Promise<void> {
      for (;;) {
        if (!(await save())) return;
        const before = saves;
        const response = await request('GET /api/content');
        // A response that was read before a save would undo what that saved.
        if (before !== saves || isSending) continue;
        removeOfflineMessage();
        if (!draft.hasUnsaved(desk.content)) clearSaveError();
        return update({ content: draft.load(desk.content, response) });
      }
    },

    /**
     * Saves, then does the work before anything else is saved.
     *
     * @returns false when something could not be saved, and the work was not done
     */
    saveThen: (work: () => Promise<void>): Promise<boolean> =>
      runExclusive(async () => {
        if (!(await saveAll())) return false;
        await work();
        return true;
      }),

    removeUnreadable(key: string) {
      unsavedWork.remove(key);
      update({ unreadable: desk.unreadable.filter((work) => work.key !== key) });
    },
  };
}

function valuesOf({ files }: DraftState): Files {
  const values: Record<string, Files[string]> = {};
  for (const [path, { value }] of Object.entries(files)) {
    if (value !== undefined) values[path] = value;
  }
  return values;
}

const SAVE_ERRORS: Partial<Record<number, SaveErrorKind>> = {
  0: 'offline',
  401: 'signed-out',
  426: 'outdated',
};

function saveErrorOf(error: unknown): SaveError {
  if (!(error instanceof RefusedError)) throw error;
  const { status, message } = error;
  return { kind: SAVE_ERRORS[status] ?? 'later', reason: message };
}
