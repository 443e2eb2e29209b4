import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cachedFolder, cacheKey, removeUnused } from '../../runtime/cached-folders.ts';
import { linkOrCopy } from '../../runtime/copy-files.ts';
import { listFiles } from '../../runtime/find-files.ts';
import type { OnProgress } from '../progress.ts';

const { brotli, zlib } = process.versions;
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } = constants;
const BROTLI = { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } };
const GZIP = { level: Z_BEST_COMPRESSION };

/**
 * Writes a Brotli and a gzip copy of every text file, at maximum compression, so that the server
 * does not compress per request.
 */
export async function compressFiles(
  dir: string,
  cacheDir: string,
  onProgress?: OnProgress,
): Promise<void> {
  const names = await listFiles(dir, ['**/*.{html,js,css,svg,json,txt,xml}']);
  for (const [i, name] of names.entries()) {
    onProgress?.({ step: 'compress', n: i + 1, of: names.length });
    const file = join(dir, name);
    const bytes = await readFile(file);
    const key = cacheKey(bytes, [brotli, zlib, BROTLI, GZIP, 'br', 'gz']);
    const folder = await cachedFolder(cacheDir, key, async (work) => {
      await writeFile(join(work, 'br'), await promisify(brotliCompress)(bytes, BROTLI));
      await writeFile(join(work, 'gz'), await promisify(gzip)(bytes, GZIP));
    });
    for (const extension of ['br', 'gz']) {
      await linkOrCopy(join(folder, extension), `${file}.${extension}`);
    }
  }
  await removeUnused(cacheDir);
}
