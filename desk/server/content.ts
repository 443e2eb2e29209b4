import * as v from 'valibot';
import { CONTENT_FILES, isPageFile } from '../../publish/content/content-files.ts';
import type { Finding } from '../../publish/content/finding.ts';
import { PathError, type Value } from '../operations.ts';
import { checkContent, checkValue } from './check-content.ts';
import { editYaml } from './edit-yaml.ts';
import { contentFile, type DeskFolders, hashOf, removeFile, saveFile } from './folders.ts';
import { readAllYaml, readYaml, schemaOf, type YamlText } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/** A file of `content/` without its text. */
type ContentFile = Pick<YamlText, 'path' | 'hash'> & { value: Value };

/** A file that is no YAML. Its page or form cannot be shown; everything else can. */
interface BrokenFile extends Pick<YamlText, 'path' | 'hash'> {
  findings: Finding[];
}

const path = v.array(v.union([v.string(), v.pipe(v.number(), v.integer())]));
const value = v.custom<Value>((given) => given !== undefined);
const operation = v.variant('kind', [
  v.object({ kind: v.picklist(['set', 'insert']), path, value }),
  v.object({ kind: v.literal('remove'), path }),
  v.object({ kind: v.literal('move'), path, to: v.pipe(v.number(), v.integer()) }),
]);
const isContentFile = v.check((file: string) => schemaOf(file) !== undefined);
const editSchema = v.object({
  path: v.pipe(v.string(), isContentFile),
  /** Of the file that the operations start from; null creates it (`set` with an empty path). */
  hash: v.nullable(v.string()),
  /** In the order in which they were made. */
  operations: v.array(operation),
});

/** Changes to one file. */
export type Edit = v.InferInput<typeof editSchema>;

/** Reads all YAML of `content/`, with the findings of a check. */
export async function readContent({ contentDir }: DeskFolders) {
  const findings = await checkContent(contentDir);
  const files: ContentFile[] = [];
  const broken: BrokenFile[] = [];
  for (const { path, hash, value } of await readAllYaml(contentDir)) {
    const own = findings.filter(({ file }) => file === path);
    if (value === undefined) broken.push({ path, hash, findings: own });
    else files.push({ path, hash, value });
  }
  return {
    files,
    broken,
    /** About all saved content. An error blocks publishing, and nothing else. */
    findings,
  };
}

/**
 * Writes the operations of an edit that the file's schema accepts.
 *
 * @throws RefusalError 409 when the file has changed since it was read
 */
export async function editContent(folders: DeskFolders, edit: Edit) {
  const { path, hash, operations } = v.parse(editSchema, edit);
  const now = await readYaml(folders.contentDir, path);
  const isBroken = now && now.value === undefined;
  if (now?.hash !== (hash ?? undefined) || isBroken) throw conflict(now);
  const check = (value: Value) => checkValue(path, value);
  try {
    const { text, value, refusals } = editYaml(now?.text ?? null, operations, check);
    const isChanged = text !== null && text !== now?.text;
    if (isChanged) await saveFile(contentFile(folders, path), text);
    return {
      /** As it is saved; null when a new file could not be written yet. */
      file: text === null ? null : { path, hash: hashOf(text), value },
      /** Why a part was not written; paths are those of the requested value. */
      refusals,
      /** About all saved content. */
      findings: await checkContent(folders.contentDir),
    };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    throw new RefusalError(400, 'Deze wijziging past niet bij het bestand.');
  }
}

/** @throws RefusalError 400 for a file that the site needs, 409 as `editContent` does */
export async function removeContent(folders: DeskFolders, path: string, hash: string) {
  if (!isPageFile(path) && path !== CONTENT_FILES.notice.file) {
    throw new RefusalError(400, `${path} kan niet weg: zonder is er geen site.`);
  }
  const now = await readYaml(folders.contentDir, path);
  if (now?.hash !== hash) throw conflict(now);
  await removeFile(contentFile(folders, path));
  return { findings: await checkContent(folders.contentDir) };
}

/** The app merges its value with the current one, `now`, and tries again. */
function conflict(file: YamlText | undefined): RefusalError {
  const now = file ? { path: file.path, hash: file.hash, value: file.value } : null;
  return new RefusalError(409, 'Dit is intussen ook ergens anders veranderd.', { now });
}
