import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { dayFormat } from '../../enquiry/day-in.ts';
import { messagesSchema } from '../../site/content/content.ts';
import type { FieldPath } from '../../site/content/content-walk.ts';
import { type DeskApi, type DeskPhoto, type Finding, RefusedError } from '../shared/api.ts';
import { setOperation } from '../shared/operations.ts';
import { fileTitle } from '../shared/pages.ts';
import { type MaybeValue, type Value, valueAt, withValue } from '../shared/values.ts';
import { call, NO_CONNECTION } from './call.ts';
import {
  edit,
  getShown,
  notify,
  queryClient,
  redo,
  reload,
  save,
  subscribe,
  undo,
  update,
} from './draft/app-store.ts';
import type { Shown } from './draft/draft-store.ts';
import type { Edit } from './draft/state.ts';
import { lastValid } from './last-valid.ts';

/* Functions that several screens use. */

export const useDesk = () => useSyncExternalStore(subscribe, getShown);

/** A file that exists while there is a notice. */
export const NOTICE = 'notice.yaml';
export const FULL_DAYS = 'full-days.yaml';
/** Files that are a form beside the page (`more/FormScreen.tsx`). */
export const FORM_FILES = [
  'company.yaml',
  NOTICE,
  'mails.yaml',
  'messages.yaml',
  'brand.yaml',
  'site.yaml',
] as const;
export type FormFile = (typeof FORM_FILES)[number];
const PHOTOS = 'photos/photos.yaml';

/**
 * The key of a field, by which undo and the form find it: 'pages/home.yaml sections.0.heading'.
 */
export const fieldKeyOf = (file: string, path: FieldPath) => `${file} ${path.join('.')}`;

/**
 * Writes one value; undefined removes it.
 *
 * @param isTyped for a key press: undo takes back what was typed without a pause
 */
export function setValue(file: string, path: FieldPath, value: MaybeValue, isTyped = false): void {
  const before = getShown().files[file];
  const typing = { fieldKey: fieldKeyOf(file, path), atMs: performance.now() };
  let operation = setOperation(before, path, value);
  if (file === NOTICE && !before && value !== undefined) {
    const notice = withValue({ from: dayAfter(0), until: dayAfter(14) }, path, value) as Value;
    operation = { type: 'set', path: [], value: notice };
  }
  edit({ [file]: [operation] }, isTyped ? typing : undefined);
}

/** @param path the path of the list, and the index */
export const insertEntry = (file: string, path: FieldPath, value: Value) =>
  edit({ [file]: [{ type: 'insert', path, value }] });

/** @param to the new index */
export const moveEntry = (file: string, path: FieldPath, to: number) =>
  edit({ [file]: [{ type: 'move', path, to }] });

/** Says why a call was refused. The message that there is no network stays until there is one. */
export const notifyRefused = ({ message, status }: RefusedError) =>
  notify(message, status === 0 ? 'offline' : 'wrong');

/** Saves, runs the work, reads everything again, and shows `done` or what went wrong. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  update({ isBusy: true });
  try {
    await save();
    await work();
    await reload();
    await queryClient.invalidateQueries();
    if (done) notify(done);
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notifyRefused(error);
    return false;
  } finally {
    update({ isBusy: false });
  }
}

const TEXT_CONTROLS =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="file"], [type="color"])';

/**
 * Handles the keys for saving and undo, on the desk and on the edited page. In a text of the
 * content undo takes back what was typed there. In another field, such as an address, the browser's
 * own undo works.
 */
export function handleShortcut(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (key === 's') void save();
  else if (isRedo || key === 'z') {
    const target = event.target as Element;
    const control = target.closest?.<HTMLElement>(TEXT_CONTROLS);
    const fieldKey = control?.dataset.field ?? control?.dataset.text;
    if (control && fieldKey === undefined) return;
    takeBack(isRedo ? redo : undo, fieldKey);
  } else return;
  event.preventDefault();
}

/** @param step `undo` or `redo` */
export function takeBack(step: (fieldKey?: string) => Edit | undefined, fieldKey?: string): void {
  const edit = step(fieldKey);
  if (edit) {
    const what = Object.entries(edit.operations).map(([file, [operation]]) => {
      return describeField(file, operation?.path ?? []);
    });
    const word = step === undo ? 'Teruggenomen' : 'Opnieuw gedaan';
    notify(`${word}: ${what.join(', ')}.`);
  } else notify(`Hier is niets ${step === undo ? 'terug te nemen' : 'opnieuw te doen'}.`);
}

/** 'Feesten › Recepties' */
function describeField(file: string, path: FieldPath): string {
  const value = getShown().files[file];
  const [list, index] = path;
  const section = list === 'sections' ? valueAt(value, [list, index ?? 0]) : undefined;
  const heading = section && (valueAt(section, ['heading']) ?? valueAt(section, ['sentence']));
  const names = [fileTitle(file, value), typeof heading === 'string' ? heading : ''];
  return names.filter(Boolean).join(' › ');
}

/**
 * Replaces 'photos/champagne.jpg', whose previous file goes to the bin. Without a new file it only
 * moves the old one there.
 */
export const replaceUpload = (path: string, file?: File) =>
  attempt(async () => {
    if (file) await call('PUT /api/uploads/:path', file, path);
    else await call('DELETE /api/uploads/:path', undefined, path);
  }, 'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.');

export function useFindings(file: string, path: FieldPath): Finding[] {
  const joined = path.join('.');
  const { findings } = useDesk().content;
  return findings.filter((finding) => {
    return (
      finding.severity === 'error' && finding.file === file && finding.path.join('.') === joined
    );
  });
}

/** The errors in a group or list, at any depth. */
export function useErrorsIn(file: string, path: FieldPath): Finding[] {
  return useErrors().filter((finding) => {
    return finding.file === file && path.every((step, index) => finding.path[index] === step);
  });
}

/** The errors, each of which holds back 'Zet online'. */
export const useErrors = () =>
  useDesk().content.findings.filter(({ severity }) => severity === 'error');

/** The value of each file as it was last shown. */
const lastShown = new Map<string, unknown>();

/** Returns a file as it is typed, with each wrong part as it was before. */
export function validValue<Schema extends v.GenericSchema>(
  { files }: Pick<Shown, 'files'>,
  file: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const value = lastValid(schema, files[file], lastShown.get(file));
  lastShown.set(file, value);
  return v.is(schema, value) ? v.parse(schema, value) : value;
}

export const messagesIn = (shown: Pick<Shown, 'files'>) =>
  validValue(shown, 'messages.yaml', messagesSchema);

/** '2027-08-01' in this browser's time zone. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayFormat()(date.getTime());
}

type ReadRoute = Extract<keyof DeskApi, `GET ${string}`>;

interface ReadOptions {
  /** The server is asked again after this time. Default: only after a failure. */
  refetchMs?: number;
  /** Default: one more component that reads this asks the server again. */
  refetchOnMount?: boolean;
}

/** A failure may be a restart of the desk, which takes seconds. */
const RETRY_MS = 5_000;

function useRead<Route extends ReadRoute>(
  route: Route,
  { refetchMs, refetchOnMount = true }: ReadOptions = {},
) {
  return useQuery({
    queryKey: [route],
    queryFn: () => call(route),
    refetchOnMount,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : (refetchMs ?? false)),
  });
}

/** What the server answers; undefined until it does. After a failure it is asked again. */
export function useServer<Route extends ReadRoute>(
  route: Route,
  options?: ReadOptions,
): DeskApi[Route]['response'] | undefined {
  return useRead(route, options).data;
}

/** Why the server has not answered, in Dutch; undefined while the first response is on its way. */
export function useFailure(route: ReadRoute): string | undefined {
  const { data, error, fetchStatus } = useRead(route);
  if (data !== undefined) return undefined;
  // The browser knows that there is no network.
  if (fetchStatus === 'paused') return NO_CONNECTION;
  if (!(error instanceof RefusedError)) return error?.message;
  return error.status === 0 ? error.message : `${error.message} We proberen het opnieuw.`;
}

/** The photos, with their descriptions as they are typed. */
export function usePhotos(): DeskPhoto[] {
  const list = useDesk().files[PHOTOS];
  // Many lists of a form read the photos, so only a change or another window reads them again.
  const photos = useServer('GET /api/photos', { refetchOnMount: false }) ?? [];
  return photos.map((photo) => {
    const entry = valueAt(list, [photo.name]);
    const alt = String(valueAt(entry, ['alt']) ?? '');
    return { ...photo, isListed: entry !== undefined, photo: { ...photo.photo, alt } };
  });
}
export const useDownloads = () => useServer('GET /api/files') ?? [];
export const useDeskState = () => useServer('GET /api/state', { refetchMs: 60_000 });
