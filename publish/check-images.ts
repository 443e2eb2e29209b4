import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLogo } from './brand/logo.ts';
import { type CheckedContent, filesIn } from './content/content-files.ts';
import { type Finding, findingsOf } from './content/finding.ts';
import { findPhotoFile } from './content/photo-file.ts';
import { readOriginal, unreadablePhoto } from './photos/read-original.ts';

/**
 * Decodes every photo and logo that the valid files refer to. Publishing decodes them anyway when
 * it succeeds; this check is for content with other errors, so that all errors are reported at
 * once.
 */
export async function checkImages(
  contentDir: string,
  { photos, brand, files }: CheckedContent,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const photoFiles = filesIn('photos', files);
  for (const name of Object.keys(photos?.value ?? {})) {
    const { file } = findPhotoFile(name, photoFiles) as { file?: string };
    // The checks of the YAML files report a missing file.
    if (file === undefined) continue;
    try {
      await readOriginal(await readFile(join(contentDir, 'photos', file)));
    } catch (error) {
      findings.push(unreadablePhoto(file, error));
    }
  }
  for (const file of new Set(Object.values(brand?.value.logo ?? {}))) {
    findings.push(...(await findingsOf(readLogo(contentDir, file))));
  }
  return findings;
}
