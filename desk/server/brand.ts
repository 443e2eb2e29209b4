import { join } from 'node:path';
import * as v from 'valibot';
import { checkLogo } from '../../publish/brand/logo.ts';
import { publishBrand } from '../../publish/brand/publish-brand.ts';
import { ContentError } from '../../publish/content/finding.ts';
import { brandSchema } from '../../site/content.ts';
import type { Value } from '../operations.ts';
import { contentFile, type DeskFolders, hashOf, saveFile } from './folders.ts';
import { RefusalError } from './refusal.ts';

/** The folder for fonts and logos of previewed brands. */
export const previewDir = ({ cacheDir }: DeskFolders) => join(cacheDir, 'desk-brand');

/** Makes the site's style with a brand, saved or not, for the frame in which pages are edited. */
export async function previewBrand(folders: DeskFolders, given: Value) {
  const brand = v.parse(brandSchema, given);
  const { css, logo } = await publishBrand(folders.contentDir, brand, previewDir(folders));
  return { css, logo };
}

/** Writes a logo, SVG or PNG, to `content/brand/` if publishing accepts it. */
export async function addLogo(folders: DeskFolders, bytes: Buffer) {
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
  const file = `logo-${hashOf(bytes).slice(0, 8)}.${isPng ? 'png' : 'svg'}`;
  try {
    await checkLogo(file, bytes);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new RefusalError(422, error.findings[0]?.message ?? '');
  }
  await saveFile(contentFile(folders, `brand/${file}`), bytes);
  return { file };
}
