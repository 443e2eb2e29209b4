import { QueryClient, useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import * as v from 'valibot';
import { type Messages, messagesSchema } from '../../site/content.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import type { DeskApi, Finding } from '../api.ts';
import { type Operation, type Value, valueAt } from '../operations.ts';
import { call, Refused } from './call.ts';
import { type ContentStore, openContent, type Saving } from './content/saving.ts';
import type { ContentState, FileOperation } from './content/state.ts';

/** The values of all files in `content/`, by path from there ('pages/home.yaml'). */
export type Files = Readonly<Record<string, Value>>;

export interface Message {
  kind: 'done' | 'wrong';
  text: string;
  action?: { label: string; run: () => void };
}

/** What every screen can see and do. */
export interface Desk {
  files: Files;
  content: ContentState;
  saving: Saving;
  store: ContentStore;
  /** One act: ↶ takes all of it back. */
  act: (operations: FileOperation[]) => void;
  /**
   * Writes one value; undefined takes the field away.
   *
   * @param typedAt when a key wrote it, in milliseconds of `performance.now()`; absent: an act of its own
   */
  set: (file: string, path: FieldPath, value: Value | undefined, typedAt?: number) => void;
  message: Message | undefined;
  tell: (message: Message | undefined) => void;
  /** Calls the server; tells what went wrong. @returns whether it went well */
  attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5000 } },
});

const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('Outside the desk');
  return desk;
}

/** Loads the content, and shows the desk when it is there. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const [message, tell] = useState<Message>();
  const [store, setStore] = useState<ContentStore>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    openContent((text) => tell({ kind: 'done', text })).then(setStore, (error: Error) =>
      setFailure(error.message),
    );
  }, []);
  if (store) {
    return (
      <OpenDesk store={store} message={message} tell={tell}>
        {children}
      </OpenDesk>
    );
  }
  return (
    <main className="loading">
      <h1>Werktafel</h1>
      <p role={failure ? 'alert' : 'status'}>{failure ?? 'De werktafel wordt gedekt.'}</p>
      {failure && (
        <button type="button" onClick={() => window.location.reload()}>
          Probeer opnieuw
        </button>
      )}
    </main>
  );
}

function OpenDesk(props: {
  store: ContentStore;
  message: Message | undefined;
  tell: (message: Message | undefined) => void;
  children: ReactNode;
}) {
  const { store, message, tell } = props;
  const content = useSyncExternalStore(store.subscribe, store.getState);
  const saving = useSyncExternalStore(store.subscribe, store.getSaving);
  const files = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(content.files).flatMap(([path, { value }]) =>
          value === undefined ? [] : [[path, value]],
        ),
      ),
    [content.files],
  );
  // What is not online yet changes with what is saved.
  useEffect(() => {
    if (saving === 'saved' || saving === 'refused') {
      for (const key of ['changes', 'state', 'photos', 'files'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    }
  }, [saving]);
  const desk: Desk = {
    files,
    content,
    saving,
    store,
    act: (operations) => store.act(operations),
    set(file, path, value, typedAt) {
      const operations = setOperations(file, files[file], path, value);
      if (operations.length > 0) store.act(operations, typedAt);
    },
    message,
    tell,
    async attempt(work, done) {
      try {
        await work();
        if (done) tell({ kind: 'done', text: done });
        return true;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        tell({ kind: 'wrong', text: error.message });
        return false;
      }
    },
  };
  return <DeskContext value={desk}>{props.children}</DeskContext>;
}

/** Texts of the site with their defaults; those that are wrong say what they say by default. */
export function messagesOf(files: Files): Messages {
  const { success, output } = v.safeParse(messagesSchema, files['messages.yaml'] ?? {});
  return success ? output : v.parse(messagesSchema, {});
}

/** What a file that is not there yet begins with, when its first field is typed. */
const NEW_FILES: Record<string, () => Value> = {
  'notice.yaml': () => ({ from: dayAfter(0), until: dayAfter(14) }),
};

function setOperations(
  file: string,
  value: Value | undefined,
  path: FieldPath,
  to: Value | undefined,
): FileOperation[] {
  const operation = (one: Operation) => [{ file, operation: one }];
  if (value === undefined) {
    if (to === undefined) return [];
    const fresh = NEW_FILES[file]?.() ?? {};
    return operation({ kind: 'set', path: [], value: nested(fresh, path, to) });
  }
  if (to === undefined) {
    return valueAt(value, path) === undefined ? [] : operation({ kind: 'remove', path });
  }
  // A group that may be left out is made with the first of its fields.
  const depth = path.findIndex((_, at) => valueAt(value, path.slice(0, at + 1)) === undefined);
  const at = depth < 0 ? path.length : depth + 1;
  return operation({
    kind: 'set',
    path: path.slice(0, at),
    value: path.slice(at).reduceRight<Value>((inner, step) => ({ [step]: inner }), to),
  });
}

function nested(group: Value, [step, ...rest]: FieldPath, to: Value): Value {
  if (step === undefined) return to;
  const inner = valueAt(group, [step]) ?? {};
  return { ...(group as object), [step]: nested(inner, rest, to) };
}

/** As the calendar here has it: '2027-08-01'. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** What is wrong with exactly this value: refused here, or a mistake in what is saved. */
export function useFindings(file: string, path: FieldPath): Finding[] {
  const { content } = useDesk();
  const place = path.join('.');
  const refusals = content.files[file]?.refusals ?? [];
  const errors = content.findings.filter(({ severity }) => severity === 'error');
  return [...refusals, ...errors].filter(
    (one) => one.file === file && one.path.join('.') === place,
  );
}

/** Everything that is not right yet: what was refused first. */
export function allFindings({ files, findings, broken }: ContentState): Finding[] {
  const refused = Object.values(files).flatMap(({ refusals }) => refusals);
  const unreadable = broken.flatMap((one) => one.findings);
  const errors = [...unreadable, ...findings.filter(({ severity }) => severity === 'error')];
  const isKnown = (one: Finding, list: Finding[]) =>
    list.some((other) => other.file === one.file && other.message === one.message);
  return [
    ...refused,
    ...errors.filter((one, at) => !isKnown(one, refused) && !isKnown(one, errors.slice(0, at))),
  ];
}

/** The answer of a call that takes nothing, kept and asked for again by TanStack Query. */
export function useServer<Key extends Extract<keyof DeskApi, `GET ${string}`>>(
  route: Key,
  key: string,
  name = '',
  refetchMs: number | false = false,
): DeskApi[Key]['answer'] | undefined {
  const { data } = useQuery({
    queryKey: [key, name],
    queryFn: () => call(route, undefined, name),
    refetchInterval: refetchMs,
  });
  return data;
}

/** Asks again for what a call has changed on the server. */
export async function refresh(...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** The same list until it is loaded, for what is computed from it. */
const NONE: never[] = [];
export const usePhotos = () => useServer('GET /api/photos', 'photos') ?? NONE;
export const useDownloads = () => useServer('GET /api/files', 'files') ?? NONE;
export const useDeskState = () => useServer('GET /api/state', 'state', '', 60_000);
