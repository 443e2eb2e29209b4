import type { ContentAnswer, ContentFile, Finding, SaveAnswer } from '../../api.ts';
import { apply, inverseOf, type Operation } from '../../operations.ts';
import type { Files } from '../../pages.ts';
import { isEqual } from '../../values.ts';
import { type Conflict, rebase } from './rebase.ts';

/** Operations by their file. */
export type Operations = Readonly<Record<string, Operation[]>>;

/** The content in this window. */
export interface State {
  /** As the server has them. */
  saved: Readonly<Record<string, ContentFile>>;
  /** As this window shows them: `saved` with the unsaved operations. */
  files: Files;
  unsaved: Operations;
  /** Unsaved operations that are not sent again alone. */
  refused: Readonly<Record<string, Pick<SaveAnswer, 'refused' | 'refusals'>>>;
  /** Files that the app cannot show. */
  broken: string[];
  /** About what is saved. */
  findings: Finding[];
  /** What takes each act back, the latest last. */
  past: Operations[];
  future: Operations[];
  conflicts: (Conflict & { file: string })[];
  typing?: { place: string; atMs: number } | undefined;
}

/** As the browser's storage keeps it. */
export interface UnsavedFile {
  path: string;
  /** What the operations started from; null for a new file. */
  saved: ContentFile | null;
  operations: Operation[];
}

export const EMPTY_STATE: State = {
  saved: {},
  files: {},
  unsaved: {},
  refused: {},
  broken: [],
  findings: [],
  past: [],
  future: [],
  conflicts: [],
};

const MAX_UNDO = 50;
/** After a longer pause, typing is another act. */
const TYPING_PAUSE_MS = 1000;

/** One act, which undo takes back as a whole. */
export function act(state: State, operations: Operations, typing?: State['typing']): State {
  const last = state.typing;
  const pauseMs = typing && last ? typing.atMs - last.atMs : Infinity;
  const isSameAct = typing?.place === last?.place && pauseMs < TYPING_PAUSE_MS;
  const { next, back } = perform(state, operations);
  const past = isSameAct ? state.past : [...state.past, back].slice(-MAX_UNDO);
  return { ...next, past, future: [], typing };
}

export const undo = (state: State) => step(state, 'past', 'future');
export const redo = (state: State) => step(state, 'future', 'past');

function step(state: State, from: 'past' | 'future', to: 'past' | 'future'): State {
  const operations = state[from].at(-1);
  if (!operations) return state;
  const { next, back } = perform(state, operations);
  return {
    ...next,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], back],
    typing: undefined,
  };
}

/** @returns the new state, and the operations that take it back */
function perform(state: State, operations: Operations) {
  let { files, unsaved } = state;
  const back: Record<string, Operation[]> = {};
  for (const [path, list] of Object.entries(operations)) {
    for (const operation of list) {
      const before = files[path];
      back[path] = [inverseOf(before, operation), ...(back[path] ?? [])];
      files = withEntry(files, path, apply(before, operation));
      unsaved = withEntry(unsaved, path, append(unsaved[path] ?? [], operation));
    }
  }
  return { next: { ...state, files, unsaved }, back };
}

/** Of what is typed into one field the last text counts. */
function append(operations: Operation[], operation: Operation): Operation[] {
  const last = operations.at(-1);
  const isReplaced =
    last?.type === 'set' && operation.type === 'set' && isEqual(last.path, operation.path);
  return [...(isReplaced ? operations.slice(0, -1) : operations), operation];
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

/** The server may have another version than this window. */
export function receive(state: State, path: string, now: ContentFile | null): State {
  const saved = state.saved[path] ?? null;
  if (now?.hash === saved?.hash) return state;
  const operations = state.unsaved[path] ?? [];
  const cleared = {
    ...state,
    saved: withEntry(state.saved, path, now ?? undefined),
    files: withEntry(state.files, path, now?.value),
    unsaved: withEntry(state.unsaved, path, undefined),
  };
  return takeUp(cleared, { path, saved, operations });
}

/** Takes up what an earlier window could not save. */
export function takeUp(state: State, { path, saved, operations }: UnsavedFile): State {
  const now = state.files[path];
  const rebased = rebase(operations, saved?.value, now);
  const unsaved = [...(state.unsaved[path] ?? []), ...rebased.operations];
  const inFile = rebased.conflicts.map((conflict) => ({ file: path, ...conflict }));
  // Undo must not take back what the other device did.
  const isOther = !isEqual(saved?.value, now);
  const withoutFile = (acts: Operations[]) => {
    if (!isOther) return acts;
    const others = acts.map((one) => withEntry(one, path, undefined));
    return others.filter((one) => Object.keys(one).length > 0);
  };
  return {
    ...state,
    files: withEntry(state.files, path, rebased.value),
    unsaved: withEntry(state.unsaved, path, unsaved.length > 0 ? unsaved : undefined),
    past: withoutFile(state.past),
    future: withoutFile(state.future),
    conflicts: [...state.conflicts, ...inFile],
  };
}

/** @param sent the operations that the server answered */
export function settle(
  state: State,
  path: string,
  sent: Operation[],
  { file, refused, refusals, findings }: SaveAnswer,
): State {
  const newer = (state.unsaved[path] ?? []).filter((one) => !sent.includes(one));
  const unsaved = [...refused, ...newer];
  return {
    ...state,
    findings,
    saved: withEntry(state.saved, path, file ?? undefined),
    unsaved: withEntry(state.unsaved, path, unsaved.length > 0 ? unsaved : undefined),
    refused: { ...state.refused, [path]: { refused, refusals } },
  };
}

/** Files with operations still to be sent. */
export function unsentPaths({ unsaved, refused }: State) {
  const isRefused = (path: string, one: Operation) => refused[path]?.refused.includes(one);
  return Object.keys(unsaved).filter((path) => {
    return unsaved[path]?.some((one) => !isRefused(path, one));
  });
}

function withEntry<One>(
  entries: Readonly<Record<string, One>>,
  path: string,
  one: One | undefined,
): Readonly<Record<string, One>> {
  const { [path]: _, ...others } = entries;
  return one === undefined ? others : { ...entries, [path]: one };
}
