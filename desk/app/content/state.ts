import { replaceEqualDeep } from '@tanstack/react-query';
import type { ContentAnswer, ContentFile, Finding, SaveAnswer } from '../../api.ts';
import type { Files } from '../../pages.ts';
import { isEqual, type MaybeValue, type Value } from '../../values.ts';
import { type Conflict, merge } from './merge.ts';

/** The content in this window. */
export interface State {
  /** As the server has them. */
  saved: Readonly<Record<string, ContentFile>>;
  /** As this window shows them, with unsaved changes. */
  files: Files;
  /** A value that the server refused in part is not sent again. */
  answers: Readonly<Record<string, { sent: MaybeValue; refusals: Finding[] }>>;
  /** Files that the app cannot show. */
  broken: string[];
  /** About what is saved. */
  findings: Finding[];
  /** All files before each act, the latest last. */
  past: Files[];
  future: Files[];
  conflicts: (Conflict & { file: string })[];
  typing?: { place: string; atMs: number } | undefined;
}

/** As the browser's storage keeps it. */
export interface UnsavedFile {
  path: string;
  /** What the change started from; null for a new file. */
  saved: ContentFile | null;
  /** Undefined when it is deleted. */
  value?: MaybeValue;
}

export const EMPTY_STATE: State = {
  saved: {},
  files: {},
  answers: {},
  broken: [],
  findings: [],
  past: [],
  future: [],
  conflicts: [],
};

const MAX_UNDO = 50;
/** After a longer pause, typing is another act. */
const TYPING_PAUSE_MS = 1000;

/** One act, which undo takes back as a whole; an undefined value removes its file. */
export function act(
  state: State,
  values: Readonly<Record<string, MaybeValue>>,
  typing?: State['typing'],
): State {
  const last = state.typing;
  const pauseMs = typing && last ? typing.atMs - last.atMs : Infinity;
  const isSameAct = typing?.place === last?.place && pauseMs < TYPING_PAUSE_MS;
  const past = isSameAct ? state.past : [...state.past, state.files].slice(-MAX_UNDO);
  let { files } = state;
  for (const [path, value] of Object.entries(values)) {
    files = withEntry(files, path, value);
  }
  return { ...state, files, past, future: [], typing };
}

export const undo = (state: State) => step(state, 'past', 'future');
export const redo = (state: State) => step(state, 'future', 'past');

function step(state: State, from: 'past' | 'future', to: 'past' | 'future'): State {
  const files = state[from].at(-1);
  if (!files) return state;
  return {
    ...state,
    files,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.files],
    typing: undefined,
  };
}

/** What the server has now, below the unsaved work of this window. */
export function load(state: State, { files, ...answer }: ContentAnswer): State {
  const onServer = new Map(files.map((file) => [file.path, file]));
  let next: State = { ...state, ...answer };
  for (const path of new Set([...Object.keys(state.saved), ...onServer.keys()])) {
    next = receive(next, path, onServer.get(path) ?? null);
  }
  return next;
}

/** The server has another version than this window started from. */
export function receive(state: State, path: string, now: ContentFile | null): State {
  const saved = state.saved[path] ?? null;
  if (now?.hash === saved?.hash) return state;
  return mergeFile(state, { path, saved, value: state.files[path] }, now);
}

/** Takes up what an earlier window could not save. */
export const takeUp = (state: State, file: UnsavedFile) =>
  mergeFile(state, file, state.saved[file.path] ?? null);

function mergeFile(
  state: State,
  { path, saved, value: mine }: UnsavedFile,
  now: ContentFile | null,
): State {
  const conflicts: Conflict[] = [];
  // Who still works in a file that is gone writes it again.
  const isGone = !now && !isEqual(mine, saved?.value);
  const merged = isGone ? mine : merge(saved?.value, mine, now?.value, conflicts);
  const value = replaceEqualDeep(mine, merged);
  const update = (files: Files) => withEntry(files, path, value);
  // Undo must not take back what the other device did.
  const updateAll = (acts: Files[]) => (value === mine ? acts : acts.map(update));
  const inFile = conflicts.map((conflict) => ({ file: path, ...conflict }));
  return {
    ...state,
    saved: withEntry(state.saved, path, withSameObjects(value, now)),
    files: update(state.files),
    past: updateAll(state.past),
    future: updateAll(state.future),
    conflicts: [...state.conflicts, ...inFile],
  };
}

export function settle(
  state: State,
  path: string,
  sent: MaybeValue,
  { file, refusals, findings }: SaveAnswer,
): State {
  const saved = withEntry(state.saved, path, withSameObjects(state.files[path], file));
  const answers = { ...state.answers, [path]: { sent, refusals } };
  return { ...state, findings, saved, answers };
}

/** Files with unsaved changes. */
export function unsavedPaths({ saved, files }: State) {
  const paths = Object.keys({ ...saved, ...files });
  return paths.filter((path) => !isEqual(files[path], saved[path]?.value));
}

/** Files still to be sent. */
export function unsentPaths(state: State) {
  return unsavedPaths(state).filter((path) => {
    const answer = state.answers[path];
    return !answer || answer.sent !== state.files[path];
  });
}

/** Equal parts stay the same objects, so that they are not rendered again. */
const withSameObjects = (shown: MaybeValue, file: ContentFile | null) =>
  file ? { ...file, value: replaceEqualDeep(shown, file.value) as Value } : undefined;

function withEntry<One>(
  entries: Readonly<Record<string, One>>,
  path: string,
  one: One | undefined,
): Readonly<Record<string, One>> {
  const { [path]: _, ...others } = entries;
  return one === undefined ? others : { ...entries, [path]: one };
}
