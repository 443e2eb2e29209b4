import { replaceEqualDeep } from '@tanstack/react-query';
import type { BrokenFile, ContentAnswer, ContentFile, EditAnswer, Finding } from '../../api.ts';
import { applyOperations, inverseOf, type Operation, type Value } from '../../operations.ts';
import { type Collision, isEqual, rebase } from './rebase.ts';

/** One file of `content/` as this window has it. */
export interface FileState {
  /** As it is on the server; null: not there. */
  saved: ContentFile | null;
  /** Done here and not written yet, from `saved` on. An empty path makes or removes the file. */
  pending: Operation[];
  /** How many of `pending` are on their way to the server. */
  sent: number;
  /** Whether something was done since the server last answered: what it refused need not be sent again. */
  isTouched: boolean;
  /** Why what is left in `pending` was refused. */
  refusals: Finding[];
  /** What is shown: `saved` with `pending`. Undefined: no such file. */
  value: Value | undefined;
}

export interface FileOperation {
  file: string;
  operation: Operation;
}

/** What another device changed at the same place. */
export interface Conflict extends Collision {
  file: string;
}

export interface ContentState {
  files: Readonly<Record<string, FileState>>;
  broken: BrokenFile[];
  /** About what is saved. */
  findings: Finding[];
  /** What takes each act back, the newest last. */
  past: FileOperation[][];
  future: FileOperation[][];
  conflicts: Conflict[];
  /** The field being typed in, and when the last letter came: the letters of a word are one act. */
  typing: { place: string; at: number } | undefined;
}

/** Unsent work of one file, as the browser's storage keeps it. */
export interface KeptFile {
  path: string;
  saved: ContentFile | null;
  pending: Operation[];
}

export const EMPTY_STATE: ContentState = {
  files: {},
  broken: [],
  findings: [],
  past: [],
  future: [],
  conflicts: [],
  typing: undefined,
};

const NEW_FILE: FileState = {
  saved: null,
  pending: [],
  sent: 0,
  isTouched: false,
  refusals: [],
  value: undefined,
};

const MAX_UNDO = 50;
/** A pause after which typing begins an act of its own. */
const TYPING_PAUSE_MS = 1000;

/** @param typedAt when a key wrote it, in milliseconds of `performance.now()`; absent: an act of its own */
export function act(
  state: ContentState,
  operations: FileOperation[],
  typedAt?: number,
): ContentState {
  const { files, inverse } = perform(state.files, operations);
  const [first] = operations;
  const typing =
    typedAt !== undefined && first
      ? { place: `${first.file} ${first.operation.path.join('.')}`, at: typedAt }
      : undefined;
  const isSameWord =
    typing !== undefined &&
    typing.place === state.typing?.place &&
    typing.at - state.typing.at < TYPING_PAUSE_MS &&
    !beginsWord(inverse[0]?.operation, first?.operation);
  const past = isSameWord ? state.past : [...state.past, inverse].slice(-MAX_UNDO);
  return { ...state, files, past, future: [], typing };
}

export function undo(state: ContentState): ContentState {
  const operations = state.past.at(-1);
  if (!operations) return state;
  const { files, inverse } = perform(state.files, operations);
  const past = state.past.slice(0, -1);
  return { ...state, files, past, future: [...state.future, inverse], typing: undefined };
}

export function redo(state: ContentState): ContentState {
  const operations = state.future.at(-1);
  if (!operations) return state;
  const { files, inverse } = perform(state.files, operations);
  const future = state.future.slice(0, -1);
  return { ...state, files, future, past: [...state.past, inverse], typing: undefined };
}

/** What the server has now; work of this window that is not written yet stays on top of it. */
export function load(state: ContentState, answer: ContentAnswer): ContentState {
  const gone = Object.keys(state.files).filter(
    (path) => !answer.files.some((file) => file.path === path),
  );
  const { findings, broken } = answer;
  let next: ContentState = { ...state, findings, broken };
  for (const file of answer.files) next = receive(next, file.path, file);
  for (const path of gone) next = receive(next, path, null);
  return next;
}

/** Takes up work that an earlier window could not write. */
export function takeUp(state: ContentState, { path, saved, pending }: KeptFile): ContentState {
  const now = state.files[path]?.saved ?? null;
  const kept = withPending({ ...NEW_FILE, saved }, pending, true);
  return receive({ ...state, files: { ...state.files, [path]: kept } }, path, now);
}

/** @param count how many of the pending operations the server answers about */
export function settle(
  state: ContentState,
  path: string,
  count: number,
  answer: Pick<EditAnswer, 'file' | 'refused' | 'refusals' | 'findings'>,
): ContentState {
  const before = state.files[path] ?? NEW_FILE;
  const later = before.pending.slice(count);
  const settled = withPending(
    { ...before, saved: answer.file, sent: 0, refusals: answer.refusals },
    [...answer.refused, ...later],
    later.length > 0,
  );
  return { ...state, findings: answer.findings, files: { ...state.files, [path]: settled } };
}

/** The server has another version of a file than the one that this window started from. */
export function receive(state: ContentState, path: string, now: ContentFile | null): ContentState {
  const file = state.files[path] ?? NEW_FILE;
  const { saved, pending } = file;
  if (now?.hash === saved?.hash && file.value !== undefined) return state;
  if (pending.length === 0 || isEqual(now?.value, file.value)) {
    const fresh = withPending({ ...NEW_FILE, value: file.value, saved: now }, [], false);
    const past = isEqual(saved?.value, now?.value) ? state.past : without(state.past, path);
    return withFile({ ...state, past }, path, fresh);
  }
  if (!saved || !now || pending.some(({ path: place }) => place.length === 0)) {
    // Made or removed on both sides: what is shown here stays, and is written over the other.
    if (file.value === undefined || !now) {
      const whole: Operation[] =
        file.value === undefined ? [] : [{ kind: 'set', path: [], value: file.value }];
      return withFile(state, path, withPending({ ...NEW_FILE, saved: now }, whole, true));
    }
    const conflict = { file: path, path: [], mine: file.value, theirs: now.value };
    const theirs = withPending({ ...NEW_FILE, saved: now }, [], false);
    return withFile({ ...state, conflicts: [...state.conflicts, conflict] }, path, theirs);
  }
  const { operations, collisions } = rebase(saved.value, now.value, pending);
  const merged = withPending(
    { ...file, saved: now, sent: 0 },
    operations.filter((one) => one !== undefined),
    true,
  );
  const past = rebaseActs(state.past, path, file.value, merged.value);
  const conflicts = [...state.conflicts, ...collisions.map((one) => ({ file: path, ...one }))];
  return withFile({ ...state, past, future: without(state.future, path), conflicts }, path, merged);
}

/** Whether there is something to send. */
export function isUnsent({ pending, isTouched }: FileState): boolean {
  return pending.length > 0 && isTouched;
}

function perform(files: ContentState['files'], operations: FileOperation[]) {
  const next = { ...files };
  const inverse: FileOperation[] = [];
  for (const { file, operation } of operations) {
    const before = next[file] ?? NEW_FILE;
    inverse.unshift({ file, operation: inverseInFile(before.value, operation) });
    next[file] = append(before, operation);
  }
  return { files: next, inverse };
}

function inverseInFile(value: Value | undefined, operation: Operation): Operation {
  if (operation.path.length > 0) return inverseOf(value ?? null, operation);
  return value === undefined ? { kind: 'remove', path: [] } : { kind: 'set', path: [], value };
}

function append(file: FileState, operation: Operation): FileState {
  const value = applyInFile(file.value, operation);
  const waiting = file.pending.slice(file.sent);
  const last = waiting.at(-1);
  // A removal that was not sent yet is called off by putting the same file back.
  if (operation.kind === 'set' && operation.path.length === 0 && last?.path.length === 0) {
    const before = replay(file.saved?.value, file.pending.slice(0, -1));
    if (isEqual(before, value)) {
      return { ...file, value, pending: file.pending.slice(0, -1), isTouched: true };
    }
  }
  return {
    ...file,
    value,
    pending: [...file.pending.slice(0, file.sent), ...join(waiting, operation)],
    isTouched: true,
  };
}

/** The letters of a text are one operation. */
function join(operations: Operation[], next: Operation): Operation[] {
  if (next.kind === 'set') {
    const at = operations.findLastIndex(
      ({ kind, path }) => kind !== 'set' || isEqual(path, next.path),
    );
    const before = operations[at];
    if (before?.kind === 'set') return [...operations.toSpliced(at, 1), next];
  }
  return [...operations, next];
}

function applyInFile(value: Value | undefined, operation: Operation): Value | undefined {
  if (operation.path.length === 0) return operation.kind === 'set' ? operation.value : undefined;
  return applyOperations(value ?? null, [operation]);
}

function replay(value: Value | undefined, operations: readonly Operation[]): Value | undefined {
  return operations.reduce<Value | undefined>(applyInFile, value);
}

/** What did not change stays the same object, so that its place on the screen is not rendered again. */
function withPending(file: FileState, pending: Operation[], isTouched: boolean): FileState {
  const value = replay(file.saved?.value, pending);
  return { ...file, pending, isTouched, value: replaceEqualDeep(file.value, value) };
}

function withFile(state: ContentState, path: string, file: FileState): ContentState {
  if (file.saved || file.pending.length > 0) {
    return { ...state, files: { ...state.files, [path]: file } };
  }
  const { [path]: _, ...files } = state.files;
  return { ...state, files };
}

const without = (acts: FileOperation[][], path: string) =>
  acts.filter((operations) => !operations.some(({ file }) => file === path));

/** What takes acts back, after another device changed the file that they are about. */
function rebaseActs(
  acts: FileOperation[][],
  path: string,
  before: Value | undefined,
  now: Value | undefined,
): FileOperation[][] {
  if (before === undefined || now === undefined) return without(acts, path);
  const rebased: FileOperation[][] = [];
  let [mine, theirs] = [before, now];
  for (const operations of acts.toReversed()) {
    const kept = operations.flatMap(({ file, operation }): FileOperation[] => {
      if (file !== path) return [{ file, operation }];
      if (operation.path.length === 0) return [];
      const result = rebase(mine, theirs, [operation]);
      mine = applyOperations(mine, [operation]);
      theirs = result.value;
      const [next] = result.operations;
      return next ? [{ file, operation: next }] : [];
    });
    if (kept.length > 0) rebased.unshift(kept);
  }
  return rebased;
}

/** Whether what was added to a text is a word, or begins one. */
function beginsWord(inverse: Operation | undefined, operation: Operation | undefined): boolean {
  const before = inverse?.kind === 'set' ? inverse.value : undefined;
  const after = operation?.kind === 'set' ? operation.value : undefined;
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  const added = Math.max(0, after.length - before.length);
  return /\s\S/.test(after.slice(Math.max(0, at - 1), at + added));
}
