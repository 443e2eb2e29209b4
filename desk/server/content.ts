import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLogo } from '../../publish/brand/read-logo.ts';
import { ContentError, type ContentProblem } from '../../publish/content/content-error.ts';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { isPageFile, listFiles } from '../../publish/content/content-folder.ts';
import { NAMED_SCHEMAS } from '../../publish/content/json-schemas.ts';
import { loadContent, type Unsaved } from '../../publish/content/load-content.ts';
import { readYamlFile } from '../../publish/content/yaml/read-yaml-file.ts';
import type {
  BrokenFile,
  Change,
  CheckAnswer,
  ContentAnswer,
  ContentFile,
  Problem,
  SavedAnswer,
  Value,
} from '../api.ts';
import type { DeskFolders } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { assertInside, hashOfFile, type Replacement, replaceFiles } from './saver/replace-files.ts';
import { rewriteYaml, UnwritableError, writeYamlFile } from './saver/rewrite-yaml.ts';

const SINGLE_FILES: string[] = Object.values(CONTENT_FILES).map(({ file }) => file);
/** Without one of the others there is no site. */
const MAY_GO = [CONTENT_FILES.notice.file];

/** Everything in `content/` that is YAML, and what the build says of it. */
export async function readContent(folders: DeskFolders): Promise<ContentAnswer> {
  return { ...(await readFiles(folders)), ...(await check(folders.contentDir)) };
}

/** Everything in `content/` that is YAML. */
export async function readFiles({
  contentDir,
}: DeskFolders): Promise<Pick<ContentAnswer, 'files' | 'broken'>> {
  const files: ContentFile[] = [];
  const broken: BrokenFile[] = [];
  for (const path of (await listFiles(contentDir)).filter(isContentPath)) {
    const file = await readContentFile(contentDir, path);
    if (!file) continue;
    if ('problems' in file) broken.push(file);
    else files.push(file);
  }
  return { files, broken };
}

/** @returns undefined where there is none */
export async function readContentFile(
  contentDir: string,
  path: string,
): Promise<ContentFile | BrokenFile | undefined> {
  const hash = await hashOfFile(join(contentDir, path));
  if (hash === null) return undefined;
  const problems: ContentProblem[] = [];
  const yaml = await readYamlFile(contentDir, path, () => '', problems);
  if (!yaml || problems.length > 0) return { path, hash, problems: problems.map(told) };
  return { path, hash, value: yaml.value as Value };
}

/** What would stop these changes: in their own files, or brought about by them in others. */
export async function checkChanges(
  { contentDir }: DeskFolders,
  changes: Change[],
): Promise<CheckAnswer> {
  const { unsaved, unwritable } = await textsOf(contentDir, changes);
  return newProblems(contentDir, unsaved, unwritable);
}

/**
 * Saves changes, all or none.
 *
 * @throws RefusalError 409 when a file changed meanwhile, 422 for what the build would refuse
 */
export async function saveChanges(folders: DeskFolders, changes: Change[]): Promise<SavedAnswer> {
  const { contentDir } = folders;
  const conflicts: { path: string; now: ContentFile | BrokenFile | null }[] = [];
  for (const { path, hash, renamedFrom } of changes) {
    const now = (await readContentFile(contentDir, renamedFrom ?? path)) ?? null;
    if ((now?.hash ?? null) !== hash) conflicts.push({ path: renamedFrom ?? path, now });
    else if (renamedFrom && (await readContentFile(contentDir, path))) {
      throw new RefusalError(409, `Er is al een bestand ${path}.`, { conflicts: [] });
    }
  }
  if (conflicts.length > 0) {
    throw new RefusalError(
      409,
      'Dit is intussen ook ergens anders veranderd: in een ander tabblad, of in het bestand zelf.',
      { conflicts },
    );
  }
  const { unsaved, unwritable } = await textsOf(contentDir, changes);
  const { problems } = await newProblems(contentDir, unsaved, unwritable);
  if (problems.length > 0) {
    throw new RefusalError(422, 'Dit klopt nog niet, en is niet bewaard.', { problems });
  }
  const replaced: Replacement[] = [];
  for (const [path, bytes] of unsaved) {
    replaced.push({ path, before: await hashOfFile(join(contentDir, path)), bytes });
  }
  await replaceFiles(folders, replaced);
  const files: ContentFile[] = [];
  for (const [path] of unsaved) {
    const file = await readContentFile(contentDir, path);
    if (file && 'value' in file) files.push(file);
  }
  return { files };
}

/** The texts that files would have. */
export async function textsOf(
  contentDir: string,
  changes: Change[],
): Promise<{ unsaved: Map<string, string | null>; unwritable: Problem[] }> {
  const unsaved = new Map<string, string | null>();
  const unwritable: Problem[] = [];
  for (const { path, value, renamedFrom } of changes) {
    for (const one of [path, renamedFrom ?? path]) await assertContentPath(contentDir, one);
    if (renamedFrom && renamedFrom !== path) unsaved.set(renamedFrom, null);
    if (value === null) {
      if (!isPageFile(path) && !MAY_GO.includes(path as never)) {
        throw new RefusalError(400, `${path} kan niet weg: zonder is er geen site.`);
      }
      unsaved.set(path, null);
      continue;
    }
    try {
      const before = await readText(contentDir, renamedFrom ?? path);
      unsaved.set(
        path,
        before === undefined
          ? writeYamlFile(schemaComment(path), value)
          : rewriteYaml(before, value),
      );
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      unwritable.push({
        file: path,
        path: [],
        now: error.message,
        expected:
          'een bestand dat de werktafel kan lezen en schrijven; open het in een teksteditor',
        example: 'title: Feesten',
      });
    }
  }
  return { unsaved, unwritable };
}

async function newProblems(
  contentDir: string,
  unsaved: Unsaved,
  unwritable: Problem[],
): Promise<CheckAnswer> {
  const { problems, warnings } = await check(contentDir, unsaved);
  // What somebody wrote by hand in another file must not keep the owner from saving this one.
  const known = problems.length > 0 ? (await check(contentDir)).problems.map(asText) : [];
  const own = problems.filter((one) => unsaved.has(one.file) || !known.includes(asText(one)));
  return { problems: [...unwritable, ...own], warnings };
}

/** What the build says, of logos too. */
export async function check(
  contentDir: string,
  unsaved: Unsaved = new Map(),
): Promise<CheckAnswer> {
  const warnings: ContentProblem[] = [];
  try {
    const { brand } = await loadContent(contentDir, warnings, unsaved);
    for (const file of Object.values(brand.logo)) await readLogo(contentDir, file);
    return { problems: [], warnings: warnings.map(told) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { problems: error.problems.map(told), warnings: warnings.map(told) };
  }
}

export function told({ file, field = [], found, expected, example }: ContentProblem): Problem {
  return { file, path: field, now: found, expected, example };
}

const asText = (problem: Problem) => JSON.stringify(problem);

const isContentPath = (path: string) => isPageFile(path) || SINGLE_FILES.includes(path);

async function assertContentPath(contentDir: string, path: string): Promise<void> {
  if (!isContentPath(path)) throw new RefusalError(400, `De werktafel kent geen bestand ${path}.`);
  await assertInside(contentDir, path).catch((error: Error) => {
    throw new RefusalError(400, error.message);
  });
}

/** The first line of a file, by which editors complete and explain it. */
function schemaComment(path: string): string {
  const name = isPageFile(path)
    ? 'page'
    : Object.keys(NAMED_SCHEMAS).find((one) => path.endsWith(`${one}.yaml`));
  const up = '../'.repeat(path.split('/').length);
  return `# yaml-language-server: $schema=${up}.cache/schemas/${name}.json`;
}

/** @throws UnwritableError for bytes that are no UTF-8: written again they would not be the same */
async function readText(contentDir: string, path: string): Promise<string | undefined> {
  const bytes = await readFile(join(contentDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnwritableError('Letters met accenten zijn niet leesbaar.');
  }
}
