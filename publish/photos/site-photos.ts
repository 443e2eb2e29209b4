import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '../../site/content.ts';
import { GENERATED_DIR } from '../vite-config.ts';
import { photoColorsCss, preparePhotos } from './prepare-photos.ts';

/**
 * Prepares the photos of `content/` for a build or the development server, and writes the style
 * sheet of their colours, which the site's styles import. Quick when nothing changed.
 *
 * @param publicDir the photos go into its folder `photos`
 */
export async function prepareSitePhotos(content: Content, publicDir: string) {
  const photos = await preparePhotos({
    photosDir: 'content/photos',
    photoList: content.photos,
    outDir: join(publicDir, 'photos'),
    cacheDir: '.cache/photos',
    onProgress: (line) => console.log(`  ${line}`),
  });
  await mkdir(GENERATED_DIR, { recursive: true });
  await replaceText(join(GENERATED_DIR, 'photo-colors.css'), photoColorsCss(photos));
  return photos;
}

/**
 * Renamed once whole: another build may read the file at any moment. Not touched when it says the
 * same already: each visit to the development server asks for it.
 */
async function replaceText(file: string, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === text) return;
  const whole = `${file}.${process.pid}`;
  await writeFile(whole, text);
  await rename(whole, file);
}
