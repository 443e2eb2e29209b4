import { join } from 'node:path';
import * as v from 'valibot';
import { checkLogo, LogoRefusal } from '../../publish/brand/logo.ts';
import { publishBrand } from '../../publish/brand/publish-brand.ts';
import { brandSchema } from '../../site/content.ts';
import type { BrandPreview, LogoPlace } from '../api.ts';
import type { Value } from '../operations.ts';
import { type DeskFolders, hashOf, writeContentFile } from './folders.ts';
import { RefusalError } from './refusal.ts';

const MAX_LOGO_BYTES = 2_000_000;

/** The folder for fonts and logos of previewed brands. */
export const previewDir = ({ cacheDir }: DeskFolders) => join(cacheDir, 'desk-brand');

/**
 * Makes the site's style with a brand, saved or not.
 *
 * @throws ValiError or ContentError for a brand that publishing would refuse
 */
export async function previewBrand(folders: DeskFolders, given: Value): Promise<BrandPreview> {
  const brand = v.parse(brandSchema, given);
  const dir = previewDir(folders);
  const { css, logo } = await publishBrand(folders.contentDir, brand, dir, { withIcons: false });
  return { css, logo };
}

const LOGO_NAMES: Record<LogoPlace, string> = {
  large: 'logo-groot',
  small: 'logo-klein',
  mark: 'beeldmerk',
};

/** PNG, third edition, section 5.2. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Writes a logo, SVG or PNG, to `content/brand/` if publishing accepts it.
 *
 * @returns its name for `logo` in `brand.yaml`
 */
export async function addLogo(
  folders: DeskFolders,
  place: string,
  bytes: Buffer,
): Promise<{ file: string }> {
  const name = Object.hasOwn(LOGO_NAMES, place) && LOGO_NAMES[place as LogoPlace];
  if (!name) throw new RefusalError(400, 'Die plaats voor een logo is er niet.');
  if (bytes.length > MAX_LOGO_BYTES) {
    throw new RefusalError(413, 'Dit logo is te zwaar: hoogstens 2 MB.');
  }
  const ending = bytes.subarray(0, 8).equals(PNG_SIGNATURE) ? 'png' : 'svg';
  const file = `${name}-${hashOf(bytes).slice(0, 6)}.${ending}`;
  try {
    await checkLogo(file, bytes);
  } catch (error) {
    if (!(error instanceof LogoRefusal)) throw error;
    throw new RefusalError(422, error.message);
  }
  await writeContentFile(folders, `brand/${file}`, bytes);
  return { file };
}
