import { dequal } from 'dequal/lite';
import type {
  ContentFile,
  ContentResponse,
  FileResult,
  SaveRequest,
  SaveResponse,
} from '../../shared/api.ts';
import { applyOperation, inverseOf, type Operation } from '../../shared/operations.ts';
import { type MaybeValue, spliced } from '../../shared/values.ts';
import {
  type OpenConflict,
  rebaseConflicts,
  recoverConflicts,
  type UnsavedConflict,
  withBase,
} from './conflicts.ts';
import { rebase } from './rebase.ts';

/** The operations of each file. */
export type Operations = Readonly<Record<string, Operation[]>>;

/** The state of one file in this window. */
interface FileState {
  /** The file as the server has it; null when it has none. */
  saved: ContentFile | null;
  /** A save that is being sent, or whose response was lost: it is sent again with the same id. */
  sent: { id: string; operations: Operation[] } | null;
  /** Operations that were made after `sent`. */
  unsent: Operation[];
  /** The value that this window shows: `saved` with `sent` and `unsent` applied. */
  value: MaybeValue;
}

/** What one undo or redo performs. */
export interface Edit {
  operations: Operations;
  /**
   * The field that was typed in, 'pages/home.yaml sections.0.heading'; undefined for other edits.
   */
  fieldKey: string | undefined;
}

/** The content in this window. */
export interface DraftState extends Pick<SaveResponse, 'findings'> {
  files: Readonly<Record<string, FileState>>;
  /** Paths of files that the app cannot show. */
  broken: string[];
  /** What is not online yet; undefined before the first response. */
  changes: SaveResponse['changes'] | undefined;
  /** Edits that can be taken back, the latest one last. */
  past: Edit[];
  future: Edit[];
  /** Each one relative to the value that `files` has of its file. */
  conflicts: OpenConflict[];
  /** Unsaved work of other tabs, which waits until the file here has nothing unsaved. */
  queued: UnsavedFile[];
  typing?: { fieldKey: string; atMs: number } | undefined;
}

/** The unsaved work on a file, as persisted in the browser's storage. */
export interface UnsavedFile extends Omit<FileState, 'value'> {
  path: string;
}

export const EMPTY_STATE: DraftState = {
  files: {},
  broken: [],
  findings: [],
  changes: undefined,
  past: [],
  future: [],
  conflicts: [],
  queued: [],
};

const NO_FILE: FileState = { saved: null, sent: null, unsent: [], value: undefined };
const MAX_UNDO = 50;
/** Typing after a longer pause begins another edit. */
const TYPING_PAUSE_MS = 1000;

const isUnsaved = ({ sent, unsent }: FileState) => sent !== null || unsent.length > 0;

export const hasUnsaved = ({ files, queued }: DraftState) =>
  queued.length > 0 || Object.values(files).some(isUnsaved);

/** Makes an edit that is undone as a whole. */
export function edit(
  state: DraftState,
  operations: Operations,
  typing?: DraftState['typing'],
): DraftState {
  const last = state.typing;
  const pauseMs = typing && last ? typing.atMs - last.atMs : Infinity;
  const isSameEdit = typing?.fieldKey === last?.fieldKey && pauseMs < TYPING_PAUSE_MS;
  const { next, back } = perform(state, operations);
  const done = { operations: back, fieldKey: typing?.fieldKey };
  const past = isSameEdit ? state.past : [...state.past, done].slice(-MAX_UNDO);
  return { ...next, past, future: [], typing };
}

/**
 * Undoes the last edit.
 *
 * @param fieldKey undoes the last edit of this field, unless a later edit changed the same value or
 *   moved something
 * @returns undefined when there is nothing to undo
 */
export function undo(
  state: DraftState,
  fieldKey?: string,
): { next: DraftState; edit: Edit } | undefined {
  return moveEdit(state, 'past', 'future', fieldKey);
}

export function redo(
  state: DraftState,
  fieldKey?: string,
): { next: DraftState; edit: Edit } | undefined {
  return moveEdit(state, 'future', 'past', fieldKey);
}

/** Performs the last edit of one list, and moves its inverse to the other. */
function moveEdit(
  state: DraftState,
  from: 'past' | 'future',
  to: 'past' | 'future',
  fieldKey?: string,
) {
  const index = state[from].findLastIndex(
    (edit) => fieldKey === undefined || edit.fieldKey === fieldKey,
  );
  const found = state[from][index];
  const later = state[from].slice(index + 1);
  if (!found || !later.every((edit) => areIndependent(edit.operations, found.operations)))
    return undefined;
  const { next, back } = perform(state, found.operations);
  return {
    edit: found,
    next: {
      ...next,
      [from]: spliced(state[from], index, 1),
      [to]: [...state[to], { operations: back, fieldKey: found.fieldKey }],
      typing: undefined,
    },
  };
}

/**
 * Whether two edits are independent: neither moves or contains a value that the other one changes.
 */
function areIndependent(some: Operations, others: Operations): boolean {
  return Object.entries(some).every(([file, list]) =>
    list.every((operation) =>
      (others[file] ?? []).every((other) => {
        const length = Math.min(operation.path.length, other.path.length);
        const isOnlySet = operation.type === 'set' && other.type === 'set';
        return isOnlySet && !dequal(operation.path.slice(0, length), other.path.slice(0, length));
      }),
    ),
  );
}

/** @returns the new state, and the operations that undo the change */
function perform(state: DraftState, operations: Operations) {
  let next = state;
  const back: Record<string, Operation[]> = {};
  for (const [path, list] of Object.entries(operations)) {
    let file = next.files[path] ?? NO_FILE;
    for (const operation of list) {
      back[path] = [inverseOf(file.value, operation), ...(back[path] ?? [])];
      const value = applyOperation(file.value, operation);
      file = { ...file, value, unsent: append(file.unsent, operation) };
    }
    next = withFile(next, path, file);
  }
  return { next, back };
}

/** Keeps only the last text that was typed into a field. */
function append(operations: Operation[], operation: Operation): Operation[] {
  const last = operations.at(-1);
  const isReplaced =
    last?.type === 'set' && operation.type === 'set' && dequal(last.path, operation.path);
  return [...(isReplaced ? operations.slice(0, -1) : operations), operation];
}

/** Marks all unsaved operations as sent, with an id for each file. */
export function markSent(state: DraftState, newId: () => string): DraftState {
  let next = state;
  for (const [path, file] of Object.entries(state.files)) {
    if (file.sent || file.unsent.length === 0) continue;
    const sent = { id: newId(), operations: file.unsent };
    next = withFile(next, path, { ...file, sent, unsent: [] });
  }
  return next;
}

export function requestOf({ files }: DraftState): SaveRequest['files'] {
  return Object.entries(files).flatMap(([path, { saved, sent }]) => {
    return sent ? [{ path, hash: saved?.hash ?? null, ...sent }] : [];
  });
}

/** Updates the state with the server's response to a save. */
export function settle(state: DraftState, { files, ...status }: SaveResponse): DraftState {
  let next: DraftState = { ...state, ...status };
  for (const result of files) next = settleFile(next, result);
  return recoverQueued(next);
}

function settleFile(state: DraftState, result: FileResult): DraftState {
  const file = state.files[result.path];
  if (!file?.sent || result.state === 'later') return state;
  if (result.state === 'changed') return receive(state, result.path, result.file);
  const { sent, saved, ...others } = file;
  const written = sent.operations.reduce<MaybeValue>(applyOperation, saved?.value);
  const settled = { ...others, saved: result.file, sent: null };
  if (dequal(written, result.file?.value)) return withFile(state, result.path, settled);
  // The save was written earlier, and then another device changed the file.
  const before = written === undefined ? null : { path: result.path, hash: '', value: written };
  const rewound = withFile(state, result.path, { ...settled, saved: before });
  return receive(rewound, result.path, result.file);
}

/**
 * Updates the state with the server's present files, and applies this window's unsaved work to
 * them.
 */
export function load(state: DraftState, { files, ...status }: ContentResponse): DraftState {
  const onServer = new Map(files.map((file) => [file.path, file]));
  let next: DraftState = { ...state, ...status };
  for (const path of new Set([...Object.keys(state.files), ...onServer.keys()])) {
    const { sent, saved } = state.files[path] ?? NO_FILE;
    const current = onServer.get(path) ?? null;
    // Only the response to a save tells whether the server's file contains what was sent.
    if (!sent && current?.hash !== saved?.hash) next = receive(next, path, current);
  }
  return recoverQueued(next);
}

/**
 * Applies the unsaved work on a file to the server's version of it, which may differ from the one
 * that the work started from.
 */
function receive(
  state: DraftState,
  path: string,
  current: ContentFile | null,
  { saved, sent, unsent }: Omit<FileState, 'value'> = state.files[path] ?? NO_FILE,
): DraftState {
  const rebased = rebase([...(sent?.operations ?? []), ...unsent], saved?.value, current?.value);
  const next = withFile(state, path, {
    saved: current,
    sent: null,
    unsent: rebased.operations,
    value: rebased.value,
  });
  if (dequal(saved?.value, current?.value)) return next;
  const conflicts = rebased.conflicts.map((conflict) => ({ file: path, ...conflict }));
  // Undo must not take back what the other device did.
  const withoutFile = (edits: Edit[]) => edits.filter(({ operations }) => !(path in operations));
  return {
    ...next,
    past: withoutFile(state.past),
    future: withoutFile(state.future),
    typing: undefined,
    conflicts: [...next.conflicts, ...conflicts],
  };
}

export const unsavedFilesOf = ({ files, queued }: DraftState): UnsavedFile[] => [
  ...Object.entries(files).flatMap(([path, { value: _, ...file }]) => {
    return isUnsaved({ ...file, value: undefined }) ? [{ path, ...file }] : [];
  }),
  ...queued,
];

export const unsavedConflictsOf = ({ files, conflicts }: DraftState): UnsavedConflict[] =>
  conflicts.map((conflict) => withBase(conflict, files[conflict.file]?.value));

/** Adds work that another tab, or an earlier session of the browser, could not save. */
export function recover(
  state: DraftState,
  unsaved: { files: UnsavedFile[]; conflicts: UnsavedConflict[] },
): DraftState {
  const next = recoverQueued({ ...state, queued: [...state.queued, ...unsaved.files] });
  const recovered = recoverConflicts(unsaved.conflicts, (path) => next.files[path]?.value);
  return { ...next, conflicts: [...next.conflicts, ...recovered] };
}

function recoverQueued(state: DraftState): DraftState {
  let next: DraftState = { ...state, queued: [] };
  for (const unsaved of state.queued) {
    const { path, ...work } = unsaved;
    const file = next.files[path] ?? NO_FILE;
    if (isUnsaved(file)) {
      next = { ...next, queued: [...next.queued, unsaved] };
      continue;
    }
    if (!work.sent) {
      next = receive(next, path, file.saved, work);
      continue;
    }
    // A save that was sent is first sent again, because only its response tells whether it was
    // written.
    const operations = [...work.sent.operations, ...work.unsent];
    const value = operations.reduce<MaybeValue>(applyOperation, work.saved?.value);
    next = withFile(next, path, { ...work, value });
  }
  return next;
}

/** Replaces the state of a file, and rebases its open conflicts onto the new value. */
function withFile(state: DraftState, path: string, file: FileState): DraftState {
  const { [path]: before, ...others } = state.files;
  const isGone = file.value === undefined && file.saved === null && !isUnsaved(file);
  const conflicts = rebaseConflicts(state.conflicts, path, before?.value, file.value);
  return { ...state, conflicts, files: isGone ? others : { ...state.files, [path]: file } };
}
