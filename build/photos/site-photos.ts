import { mkdir, rename, writeFile } from 'node:fs/promises';
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
  // Renamed once whole: another build, or the development server, may read it at any moment.
  const colorsFile = join(GENERATED_DIR, 'photo-colors.css');
  await writeFile(`${colorsFile}.${process.pid}`, photoColorsCss(photos));
  await rename(`${colorsFile}.${process.pid}`, colorsFile);
  return photos;
}
