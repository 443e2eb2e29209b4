import type { FieldPath } from '../../site/content-walk.ts';

/** What stands in `content/`, by path from there ('pages/home.yaml'); absent: no such file. */
export type Files = Readonly<Record<string, unknown>>;

/** What the caterer is working on. Every change keeps the one before it, so all of them can be undone. */
export interface DeskState {
  /** As on disk, as far as this window knows. */
  saved: Files;
  draft: Files;
  past: Files[];
  future: Files[];
  /** The field being typed in, and when the last letter came: the letters of a word are one change. */
  typing: { place: string; at: number } | undefined;
}

export type DeskAction =
  /** What is on disk now; what was changed here and not saved stays, on top of it. */
  | { type: 'loaded'; saved: Files }
  /**
   * `undefined` takes a field away.
   *
   * @param typedAt when a key wrote it, in milliseconds of `performance.now()`; absent: a step of its own
   */
  | { type: 'changed'; file: string; path: FieldPath; value: unknown; typedAt?: number | undefined }
  /** Whole files; `undefined` takes one away. */
  | { type: 'put'; files: Record<string, unknown> }
  | { type: 'saved'; files: Files }
  | { type: 'undone' }
  | { type: 'redone' };

export const EMPTY: DeskState = { saved: {}, draft: {}, past: [], future: [], typing: undefined };

const MOST_UNDONE = 500;
/** A pause after which typing begins a step of its own. */
const PAUSE_MS = 1000;

/** The one transition of the desk's state. */
export function nextState(state: DeskState, action: DeskAction): DeskState {
  const { draft, past, future } = state;
  switch (action.type) {
    case 'loaded': {
      const onto = (files: Files) => rebase(files, state.saved, action.saved) as Files;
      return {
        ...state,
        saved: onto(state.saved),
        draft: onto(draft),
        past: past.map(onto),
        future: future.map(onto),
      };
    }
    case 'saved':
      return { ...state, saved: action.files, typing: undefined };
    case 'changed': {
      const { file, path, value, typedAt: at } = action;
      const typing = at === undefined ? undefined : { place: `${file} ${path.join('.')}`, at };
      const next = { ...draft, [file]: setIn(draft[file], path, value) };
      const isSameWord =
        typing !== undefined &&
        typing.place === state.typing?.place &&
        typing.at - state.typing.at < PAUSE_MS &&
        !beginsWord(getIn(draft[file], path), value);
      return moved(state, next, isSameWord ? past : [...past, draft], typing);
    }
    case 'put':
      return moved(state, withFiles(draft, action.files), [...past, draft], undefined);
    case 'undone': {
      const before = past.at(-1);
      if (!before) return state;
      const rest = { past: past.slice(0, -1), future: [draft, ...future], typing: undefined };
      return { ...state, draft: before, ...rest };
    }
    case 'redone': {
      const [after, ...rest] = future;
      if (!after) return state;
      return { ...state, draft: after, past: [...past, draft], future: rest, typing: undefined };
    }
  }
}

function moved(state: DeskState, draft: Files, past: Files[], typing: DeskState['typing']) {
  return { ...state, draft, past: past.slice(-MOST_UNDONE), future: [], typing };
}

/** Whether what was added to a text is a word, or begins one: it comes behind a space. */
function beginsWord(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  const added = Math.max(0, after.length - before.length);
  return /\s\S/.test(after.slice(Math.max(0, at - 1), at + added));
}

function withFiles(files: Files, changes: Record<string, unknown>): Files {
  const all = Object.entries({ ...files, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** A copy in which one place holds another value; what lies beside it stays the same object. */
export function setIn(value: unknown, path: FieldPath, to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((one, index) => (index === step ? setIn(one, rest, to) : one));
  }
  const group = { ...(value as Record<string, unknown>) };
  const next = setIn(group[step], rest, to);
  if (next === undefined) delete group[step];
  else group[step] = next;
  return group;
}

/**
 * Mine on top of what became of that from which it came: its own changes stay, field by field. What became
 * nothing else stays the same object, so that its place on the screen is not drawn anew.
 */
function rebase(mine: unknown, from: unknown, to: unknown): unknown {
  if (isEqual(from, to)) return mine;
  if (!isGroup(mine) || !isGroup(from) || !isGroup(to)) return isEqual(mine, from) ? to : mine;
  const names = new Set([...Object.keys(mine), ...Object.keys(to)]);
  const fields = [...names].map((name) => [name, rebase(mine[name], from[name], to[name])]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getIn(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((inner, step) => (inner as never)?.[step], value);
}

/** Files that differ from the disk, with their value; `undefined` for one taken away. */
export function changedFiles({ saved, draft }: DeskState): Record<string, unknown> {
  const names = new Set([...Object.keys(saved), ...Object.keys(draft)]);
  const changed = [...names].filter((name) => !isEqual(saved[name], draft[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** The order of a group's fields does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isEqual(a[key as never], b[key as never]));
}
