import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ReleaseManifest } from '../../release/manifest.ts';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
} from '../../release/site-folder.ts';

/** The release that `dist/current` names, which the bench measures. */
interface Published {
  manifest: ReleaseManifest;
  publicDir: string;
}

export async function readPublished(): Promise<Published> {
  const id = (await readFile(currentFileOf('dist'), 'utf8')).trim();
  const folder = releaseDirOf('dist', id);
  const manifest = JSON.parse(await readFile(manifestFileOf(folder), 'utf8'));
  return { manifest, publicDir: publicDirOf(folder) };
}

/**
 * Copies the published site with other documents, so that the same server can serve both.
 *
 * @returns its folder, for SITE_DIR, and a function that removes it
 */
export async function rewriteSite(rewrite: (html: string) => string) {
  const { manifest, publicDir } = await readPublished();
  const siteDir = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const folder = releaseDirOf(siteDir, manifest.id);
  await cp(join(publicDir, '..'), folder, { recursive: true });
  for (const { file } of manifest.pages) {
    const html = rewrite(await readFile(join(publicDir, file), 'utf8'));
    const target = join(publicDirOf(folder), file);
    await writeFile(target, html);
    await writeFile(`${target}.br`, brotliCompressSync(html));
    await writeFile(`${target}.gz`, gzipSync(html));
  }
  await writeFile(currentFileOf(siteDir), manifest.id);
  return { siteDir, remove: () => rm(siteDir, { recursive: true, force: true }) };
}

export const withoutScripts = (html: string) =>
  html.replace(/<script type="module".*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '');

const HERO = /<source type="image\/avif"[^>]*srcSet="([^"]*)" sizes="([^"]*)"/i;
const EMPTY = '<!doctype html><meta name="viewport" content="width=device-width">';

/** HTML with the hero’s photo alone, in the size that a phone loads. */
export function bareOf(html: string): string {
  const source = HERO.exec(html);
  if (!source) return `${EMPTY}<h1>–</h1>`;
  const [, srcset, sizes] = source;
  return `${EMPTY}<img fetchpriority="high" alt="" width="412" height="642" srcset="${srcset}" sizes="${sizes}">`;
}
