import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { parseDocument } from 'yaml';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { CONTENT_DIR } from '../support/content/fixture-site.ts';

export type Provider = Exclude<ReleaseManifest['captcha']['provider'], 'altcha'>;

/** Overrides for `site.yaml`. */
type SiteVariant =
  | { captcha: { provider: Provider; siteKey: string } }
  | { api: { base: string } }
  | { visits: { count: boolean } }
  | Record<never, never>;

/**
 * Publishes the fixture with another `site.yaml` and with other files. The first run after a change
 * takes some seconds.
 *
 * @param name the folder that caches the variant between runs
 * @param files the text of each file, by its name
 * @returns the folder for SITE_DIR
 */
export async function publishVariant(
  name: string,
  variant: SiteVariant,
  files: Record<string, string> = {},
): Promise<string> {
  const folder = join('.cache/tests/variants', name);
  await mkdir(folder, { recursive: true });
  // Two tests of one file may run at the same time: each publishes from a copy that is its own.
  const contentDir = await mkdtemp(join(folder, 'content-'));
  try {
    await writeContent(contentDir, variant, files);
    const siteDir = join(folder, 'dist');
    const args = ['publish/publish.ts', '--if-changed', '--content', contentDir, '--site', siteDir];
    await promisify(execFile)(process.execPath, args);
    return siteDir;
  } finally {
    await rm(contentDir, { recursive: true });
  }
}

async function writeContent(
  contentDir: string,
  variant: SiteVariant,
  files: Record<string, string>,
): Promise<void> {
  await cp(CONTENT_DIR, contentDir, { recursive: true });
  // The notice is removed because publishing writes three documents for each page while there is
  // one.
  await rm(join(contentDir, 'notice.yaml'));
  const file = join(contentDir, 'site.yaml');
  const site = parseDocument(await readFile(file, 'utf8'));
  for (const [key, value] of Object.entries(variant)) site.set(key, value);
  await writeFile(file, site.toString());
  for (const [other, text] of Object.entries(files)) await writeFile(join(contentDir, other), text);
}
