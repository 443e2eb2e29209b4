import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { messagesSchema } from '../../site/content.ts';
import type { FieldPath, SchemaNode } from '../../site/content-walk.ts';
import { exampleValue } from '../../site/example-value.ts';
import type { DeskApi, Finding } from '../api.ts';
import { type Value, withValue } from '../values.ts';
import { call, Refused } from './call.ts';
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

/** What screens share: the content, the server's other answers, and how to change both. */

export const useDesk = () => useSyncExternalStore(subscribe, getShown);

/** The sentence above every page; there is no such file while there is none. */
export const NOTICE = 'notice.yaml';

/**
 * Writes one value; undefined takes the field away.
 *
 * @param isTyped by a key: the letters of a word are one act
 */
export function set(
  file: string,
  path: FieldPath,
  value: Value | undefined,
  isTyped = false,
): void {
  const empty = file === NOTICE ? { from: dayAfter(0), until: dayAfter(14) } : {};
  const before = getShown().files[file] ?? empty;
  const words = String(value).split(/\s+/).length;
  const typing = { place: `${file} ${path.join('.')} ${words}`, atMs: performance.now() };
  act({ [file]: withValue(before, path, value) }, isTyped ? typing : undefined);
}

/**
 * Saves, calls the server, and reads everything again. Shows what went wrong, or else `done`.
 *
 * @returns whether it went well
 */
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

/**
 * Replaces a photo or PDF, or removes it; the previous one goes to the bin.
 *
 * @param path 'photos/champagne.jpg', 'files/maandmenu.pdf'
 */
export const replaceUpload = (path: string, file?: File) =>
  run(async () => {
    if (file) await call('PUT /api/uploads/:path', file, path);
    else await call('DELETE /api/uploads/:path', undefined, path);
  }, 'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.');

/** What is wrong with exactly this value. */
export function useFindings(file: string, path: FieldPath): Finding[] {
  const place = path.join('.');
  return useDesk().findings.filter((one) => one.file === file && one.path.join('.') === place);
}

/**
 * A file as the site shows it: as it is typed, else as it is saved; while a mistake that was made by
 * hand is in it, an example.
 */
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

/** In the calendar of this browser: '2027-08-01'. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  // The Swedish locale formats dates as ISO 8601.
  return date.toLocaleDateString('sv-SE');
}

/** The answer of a call that takes nothing; TanStack Query keeps it and asks again. */
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

/** The same list until it is loaded, for what is computed from it. */
const NONE: never[] = [];
export const usePhotos = () => useServer('GET /api/photos') ?? NONE;
export const useDownloads = () => useServer('GET /api/files') ?? NONE;
export const useDeskState = () => useServer('GET /api/state', 60_000);
