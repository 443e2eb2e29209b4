import { replaceEqualDeep } from '@tanstack/react-query';
import type { ContentAnswer, ContentFile, Finding, SaveAnswer } from '../../api.ts';
import type { Files } from '../../pages.ts';
import { isEqual, type Value } from '../../values.ts';
import { type Conflict, merge } from './merge.ts';

export type { Files };

/** The content as this window has it. */
export interface ContentState {
  /** As it is on the server. */
  saved: Readonly<Record<string, ContentFile>>;
  /** As it is shown. */
  files: Files;
  /** What the server refused of a value that it was sent; that value is not sent again. */
  answers: Readonly<Record<string, { sent: Value | undefined; refusals: Finding[] }>>;
  /** Paths of files that the app cannot show. */
  broken: string[];
  /** About what is saved. */
  findings: Finding[];
  /** All files before each act, the newest last. */
  past: Files[];
  future: Files[];
  conflicts: (Conflict & { file: string })[];
  /** The field being typed in: the letters of a word are one act. */
  typing: { place: string; atMs: number } | undefined;
}

/** Unsaved work of one file, as the browser's storage keeps it. */
export interface UnsavedFile {
  path: string;
  /** What it started from; null: not there. */
  saved: ContentFile | null;
  /** Undefined: the file was deleted. */
  value?: Value | undefined;
}

export const EMPTY_STATE: ContentState = {
  saved: {},
  files: {},
  answers: {},
  broken: [],
  findings: [],
  past: [],
  future: [],
  conflicts: [],
  typing: undefined,
};

const MAX_UNDO = 50;
/** A pause after which typing begins an act of its own. */
const TYPING_PAUSE_MS = 1000;

/**
 * One act, which undo takes back as a whole.
 *
 * @param values of whole files; undefined removes a file
 * @param typing the field that a key wrote in; absent: an act of its own
 */
export function act(
  state: ContentState,
  values: Readonly<Record<string, Value | undefined>>,
  typing?: ContentState['typing'],
): ContentState {
  const last = state.typing;
  const pauseMs = typing && last ? typing.atMs - last.atMs : Infinity;
  const isSameAct = typing?.place === last?.place && pauseMs < TYPING_PAUSE_MS;
  const past = isSameAct ? state.past : [...state.past, state.files].slice(-MAX_UNDO);
  let { files } = state;
  for (const [path, value] of Object.entries(values)) files = withEntry(files, path, value);
  return { ...state, files, past, future: [], typing };
}

export const undo = (state: ContentState) => step(state, 'past', 'future');
export const redo = (state: ContentState) => step(state, 'future', 'past');

function step(state: ContentState, from: 'past' | 'future', to: 'past' | 'future'): ContentState {
  const files = state[from].at(-1);
  if (!files) return state;
  const left = state[from].slice(0, -1);
  return { ...state, files, [from]: left, [to]: [...state[to], state.files], typing: undefined };
}

/** What the server has now; unsaved work of this window stays on top of it. */
export function load(state: ContentState, { files, ...answer }: ContentAnswer): ContentState {
  const onServer = new Map(files.map((file) => [file.path, file]));
  let next: ContentState = { ...state, ...answer };
  for (const path of new Set([...Object.keys(state.saved), ...onServer.keys()])) {
    next = receive(next, path, onServer.get(path) ?? null);
  }
  return next;
}

/** The server has another version of a file than the one that this window started from. */
export function receive(state: ContentState, path: string, now: ContentFile | null): ContentState {
  const saved = state.saved[path] ?? null;
  if (now?.hash === saved?.hash) return state;
  return mergeFile(state, { path, saved, value: state.files[path] }, now);
}

/** Takes up work that an earlier window could not save. */
export const takeUp = (state: ContentState, file: UnsavedFile) =>
  mergeFile(state, file, state.saved[file.path] ?? null);

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
  const update = (files: Files) => withEntry(files, path, value);
  // Undo must not take back what the other device did.
  const updateAll = (acts: Files[]) => (value === mine ? acts : acts.map(update));
  return {
    ...state,
    saved: withEntry(state.saved, path, withSameObjects(value, now)),
    files: update(state.files),
    past: updateAll(state.past),
    future: updateAll(state.future),
    conflicts: [...state.conflicts, ...conflicts.map((one) => ({ file: path, ...one }))],
  };
}

/** @param sent the value that the server answers about */
export function settle(
  state: ContentState,
  path: string,
  sent: Value | undefined,
  { file, refusals, findings }: SaveAnswer,
): ContentState {
  const saved = withEntry(state.saved, path, withSameObjects(state.files[path], file));
  return { ...state, findings, saved, answers: { ...state.answers, [path]: { sent, refusals } } };
}

/** The files of which something is shown that is not written. */
export const unsavedPaths = ({ saved, files }: ContentState): string[] =>
  Object.keys({ ...saved, ...files }).filter((path) => !isEqual(files[path], saved[path]?.value));

/** Those that are to be sent. */
export const unsentPaths = (state: ContentState): string[] =>
  unsavedPaths(state).filter((path) => {
    const answer = state.answers[path];
    return !answer || answer.sent !== state.files[path];
  });

/** What did not change stays the same object, so that it is not rendered again. */
const withSameObjects = (shown: Value | undefined, file: ContentFile | null) =>
  file ? { ...file, value: replaceEqualDeep(shown, file.value) as Value } : undefined;

function withEntry<One>(
  entries: Readonly<Record<string, One>>,
  path: string,
  one: One | undefined,
): Readonly<Record<string, One>> {
  const { [path]: _, ...others } = entries;
  return one === undefined ? others : { ...entries, [path]: one };
}
