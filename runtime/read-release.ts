import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import {
  RELEASE_FORMAT,
  type ReleaseManifest,
  releaseManifestSchema,
} from '../release/manifest.ts';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
} from '../release/site-folder.ts';

export interface PublishedRelease {
  manifest: ReleaseManifest;
  publicDir: string;
}

/**
 * Reads the manifest of a release.
 *
 * @param id id of a release; default: the one in `current`
 * @throws Error whose one line names the file, the problem and the next step
 */
export async function readRelease(siteDir: string, id?: string): Promise<PublishedRelease> {
  const folder = releaseDirOf(siteDir, id ?? (await readCurrentId(siteDir)));
  const file = manifestFileOf(folder);
  const text = await readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged: publish again with 'npm run build'.`);
  }
  const result = v.safeParse(releaseManifestSchema, content);
  if (result.success) return { manifest: result.output, publicDir: publicDirOf(folder) };
  const [issue] = result.issues;
  const where = v.getDotPath(issue) ?? 'the whole file';
  const hint = where === 'format' ? ` This server reads format ${RELEASE_FORMAT}.` : '';
  throw new Error(
    `${file}: ${where}: ${issue.message}.${hint} Publish again with 'npm run build'.`,
  );
}

/**
 * The id in `siteDir/current`.
 *
 * @throws Error whose one line names the file and the next step
 */
export async function readCurrentId(siteDir: string): Promise<string> {
  return (await readText(currentFileOf(siteDir))).trim();
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read: publish with 'npm run build'.`);
  }
}
