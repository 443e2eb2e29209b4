import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { publishBrand } from '../../publish/brand/publish-brand.ts';
import { ContentError } from '../../publish/content/content-error.ts';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import type { Brand } from '../../site/content.ts';
import type { Look, Value } from '../api.ts';
import { checkChanges, readContentFile, readFiles, told } from './content.ts';
import type { DeskFolders } from './folders.ts';
import { RefusalError } from './refusal.ts';

/** Fonts and drawn logos of the last look. */
const lookDir = ({ deskDir }: DeskFolders) => join(deskDir, 'look');

/**
 * How the site looks with a brand, saved or not.
 *
 * @throws RefusalError 422 for what the build would refuse in it
 */
export async function lookWith(folders: DeskFolders, brand: Value): Promise<Look> {
  const { file: path, schema } = CONTENT_FILES.brand;
  const now = await readContentFile(folders.contentDir, path);
  const change = { path, hash: now?.hash ?? null, value: brand };
  const { problems } = await checkChanges(folders, [change]);
  const own = problems.filter(({ file }) => file === path || file.startsWith('brand/'));
  if (own.length > 0) throw new RefusalError(422, 'Dit klopt nog niet.', { problems: own });
  await mkdir(lookDir(folders), { recursive: true });
  try {
    const value: Brand = v.parse(schema, brand);
    const { css, logo } = await publishBrand(folders.contentDir, value, lookDir(folders), {
      withIcons: false,
    });
    return { css: css + (await focusCss(folders)), logo };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new RefusalError(422, 'Dit klopt nog niet.', { problems: error.problems.map(told) });
  }
}

/** A font, or a logo that is a PNG, of a look that was asked for; undefined for any other name. */
export async function readLookFile(
  folders: DeskFolders,
  kind: 'fonts' | 'assets',
  name: string,
): Promise<Buffer | undefined> {
  const dir = join(lookDir(folders), kind);
  const names = await readdir(dir).catch((): string[] => []);
  return names.includes(name) ? readFile(join(dir, name)) : undefined;
}

/** The point of each photo that stays in sight, as a release's style sheet says it. */
async function focusCss(folders: DeskFolders): Promise<string> {
  const { files } = await readFiles(folders);
  const list = files.find(({ path }) => path === CONTENT_FILES.photos.file);
  const parsed = v.safeParse(CONTENT_FILES.photos.schema, list?.value);
  const rules = Object.entries(parsed.success ? parsed.output : {}).map(
    ([name, { focus }]) =>
      `[data-photo="${name.replace(/[^\w-]/g, '')}"] { object-position: ${focus[0]}% ${focus[1]}%; }`,
  );
  return `@layer base {\n${rules.join('\n')}\n}\n`;
}
