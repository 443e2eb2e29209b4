import * as v from 'valibot';
import { CONTENT_FILES, isPageFile } from '../../publish/content/content-files.ts';
import type { ContentAnswer, Edit, EditAnswer } from '../api.ts';
import { type Operation, PathError, type Value } from '../operations.ts';
import { checkContent } from './check-content.ts';
import { checkValue, schemaOf } from './check-value.ts';
import { type EditedYaml, editYaml } from './edit-yaml.ts';
import { type DeskFolders, removeContentFile, writeContentFile } from './folders.ts';
import { asContentFile, type ReadFile, readContentFile, readFiles } from './read-content.ts';
import { RefusalError } from './refusal.ts';

const pathSchema = v.array(v.union([v.string(), v.pipe(v.number(), v.integer())]));
const valueSchema: v.GenericSchema<Value> = v.lazy(() =>
  v.union([
    v.null(),
    v.boolean(),
    v.pipe(v.number(), v.finite()),
    v.string(),
    v.array(valueSchema),
    v.record(v.string(), valueSchema),
  ]),
);
const operationSchema = v.variant('kind', [
  v.object({ kind: v.literal('set'), path: pathSchema, value: valueSchema }),
  v.object({ kind: v.literal('insert'), path: pathSchema, value: valueSchema }),
  v.object({ kind: v.literal('remove'), path: pathSchema }),
  v.object({ kind: v.literal('move'), path: pathSchema, to: v.pipe(v.number(), v.integer()) }),
]);
const editSchema = v.object({
  path: v.string(),
  hash: v.nullable(v.string()),
  operations: v.array(operationSchema),
});

/** All YAML of `content/`, and what publishing would say about it. */
export async function readContent({ contentDir }: DeskFolders): Promise<ContentAnswer> {
  const findings = await checkContent(contentDir);
  const all = await readFiles(contentDir);
  return {
    files: all.filter((file) => 'value' in file).map(({ text: _, ...file }) => file),
    broken: all
      .filter((file) => !('value' in file))
      .map((file) => ({ ...file, findings: findings.filter((one) => one.file === file.path) })),
    findings,
  };
}

/**
 * Writes what its schema accepts of an edit.
 *
 * @throws RefusalError 409 when the file changed meanwhile
 */
export async function editContent(folders: DeskFolders, given: Edit): Promise<EditAnswer> {
  const { path, hash, operations } = v.parse(editSchema, given);
  assertContentPath(path);
  const now = await readContentFile(folders.contentDir, path);
  if ((now?.hash ?? null) !== hash || (now && !('value' in now))) throw conflict(now);
  const edited = apply(path, now?.text ?? null, operations);
  if (edited.text !== null && edited.text !== now?.text) {
    await writeContentFile(folders, path, edited.text);
  }
  return {
    file: edited.text === null ? null : asContentFile(path, edited.text, edited.value),
    refused: edited.refused,
    refusals: edited.refusals,
    findings: await checkContent(folders.contentDir),
  };
}

/** @throws RefusalError 400 for a file without which there is no site, 409 as `editContent` does */
export async function removeContent(
  folders: DeskFolders,
  { path, hash }: { path: string; hash: string },
): Promise<ContentAnswer> {
  if (!isPageFile(path) && path !== CONTENT_FILES.notice.file) {
    throw new RefusalError(400, `${path} kan niet weg: zonder is er geen site.`);
  }
  const now = await readContentFile(folders.contentDir, path);
  if (now?.hash !== hash) throw conflict(now);
  await removeContentFile(folders, path);
  return readContent(folders);
}

function apply(path: string, text: string | null, operations: Operation[]): EditedYaml {
  try {
    return editYaml(text, operations, (value) => checkValue(path, value), schemaComment(path));
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    throw new RefusalError(400, 'Deze wijziging past niet bij het bestand.');
  }
}

function conflict(file: ReadFile | undefined): RefusalError {
  const message = 'Dit is intussen ook ergens anders veranderd.';
  if (!file) return new RefusalError(409, message, { now: null });
  const { text, ...now } = file;
  return new RefusalError(409, message, {
    now: 'value' in now ? now : { ...now, text, findings: [] },
  });
}

function assertContentPath(path: string): void {
  if (!schemaOf(path)) throw new RefusalError(400, `De werktafel kent geen bestand ${path}.`);
}

/** The first line of a new file: the schema with which a text editor explains its fields. */
function schemaComment(path: string): string {
  const [name] = isPageFile(path)
    ? ['page']
    : (Object.entries(CONTENT_FILES).find(([, { file }]) => file === path) ?? ['']);
  const up = '../'.repeat(path.split('/').length);
  return ` yaml-language-server: $schema=${up}.cache/schemas/${name}.json`;
}
