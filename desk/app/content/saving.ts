import type { ConflictRefusal, ContentAnswer, EditAnswer } from '../../api.ts';
import { call, Refused } from '../call.ts';
import {
  act,
  type ContentState,
  EMPTY_STATE,
  type FileOperation,
  isUnsent,
  load,
  receive,
  redo,
  settle,
  takeUp,
  undo,
} from './state.ts';
import { keepUnsent, takeUnsent } from './unsent.ts';

/** After the last letter. */
const PAUSE_MS = 800;
const RETRY_MS = 3000;

/** `refused`: something is wrong with what was typed, and it waits in this browser. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'refused' | 'offline' | 'signed-out';

export interface ContentStore {
  getState: () => ContentState;
  getSaving: () => Saving;
  subscribe: (onChange: () => void) => () => void;
  act: (operations: FileOperation[], typedAt?: number) => void;
  undo: () => void;
  redo: () => void;
  /** Writes now what waits for a pause. @returns whether nothing waits for the network any more */
  save: () => Promise<boolean>;
  /** What another call has made of the content. */
  receive: (answer: ContentAnswer) => void;
  reload: () => Promise<void>;
  forgetConflict: (index: number) => void;
}

/**
 * Holds the content, and writes what changes: each file by itself, after a pause.
 *
 * @param tell shows a sentence that nobody asked for
 */
export async function openContent(tell: (text: string) => void): Promise<ContentStore> {
  let state = load(EMPTY_STATE, await call('GET /api/content'));
  let trouble: 'offline' | 'signed-out' | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let writes = 0;
  const listeners = new Set<() => void>();

  const set = (next: ContentState) => {
    state = next;
    keepUnsent(state);
    for (const listener of listeners) listener();
  };
  const schedule = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(save, afterMs);
  };
  const change = (next: ContentState) => {
    set(next);
    schedule(PAUSE_MS);
  };
  const nextUnsent = () => Object.entries(state.files).find(([, file]) => isUnsent(file));

  /** One at a time; whatever comes meanwhile is written by the same run. */
  function save(): Promise<boolean> {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = undefined;
      for (const listener of listeners) listener();
    });
    return running;
  }

  async function saveAll(): Promise<boolean> {
    for (let next = nextUnsent(); next; next = nextUnsent()) {
      try {
        await saveFile(next[0]);
        trouble = undefined;
      } catch (error) {
        if (!(error instanceof Refused) || (error.status !== 0 && error.status !== 401))
          throw error;
        trouble = error.status === 0 ? 'offline' : 'signed-out';
        schedule(RETRY_MS);
        return false;
      }
    }
    return true;
  }

  async function saveFile(path: string): Promise<void> {
    const file = state.files[path];
    if (!file) return;
    const { saved, pending, value } = file;
    const count = pending.length;
    writes += 1;
    const without = { file: null, refused: [], refusals: [] };
    set({
      ...state,
      files: { ...state.files, [path]: { ...file, sent: count, isTouched: false } },
    });
    try {
      if (value === undefined) {
        const { findings } = saved
          ? await call('POST /api/content/remove', { path, hash: saved.hash })
          : state;
        set(settle(state, path, count, { ...without, findings }));
      } else {
        const edit = { path, hash: saved?.hash ?? null, operations: pending };
        const answer = await call('PATCH /api/content', edit);
        // Only now: more may have been typed while the answer was on its way.
        set(settle(state, path, count, answer));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 409) return takeOther(path, error.answer as ConflictRefusal);
      const refusals = [
        { severity: 'error' as const, file: path, path: [], message: error.message },
      ];
      const isLater = error.status === 0 || error.status === 401;
      const refused: Pick<EditAnswer, 'file' | 'refused' | 'refusals' | 'findings'> = {
        file: saved,
        refused: pending,
        refusals: isLater ? [] : refusals,
        findings: state.findings,
      };
      const settled = settle(state, path, count, refused);
      const again = settled.files[path];
      if (isLater && again)
        settled.files = { ...settled.files, [path]: { ...again, isTouched: true } };
      set(settled);
      if (isLater) throw error;
      tell(error.message);
    }
  }

  function takeOther(path: string, { now }: ConflictRefusal): void {
    if (now && !('value' in now)) {
      set({ ...state, broken: [...state.broken.filter((one) => one.path !== path), now] });
      return;
    }
    const before = state.conflicts.length;
    set(receive(state, path, now));
    if (state.conflicts.length === before)
      tell('Iemand anders werkte aan hetzelfde. Jullie wijzigingen staan er allebei in.');
  }

  for (const unsent of await takeUnsent()) {
    for (const file of unsent.files) state = takeUp(state, file);
    state = { ...state, conflicts: [...state.conflicts, ...unsent.conflicts] };
    tell('Wat de vorige keer niet bewaard raakte, staat er weer.');
  }
  change(state);
  window.addEventListener('online', () => save());
  document.addEventListener('visibilitychange', () => save());

  return {
    getState: () => state,
    getSaving() {
      if (trouble) return trouble;
      if (running) return 'saving';
      const files = Object.values(state.files);
      if (files.some(isUnsent)) return 'waiting';
      return files.some(({ pending }) => pending.length > 0) ? 'refused' : 'saved';
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act: (operations, typedAt) => change(act(state, operations, typedAt)),
    undo: () => change(undo(state)),
    redo: () => change(redo(state)),
    save,
    receive: (answer) => set(load(state, answer)),
    async reload() {
      // An answer from before a write would show what the write replaced.
      let before: number;
      do {
        if (!(await save())) return;
        before = writes;
        const answer = await call('GET /api/content');
        if (before === writes) set(load(state, answer));
      } while (before !== writes);
    },
    forgetConflict(index) {
      set({ ...state, conflicts: state.conflicts.toSpliced(index, 1) });
    },
  };
}
