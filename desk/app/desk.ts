import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { messagesSchema } from '../../site/content.ts';
import type { FieldPath, SchemaNode } from '../../site/content-walk.ts';
import { exampleValue } from '../../site/example-value.ts';
import { type DeskApi, type Finding, Refused } from '../api.ts';
import { setOperation } from '../operations.ts';
import { type MaybeValue, type Value, withValue } from '../values.ts';
import { call } from './call.ts';
import {
  act,
  getShown,
  notify,
  queryClient,
  reload,
  type Shown,
  save,
  show,
  subscribe,
} from './content/store.ts';

/** What screens share. */

export const useDesk = () => useSyncExternalStore(subscribe, getShown);

/** A file that exists while there is a notice. */
export const NOTICE = 'notice.yaml';

/**
 * Writes one value; undefined removes it.
 *
 * @param isTyped by a key: undo takes back what was typed without a pause
 */
export function set(file: string, path: FieldPath, value: MaybeValue, isTyped = false): void {
  const before = getShown().files[file];
  const typing = { place: `${file} ${path.join('.')}`, atMs: performance.now() };
  let operation = setOperation(before, path, value);
  if (file === NOTICE && !before && value !== undefined) {
    const notice = withValue({ from: dayAfter(0), until: dayAfter(14) }, path, value) as Value;
    operation = { type: 'set', path: [], value: notice };
  }
  act({ [file]: [operation] }, isTyped ? typing : undefined);
}

/** @param path of the list and the index */
export const insertEntry = (file: string, path: FieldPath, value: Value) =>
  act({ [file]: [{ type: 'insert', path, value }] });

/** @param to its new index */
export const moveEntry = (file: string, path: FieldPath, to: number) =>
  act({ [file]: [{ type: 'move', path, to }] });

/** Saves, runs the work, reads everything again, and shows `done` or what went wrong. */
export async function run(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  show({ isBusy: true });
  try {
    await save();
    await work();
    await reload();
    await queryClient.invalidateQueries();
    if (done) notify(done);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.message, 'wrong');
    return false;
  } finally {
    show({ isBusy: false });
  }
}

/** Without a file it only moves 'photos/champagne.jpg' to the bin. */
export const replaceUpload = (path: string, file?: File) =>
  run(async () => {
    if (file) await call('PUT /api/uploads/:path', file, path);
    else await call('DELETE /api/uploads/:path', undefined, path);
  }, 'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.');

export function useFindings(file: string, path: FieldPath): Finding[] {
  const place = path.join('.');
  return useDesk().findings.filter((one) => one.file === file && one.path.join('.') === place);
}

/** A file as typed, else as saved, else an example. */
export function lastRight<Schema extends v.GenericSchema>(
  { files, content }: Shown,
  file: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const values = [files[file], content.saved[file]?.value];
  const right = values.find((one) => v.is(schema, one));
  return v.parse(schema, right ?? exampleValue(schema as SchemaNode));
}

export const messagesIn = (shown: Shown) => lastRight(shown, 'messages.yaml', messagesSchema);

/** '2027-08-01' in this browser's time zone. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  // Sweden writes dates as ISO 8601.
  return date.toLocaleDateString('sv-SE');
}

export function useServer<Route extends Extract<keyof DeskApi, `GET ${string}`>>(
  route: Route,
  refetchMs: number | false = false,
): DeskApi[Route]['answer'] | undefined {
  const { data } = useQuery({
    queryKey: [route],
    queryFn: () => call(route),
    refetchInterval: refetchMs,
  });
  return data;
}

export const usePhotos = () => useServer('GET /api/photos') ?? [];
export const useDownloads = () => useServer('GET /api/files') ?? [];
export const useDeskState = () => useServer('GET /api/state', 60_000);
