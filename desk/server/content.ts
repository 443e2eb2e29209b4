import * as v from 'valibot';
import { CONTENT_FILES, isPageFile } from '../../publish/content/content-files.ts';
import type {
  BrokenFile,
  ContentAnswer,
  ContentFile,
  Edit,
  EditAnswer,
  FileVersion,
  Finding,
} from '../api.ts';
import { PathError, type Value } from '../operations.ts';
import { checkContent, checkValue } from './check-content.ts';
import { editYaml } from './edit-yaml.ts';
import { type DeskFolders, hashOf, removeContentFile, writeContentFile } from './folders.ts';
import { readAllYaml, readYaml, schemaOf, type YamlText } from './read-content.ts';
import { RefusalError } from './refusal.ts';

const path = v.array(v.union([v.string(), v.pipe(v.number(), v.integer())]));
const value = v.custom<Value>((given) => given !== undefined);
const editSchema = v.object({
  path: v.pipe(
    v.string(),
    v.check((file) => schemaOf(file) !== undefined),
  ),
  hash: v.nullable(v.string()),
  operations: v.array(
    v.variant('kind', [
      v.object({ kind: v.picklist(['set', 'insert']), path, value }),
      v.object({ kind: v.literal('remove'), path }),
      v.object({ kind: v.literal('move'), path, to: v.pipe(v.number(), v.integer()) }),
    ]),
  ),
});

/** Reads all YAML of `content/`, with the findings of a check. */
export async function readContent({ contentDir }: DeskFolders): Promise<ContentAnswer> {
  const findings = await checkContent(contentDir);
  const files = (await readAllYaml(contentDir)).map((file) =>
    describeFile(
      file,
      findings.filter((one) => one.file === file.path),
    ),
  );
  return {
    files: files.filter((file) => 'value' in file),
    broken: files.filter((file) => 'text' in file),
    findings,
  };
}

/**
 * Writes the operations of an edit that the file's schema accepts.
 *
 * @throws RefusalError 409 when the file has changed since it was read
 */
export async function editContent(folders: DeskFolders, edit: Edit): Promise<EditAnswer> {
  const { path: file, hash, operations } = v.parse(editSchema, edit);
  const now = await readYaml(folders.contentDir, file);
  if (now?.hash !== (hash ?? undefined) || (now && now.value === undefined)) throw conflict(now);
  try {
    const { text, ...edited } = editYaml(now?.text ?? null, operations, (one) =>
      checkValue(file, one),
    );
    if (text !== null && text !== now?.text) await writeContentFile(folders, file, text);
    return {
      file: text === null ? null : { path: file, hash: hashOf(text), value: edited.value },
      refusals: edited.refusals,
      findings: await checkContent(folders.contentDir),
    };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    throw new RefusalError(400, 'Deze wijziging past niet bij het bestand.');
  }
}

/** @throws RefusalError 400 for a file that the site needs, 409 as `editContent` does */
export async function removeContent(
  folders: DeskFolders,
  { path: file, hash }: FileVersion,
): Promise<ContentAnswer> {
  if (!isPageFile(file) && file !== CONTENT_FILES.notice.file) {
    throw new RefusalError(400, `${file} kan niet weg: zonder is er geen site.`);
  }
  const now = await readYaml(folders.contentDir, file);
  if (now?.hash !== hash) throw conflict(now);
  await removeContentFile(folders, file);
  return readContent(folders);
}

export function conflict(now: YamlText | undefined): RefusalError {
  const message = 'Dit is intussen ook ergens anders veranderd.';
  return new RefusalError(409, message, { now: now ? describeFile(now, []) : null });
}

function describeFile(file: YamlText, findings: Finding[]): ContentFile | BrokenFile {
  const { text, value: parsed, ...rest } = file;
  return parsed === undefined ? { ...rest, text, findings } : { ...rest, value: parsed };
}
