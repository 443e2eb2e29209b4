import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { exists } from './folders.ts';

/** Below this the headers weigh more than what is saved. */
const WORTHWHILE_BYTES = 512;

/**
 * Writes a Brotli and a gzip copy beside every text file that has none, at the strongest setting:
 * once here instead of at every request.
 */
export async function compressFiles(dir: string): Promise<void> {
  for await (const file of glob(`${dir}/**/*.{html,js,css,svg,json,txt,xml}`)) {
    if (await exists(`${file}.br`)) continue;
    const bytes = await readFile(file);
    if (bytes.length < WORTHWHILE_BYTES) continue;
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    await writeFile(`${file}.br`, brotli);
    await writeFile(`${file}.gz`, zipped);
  }
}
