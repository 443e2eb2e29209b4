import { QueryCache, QueryClient } from '@tanstack/react-query';
import { type ConflictAnswer, type Finding, Refused, type SaveAnswer } from '../../api.ts';
import type { Files } from '../../pages.ts';
import { call } from '../call.ts';
import * as content from './state.ts';
import { EMPTY_STATE, type Operations, type State, type UnsavedFile } from './state.ts';

/* The content of this window, saved after a pause, file by file. */

/** The server's other answers. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: setTrouble,
    // It may have begun before the session ended.
    onSuccess: () => trouble === 'offline' && setTrouble(),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 5000 } },
});

const PAUSE_MS = 800;
const RETRY_MS = 3000;

/** `refused`: a wrong value waits in this browser. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'refused' | 'offline' | 'signed-out';

export interface Shown {
  content: State;
  files: Files;
  /** First what was refused, then what is saved. */
  findings: Finding[];
  saving: Saving;
  message?: { kind: 'done' | 'wrong'; text: string } | undefined;
  /** The caterer waits for a call. */
  isBusy: boolean;
}

let shown: Shown = {
  content: EMPTY_STATE,
  files: {},
  findings: [],
  saving: 'saved',
  isBusy: false,
};
let trouble: 'offline' | 'signed-out' | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | undefined;
let saves = 0;
const listeners = new Set<() => void>();

export const getShown = () => shown;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function show(change: Partial<Pick<Shown, 'message' | 'isBusy' | 'content'>>): void {
  const state = change.content ?? shown.content;
  shown = {
    ...shown,
    ...change,
    files: state.files,
    findings: findingsIn(state),
    saving: savingOf(state),
  };
  for (const listener of listeners) listener();
  if (change.content) keepUnsaved(state);
}

/** Without a text, removes the message. */
export const notify = (text?: string, kind: 'done' | 'wrong' = 'done') =>
  show({ message: text === undefined ? undefined : { kind, text } });

/** Changes some files in one act. */
export const act = (operations: Operations, typing?: State['typing']) =>
  change(content.act(shown.content, operations, typing));
export const undo = () => change(content.undo(shown.content));
export const redo = () => change(content.redo(shown.content));

export function resolveConflict() {
  const { content: state } = shown;
  show({ content: { ...state, conflicts: state.conflicts.slice(1) } });
}

function change(state: State) {
  show({ content: state });
  schedule(PAUSE_MS);
}

export async function openContent(): Promise<void> {
  let state = content.load(EMPTY_STATE, await call('GET /api/content'));
  const unsaved = await takeUnsaved();
  for (const { files, conflicts } of unsaved) {
    state = files.reduce(content.takeUp, state);
    state = { ...state, conflicts: [...state.conflicts, ...conflicts] };
  }
  change(state);
  if (unsaved.length > 0) notify('Wat de vorige keer niet bewaard raakte, staat er weer.');
  window.addEventListener('online', save);
  // A hidden tab may be closed, or old when it is shown.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void save();
    else reload().catch(setTrouble);
  });
}

/** Saves, then reads what the server has. */
export async function reload(): Promise<void> {
  if (!(await save())) return;
  const before = saves;
  const answer = await call('GET /api/content');
  // Read before a save, it would undo what that saved.
  if (before !== saves) return reload();
  show({ content: content.load(shown.content, answer) });
}

/** Saves what waits. @returns false while there is no connection */
export function save(): Promise<boolean> {
  clearTimeout(timer);
  running ??= saveAll().finally(() => {
    running = undefined;
    show({});
    // Such as the list of changes.
    void queryClient.invalidateQueries();
  });
  return running;
}

function schedule(afterMs: number) {
  clearTimeout(timer);
  timer = setTimeout(save, afterMs);
}

async function saveAll() {
  for (;;) {
    const [path] = content.unsentPaths(shown.content);
    if (path === undefined) return true;
    try {
      await saveFile(path);
      setTrouble();
    } catch (error) {
      if (!(error instanceof Refused) || !error.isTemporary) throw error;
      setTrouble(error);
      schedule(RETRY_MS);
      return false;
    }
  }
}

/** @param error of the last call, if it failed */
function setTrouble(error?: unknown) {
  trouble = undefined;
  if (error instanceof Refused && error.isTemporary) {
    trouble = error.status === 401 ? 'signed-out' : 'offline';
  }
  show({});
}

async function saveFile(path: string) {
  const saved = shown.content.saved[path];
  const operations = shown.content.unsaved[path] ?? [];
  const settle = (answer: SaveAnswer) =>
    show({ content: content.settle(shown.content, path, operations, answer) });
  saves += 1;
  try {
    const request = { path, hash: saved?.hash ?? null, operations };
    settle(await call('PUT /api/content', request));
  } catch (error) {
    if (!(error instanceof Refused) || error.isTemporary) throw error;
    const { message, status } = error;
    const { now } = error.answer as ConflictAnswer;
    const { findings, conflicts } = shown.content;
    if (status !== 409) {
      const refusal: Finding = { severity: 'error', file: path, path: [], message };
      settle({ file: saved ?? null, refused: operations, refusals: [refusal], findings });
      return notify(message);
    }
    show({ content: content.receive(shown.content, path, now) });
    if (shown.content.conflicts.length > conflicts.length) return;
    notify('Iemand anders werkte aan hetzelfde. Jullie wijzigingen staan er allebei in.');
  }
}

/** On the desk and on the edited page. */
export function handleShortcut(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key === 's') void save();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
  else if (key === 'z') undo();
  else return;
  event.preventDefault();
}

function savingOf(state: State) {
  if (trouble) return trouble;
  if (running) return 'saving';
  if (content.unsentPaths(state).length > 0) return 'waiting';
  return Object.keys(state.unsaved).length > 0 ? 'refused' : 'saved';
}

function findingsIn(state: State) {
  const paths = Object.keys(state.unsaved);
  const refusals = paths.flatMap((path) => state.refused[path]?.refusals ?? []);
  const errors = state.findings.filter(({ severity }) => severity === 'error');
  const unique = new Map<string, Finding>();
  for (const one of [...refusals, ...errors]) unique.set(`${one.file} ${one.message}`, one);
  return [...unique.values()];
}

/*
 * Unsaved work waits in the browser's storage. Each tab has a key and holds a Web Lock while it is
 * open, so that no other takes its work.
 */
const PREFIX = 'desk-unsaved ';
const tabKey = PREFIX + crypto.randomUUID();

interface Unsaved extends Pick<State, 'conflicts'> {
  files: UnsavedFile[];
}

function keepUnsaved(state: State) {
  const { conflicts } = state;
  const files = Object.entries(state.unsaved).map(([path, operations]) => {
    return { path, saved: state.saved[path] ?? null, operations };
  });
  const unsaved: Unsaved = { files, conflicts };
  if (files.length + conflicts.length === 0) localStorage.removeItem(tabKey);
  else localStorage.setItem(tabKey, JSON.stringify(unsaved));
}

/** What closed tabs left. */
async function takeUnsaved(): Promise<Unsaved[]> {
  void navigator.locks.request(tabKey, () => new Promise(() => {}));
  const { held = [] } = await navigator.locks.query();
  const open = held.map(({ name }) => name);
  const taken: Unsaved[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX) || open.includes(key)) continue;
    const text = localStorage.getItem(key) ?? '';
    localStorage.removeItem(key);
    taken.push(JSON.parse(text));
  }
  return taken;
}
