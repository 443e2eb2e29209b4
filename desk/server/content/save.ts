import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { CONTENT_FILES, isPageFile } from '../../../publish/content/content-files.ts';
import { type ContentFile, PROTOCOL_VERSION, RefusedError } from '../../shared/api.ts';
import { type Operation, operationSchema } from '../../shared/operations.ts';
import { mapTexts, type Value, valueAt } from '../../shared/values.ts';
import { readIfExists, removeFile, saveFile } from '../desk-files.ts';
import type { Folders } from '../desk-folders.ts';
import { logError } from '../desk-log.ts';
import { hashOf } from '../hash.ts';
import { contentFile, isContentPath } from './content-paths.ts';
import { changesSinceOnline } from './content-versions.ts';
import { editYaml } from './edit-yaml.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { checkContent, isShown, readFileAt, schemaOf } from './read-content.ts';
import { putRemovedInBin } from './recycle-bin.ts';

/* The protocol of saving is described in docs/decisions.md, 14. */

const fileSchema = v.object({
  /** The idempotency key. A save that is sent again changes nothing. */
  id: v.pipe(v.string(), v.uuid()),
  path: v.pipe(
    v.string(),
    v.check((path) => isContentPath(path) && schemaOf(path) !== undefined),
  ),
  /** The hash of the file that the operations start from; null when there was none. */
  hash: v.nullable(v.string()),
  operations: v.array(operationSchema),
});

const requestSchema = v.object({ version: v.number(), files: v.array(fileSchema) });

export type SaveRequest = v.InferInput<typeof requestSchema>;
type FileRequest = v.InferOutput<typeof fileSchema>;

export type FileResult = { path: string } & (
  | { state: 'saved'; file: ContentFile | null }
  /** Nothing was written. The app applies its operations to this file and tries again. */
  | { state: 'changed'; file: ContentFile | null }
  /** The file could not be written now. The app tries again. */
  | { state: 'later'; message: string }
);

/**
 * Saves what was typed in some files, valid or not.
 *
 * @throws RefusedError 426 when the app is of another version
 */
export async function saveContent(folders: Folders, keys: IdempotencyKeys, request: SaveRequest) {
  if (valueAt(request, ['version']) !== PROTOCOL_VERSION) {
    // Only the app knows whether the browser has persisted unsaved text, and shows it in its bar.
    throw new RefusedError(426, 'De werktafel is vernieuwd. Herlaad haar.');
  }
  const results: FileResult[] = [];
  for (const file of v.parse(requestSchema, request).files) {
    results.push({ path: file.path, ...(await saveOne(folders, keys, file)) });
  }
  return { files: results, ...(await readStatus(folders)) };
}

/** Reads the findings about the content, and the changes that are not online yet. */
export async function readStatus(folders: Folders) {
  return {
    findings: await checkContent(folders.contentDir),
    changes: await changesSinceOnline(folders),
  };
}

async function saveOne(
  folders: Folders,
  keys: IdempotencyKeys,
  { id, path, hash, operations }: FileRequest,
) {
  try {
    const before = await readFileAt(folders.contentDir, path);
    if (before && before.value === undefined) throw brokenFile();
    const file = before ? { path, hash: before.hash, value: before.value as Value } : null;
    if (keys.isWritten(id)) return { state: 'saved', file } as const;
    if ((before?.hash ?? null) !== hash) return { state: 'changed', file } as const;
    return { state: 'saved', file: await editFile(folders, path, operations, keys, id) } as const;
  } catch (error) {
    if (error instanceof RefusedError) return { state: 'later', message: error.message } as const;
    logError(error, 'a save failed');
    const { code } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const message = isFull ? 'De schijf van de server is vol.' : 'De server kan nu niet bewaren.';
    return { state: 'later', message } as const;
  }
}

export const brokenFile = () =>
  new RefusedError(
    422,
    'Dit bestand is niet meer te lezen. Misschien is het met de hand veranderd.',
  );

/**
 * Applies operations to a file, or removes it. What it removes goes to the bin first.
 *
 * @throws RefusedError 400 when the operations do not fit, 422 for a broken file
 */
export async function editFile(
  folders: Folders,
  path: string,
  typed: Operation[],
  keys?: IdempotencyKeys,
  id: string = randomUUID(),
): Promise<ContentFile | null> {
  // A lone surrogate cannot be encoded in UTF-8.
  const operations = mapTexts(typed as never, (text) =>
    text.toWellFormed(),
  ) as never as Operation[];
  const file = contentFile(folders, path);
  const before = await readFileAt(folders.contentDir, path);
  if (before && before.value === undefined) throw brokenFile();
  const { text, value } = editYaml(before?.text ?? null, operations);
  const isRemovable = isPageFile(path) || path === CONTENT_FILES.notice.file;
  if (text === null && !isRemovable) throw new RefusedError(400, `Zonder ${path} is er geen site.`);
  if (text !== null && !isShown(path, value)) {
    throw new RefusedError(400, 'Zo kan de werktafel dit bestand niet meer tonen.');
  }
  if (before) await putRemovedInBin(folders, id, path, before, operations, value);
  const write = async () => {
    if (text === before?.text) return;
    if (text !== null) await saveFile(file, text);
    else if (before) await removeFile(file);
  };
  const after = text === null ? null : hashOf(text);
  await (keys ? keys.write({ id, path, after }, write) : write());
  return after === null ? null : { path, hash: after, value };
}

/** @returns null when there is no such file */
export async function hashNow({ contentDir }: Folders, path: string): Promise<string | null> {
  const bytes = await readIfExists(join(contentDir, path));
  return bytes ? hashOf(bytes) : null;
}
