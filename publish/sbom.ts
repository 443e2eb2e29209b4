import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists, replaceFile } from './folders.ts';
import { hashFiles } from './hash-files.ts';

/** What serving and publishing take in, without what only tests need, and without Node itself. */
const NPM_SBOM = [
  ...['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspaces=false'],
  ...['--omit=optional', '--offline'],
];

/**
 * Writes which packages a release was made with, as CycloneDX, beside its `release.json`; made once
 * for each lock file. Where there is no npm, as in a container that only publishes, there is none.
 *
 * @returns false when there is no npm
 */
export async function writeSbom(releaseDir: string, cacheDir: string): Promise<boolean> {
  const cached = join(cacheDir, 'sbom', `${await hashFiles(['package-lock.json'])}.json`);
  if (!(await exists(cached))) {
    await mkdir(join(cacheDir, 'sbom'), { recursive: true });
    try {
      const shell = process.platform === 'win32';
      const { stdout } = await promisify(execFile)('npm', NPM_SBOM, { shell, maxBuffer: 1e7 });
      await replaceFile(cached, stdout);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }
  await copyFile(cached, join(releaseDir, 'sbom.json'));
  return true;
}
