import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { checkLogo, LogoRefusal } from '../../publish/brand/logo.ts';
import { publishBrand } from '../../publish/brand/publish-brand.ts';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { type BrandPreview, type LogoPlace, UPLOAD_LIMITS } from '../api.ts';
import type { Value } from '../operations.ts';
import { checkValue, findingsOf } from './check-value.ts';
import { type DeskFolders, hashOf, readIfThere, writeContentFile } from './folders.ts';
import { RefusalError } from './refusal.ts';

/** Fonts and logos of the brands that were previewed. */
export const previewDir = ({ cacheDir }: DeskFolders) => join(cacheDir, 'desk-brand');

/**
 * The site's style with a brand, saved or not.
 *
 * @throws RefusalError 422 for a brand that publishing would refuse
 */
export async function previewBrand(folders: DeskFolders, brand: Value): Promise<BrandPreview> {
  const { file: path, schema } = CONTENT_FILES.brand;
  const findings = checkValue(path, brand);
  if (findings.length > 0) throw new RefusalError(422, 'Dit klopt nog niet.', { findings });
  const dir = previewDir(folders);
  await mkdir(dir, { recursive: true });
  try {
    const value = v.parse(schema, brand);
    const { css, logo } = await publishBrand(folders.contentDir, value, dir, { withIcons: false });
    return { css, logo };
  } catch (error) {
    throw new RefusalError(422, 'Dit klopt nog niet.', { findings: findingsOf(error) });
  }
}

const LOGO_NAMES: Record<LogoPlace, string> = {
  large: 'logo-groot',
  small: 'logo-klein',
  mark: 'beeldmerk',
};

/** PNG, third edition, section 5.2. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Keeps a logo, SVG or PNG, in `content/brand/` when publishing accepts it.
 *
 * @returns its name for `logo` in `brand.yaml`
 */
export async function addLogo(
  folders: DeskFolders,
  place: string,
  bytes: Buffer,
): Promise<{ file: string }> {
  if (!Object.hasOwn(LOGO_NAMES, place)) {
    throw new RefusalError(400, 'Die plaats voor een logo is er niet.');
  }
  if (bytes.length > UPLOAD_LIMITS.logoBytes) {
    throw new RefusalError(413, 'Dit logo is te zwaar: hoogstens 2 MB.');
  }
  const isPng = bytes.subarray(0, 8).equals(PNG_SIGNATURE);
  const ending = isPng ? 'png' : 'svg';
  const file = `${LOGO_NAMES[place as LogoPlace]}-${hashOf(bytes).slice(0, 6)}.${ending}`;
  try {
    await checkLogo(file, bytes);
  } catch (error) {
    if (!(error instanceof LogoRefusal)) throw error;
    throw new RefusalError(422, error.message);
  }
  const path = `brand/${file}`;
  // The name says what is in it.
  if (!(await readIfThere(join(folders.contentDir, path)))) {
    await writeContentFile(folders, path, bytes);
  }
  return { file };
}
