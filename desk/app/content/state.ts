import { replaceEqualDeep } from '@tanstack/react-query';
import { type FieldPath, isGroup } from '../../../site/content-walk.ts';
import type { BrokenFile, ContentAnswer, ContentFile, EditAnswer, Finding } from '../../api.ts';
import { isEqual, type Value } from '../../operations.ts';

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
  conflicts: Conflict[];
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
  const isSameAct =
    typing?.place === state.typing?.place &&
    typing !== undefined &&
    typing.atMs - (state.typing?.atMs ?? 0) < TYPING_PAUSE_MS;
  const before = isSameAct ? [] : [valuesNow(state, values)];
  const past = [...state.past, ...before].slice(-MAX_UNDO);
  return { ...write(state, values), past, future: [], typing };
}

export const undo = (state: ContentState) => step(state, 'past', 'future');
export const redo = (state: ContentState) => step(state, 'future', 'past');

/** What the server has now; unsaved work of this window stays on top of it. */
export function load(state: ContentState, { files, ...answer }: ContentAnswer): ContentState {
  const paths = new Set([...Object.keys(state.files), ...files.map(({ path }) => path)]);
  let next: ContentState = { ...state, ...answer };
  for (const path of paths) {
    next = receive(next, path, files.find((file) => file.path === path) ?? null);
  }
  return next;
}

/** The server has another version of a file than the one that this window started from. */
export function receive(state: ContentState, path: string, now: ContentFile | null): ContentState {
  const file = state.files[path] ?? NO_FILE;
  return now?.hash === file.saved?.hash ? state : mergeFile(state, path, file, now);
}

/** Takes up work that an earlier window could not save. */
export function takeUp(state: ContentState, { path, saved, value }: UnsavedFile): ContentState {
  return mergeFile(state, path, { saved, value }, state.files[path]?.saved ?? null);
}

/** @param sent the value that the server answers about */
export function settle(
  state: ContentState,
  path: string,
  sent: Value | undefined,
  { file, refusals, findings }: Pick<EditAnswer, 'file' | 'refusals' | 'findings'>,
): ContentState {
  const { value } = state.files[path] ?? NO_FILE;
  const settled = {
    saved: withSameObjects(value, file),
    value,
    isRefused: value === sent,
    refusals,
  };
  return { ...withFile(state, path, settled), findings };
}

/** Whether something of it is shown that is not written. */
export const isUnsaved = ({ saved, value }: FileState) => value !== saved?.value;

/** Whether it is to be sent. */
export const isUnsent = (file: FileState) => isUnsaved(file) && !file.isRefused;

function step(state: ContentState, from: 'past' | 'future', to: 'past' | 'future'): ContentState {
  const values = state[from].at(-1);
  if (!values) return state;
  const before = {
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], valuesNow(state, values)],
  };
  return { ...write(state, values), ...before, typing: undefined };
}

const valuesNow = ({ files }: ContentState, values: FileValues): FileValues =>
  Object.fromEntries(Object.keys(values).map((path) => [path, files[path]?.value]));

function write(state: ContentState, values: FileValues): ContentState {
  return Object.entries(values).reduce((next, [path, value]) => {
    const { saved, refusals } = next.files[path] ?? NO_FILE;
    const file = { ...NO_FILE, saved, value: replaceEqualDeep(saved?.value, value) };
    return withFile(next, path, { ...file, refusals: isUnsaved(file) ? refusals : [] });
  }, state);
}

function mergeFile(
  state: ContentState,
  path: string,
  { saved, value: mine }: Pick<FileState, 'saved' | 'value'>,
  now: ContentFile | null,
): ContentState {
  const conflicts: Omit<Conflict, 'file'>[] = [];
  // A file that is gone is written again by who still works in it.
  const isGone = !now && !isEqual(mine, saved?.value);
  const merged = isGone ? mine : merge(saved?.value, mine, now?.value, conflicts);
  const value = replaceEqualDeep(mine, merged) as Value | undefined;
  const without = (acts: FileValues[]) =>
    value === mine ? acts : acts.filter((values) => !(path in values));
  return {
    ...withFile(state, path, { ...NO_FILE, saved: withSameObjects(value, now), value }),
    past: without(state.past),
    future: without(state.future),
    conflicts: [...state.conflicts, ...conflicts.map((one) => ({ file: path, ...one }))],
  };
}

/** What did not change stays the same object, so that its place on the screen is not rendered again. */
const withSameObjects = (shown: Value | undefined, file: ContentFile | null) =>
  file && { ...file, value: replaceEqualDeep(shown, file.value) as Value };

function withFile(state: ContentState, path: string, file: FileState): ContentState {
  const { [path]: _, ...others } = state.files;
  if (!file.saved && file.value === undefined) return { ...state, files: others };
  return { ...state, files: { ...state.files, [path]: file } };
}

/** A place that two devices changed; undefined where it was taken away. */
export interface Conflict {
  file: string;
  path: FieldPath;
  mine: Value | undefined;
  theirs: Value | undefined;
}

type MaybeValue = Value | undefined;

/**
 * Puts together what two devices made of one file. Where both changed the same, theirs stays and the
 * place is added to `conflicts`.
 *
 * @param base what both started from
 */
function merge(
  base: MaybeValue,
  mine: MaybeValue,
  theirs: MaybeValue,
  conflicts: Omit<Conflict, 'file'>[],
  path: FieldPath = [],
): MaybeValue {
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs;
  if (isEqual(theirs, base)) return mine;
  if (isGroup(base) && isGroup(mine) && isGroup(theirs)) {
    const entries = Object.keys({ ...theirs, ...mine }).map((key) => {
      const sides = [base[key], mine[key], theirs[key]] as [MaybeValue, MaybeValue, MaybeValue];
      return [key, merge(...sides, conflicts, [...path, key])];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergeLists(base, mine, theirs, conflicts, path);
    if (merged) return merged;
  }
  conflicts.push({ path, mine, theirs });
  return theirs;
}

/** Undefined where both sides added, removed or moved entries. */
function mergeLists(
  base: Value[],
  mine: Value[],
  theirs: Value[],
  conflicts: Omit<Conflict, 'file'>[],
  path: FieldPath,
): Value[] | undefined {
  const isMineInPlace = isInPlace(base, mine);
  const isTheirsInPlace = isInPlace(base, theirs);
  if (isMineInPlace && isTheirsInPlace) {
    return theirs.map((one, i) => merge(base[i], mine[i], one, conflicts, [...path, i]) as Value);
  }
  if (isMineInPlace) return withEdits(base, mine, theirs);
  if (isTheirsInPlace) return withEdits(base, theirs, mine);
  return undefined;
}

/** Whether entries were only edited: none was added, removed or moved. */
const isInPlace = (base: Value[], list: Value[]) =>
  list.length === base.length &&
  list.every((one, i) => isEqual(one, base[i]) || !base.some((other) => isEqual(one, other)));

/** The edits of one side, on the same entries in the other side's order. */
function withEdits(base: Value[], edited: Value[], list: Value[]): Value[] | undefined {
  const merged = [...list];
  for (const [i, entry] of edited.entries()) {
    if (isEqual(entry, base[i])) continue;
    const at = list.findIndex((one) => isEqual(one, base[i]));
    if (at < 0) return undefined;
    merged[at] = entry;
  }
  return merged;
}
