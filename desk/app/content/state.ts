import { replaceEqualDeep } from '@tanstack/react-query';
import type { BrokenFile, ContentAnswer, ContentFile, EditAnswer, Finding } from '../../api.ts';
import { isEqual, type Value } from '../../operations.ts';
import { type Conflict, merge } from './merge.ts';

/** One file of `content/` as this window has it. */
export interface FileState {
  /** As it is on the server; null: not there. */
  saved: ContentFile | null;
  /** What is shown. Undefined: no such file. */
  value: Value | undefined;
  /** The server has refused a part of `value`: it is not sent again before the next change. */
  isRefused: boolean;
  /** Why. */
  refusals: Finding[];
}

/** Values of whole files by path; undefined: no such file. */
export type FileValues = Readonly<Record<string, Value | undefined>>;

export interface ContentState {
  files: Readonly<Record<string, FileState>>;
  broken: BrokenFile[];
  /** About what is saved. */
  findings: Finding[];
  /** The files before each act, the newest last. */
  past: FileValues[];
  future: FileValues[];
  conflicts: (Conflict & { file: string })[];
  /** The field being typed in, and when the last letter came: the letters of a word are one act. */
  typing: { place: string; atMs: number } | undefined;
}

/** Unsaved work of one file, as the browser's storage keeps it. */
export type UnsavedFile = Pick<FileState, 'saved' | 'value'> & { path: string };

export const EMPTY_STATE: ContentState = {
  files: {},
  broken: [],
  findings: [],
  past: [],
  future: [],
  conflicts: [],
  typing: undefined,
};

const NO_FILE: FileState = { saved: null, value: undefined, isRefused: false, refusals: [] };

const MAX_UNDO = 50;
/** A pause after which typing begins an act of its own. */
const TYPING_PAUSE_MS = 1000;

/**
 * One act, which undo takes back as a whole.
 *
 * @param typing the field that a key wrote in; absent: an act of its own
 */
export function act(
  state: ContentState,
  values: FileValues,
  typing?: ContentState['typing'],
): ContentState {
  const last = state.typing;
  const isSameAct =
    typing?.place === last?.place && typing && last && typing.atMs - last.atMs < TYPING_PAUSE_MS;
  const past = isSameAct ? state.past : [...state.past, valuesNow(state, values)];
  return { ...write(state, values), past: past.slice(-MAX_UNDO), future: [], typing };
}

export const undo = (state: ContentState) => step(state, 'past', 'future');
export const redo = (state: ContentState) => step(state, 'future', 'past');

function step(state: ContentState, from: 'past' | 'future', to: 'past' | 'future'): ContentState {
  const values = state[from].at(-1);
  if (!values) return state;
  return {
    ...write(state, values),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], valuesNow(state, values)],
    typing: undefined,
  };
}

const valuesNow = ({ files }: ContentState, values: FileValues): FileValues =>
  Object.fromEntries(Object.keys(values).map((path) => [path, files[path]?.value]));

function write(state: ContentState, values: FileValues): ContentState {
  return Object.entries(values).reduce((next, [path, given]) => {
    const { saved, refusals } = next.files[path] ?? NO_FILE;
    const value = replaceEqualDeep(saved?.value, given);
    const isSaved = value === saved?.value;
    const file = { saved, value, isRefused: false, refusals: isSaved ? [] : refusals };
    return withFile(next, path, file);
  }, state);
}

/** What the server has now; unsaved work of this window stays on top of it. */
export function load(state: ContentState, { files, ...answer }: ContentAnswer): ContentState {
  const onServer = new Map(files.map((file) => [file.path, file]));
  const paths = new Set([...Object.keys(state.files), ...onServer.keys()]);
  return [...paths].reduce<ContentState>(
    (next, path) => receive(next, path, onServer.get(path) ?? null),
    { ...state, ...answer },
  );
}

/** The server has another version of a file than the one that this window started from. */
export function receive(state: ContentState, path: string, now: ContentFile | null): ContentState {
  const { saved, value } = state.files[path] ?? NO_FILE;
  return now?.hash === saved?.hash ? state : mergeFile(state, { path, saved, value }, now);
}

/** Takes up work that an earlier window could not save. */
export const takeUp = (state: ContentState, file: UnsavedFile) =>
  mergeFile(state, file, state.files[file.path]?.saved ?? null);

function mergeFile(
  state: ContentState,
  { path, saved, value: mine }: UnsavedFile,
  now: ContentFile | null,
): ContentState {
  const conflicts: Conflict[] = [];
  // A file that is gone is written again by who still works in it.
  const isGone = !now && !isEqual(mine, saved?.value);
  const merged = isGone ? mine : merge(saved?.value, mine, now?.value, conflicts);
  const value = replaceEqualDeep(mine, merged);
  // An act of before would take back what the other device did.
  const without = (acts: FileValues[]) =>
    value === mine ? acts : acts.filter((values) => !(path in values));
  return {
    ...withFile(state, path, { ...NO_FILE, saved: withSameObjects(value, now), value }),
    past: without(state.past),
    future: without(state.future),
    conflicts: [...state.conflicts, ...conflicts.map((one) => ({ file: path, ...one }))],
  };
}

/** @param sent the value that the server answers about */
export function settle(
  state: ContentState,
  path: string,
  sent: Value | undefined,
  { file, refusals, findings }: EditAnswer,
): ContentState {
  const { value } = state.files[path] ?? NO_FILE;
  const saved = withSameObjects(value, file);
  const settled = { saved, value, isRefused: value === sent, refusals };
  return { ...withFile(state, path, settled), findings };
}

/** Whether something of it is shown that is not written. */
export const isUnsaved = ({ saved, value }: FileState) => value !== saved?.value;

/** Whether it is to be sent. */
export const isUnsent = (file: FileState) => isUnsaved(file) && !file.isRefused;

/** What did not change stays the same object, so that its place on the screen is not rendered again. */
const withSameObjects = (shown: Value | undefined, file: ContentFile | null) =>
  file && { ...file, value: replaceEqualDeep(shown, file.value) as Value };

function withFile(state: ContentState, path: string, file: FileState): ContentState {
  const { [path]: _, ...others } = state.files;
  if (!file.saved && file.value === undefined) return { ...state, files: others };
  return { ...state, files: { ...state.files, [path]: file } };
}
