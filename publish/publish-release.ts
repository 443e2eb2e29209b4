import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content, Page } from '../site/content.ts';
import type { DownloadableFile } from '../site/page-context.ts';
import { type ReferableNames, referableNames } from '../site/style-guide/style-guide-pages.ts';
import { publishBrand } from './brand/publish-brand.ts';
import { type BundleEntries, bundleSite, SITE_ENTRIES } from './bundle.ts';
import { compressFiles } from './compress.ts';
import { writeJsonSchemas } from './content/content-files.ts';
import { ContentError, type Finding } from './content/finding.ts';
import { loadContent } from './content/load-content.ts';
import { openWorkFolder } from './folders.ts';
import { hashFiles } from './hash-files.ts';
import { headerLines } from './header-lines.ts';
import { hostFiles } from './host-files.ts';
import { keepContent } from './keep-content.ts';
import { minifyCss } from './page-styles.ts';
import { photoListKeeper } from './photo-lists.ts';
import { findOriginals } from './photos/find-originals.ts';
import { photoColorsCss, preparePhotos } from './photos/prepare-photos.ts';
import { prepareSocialCard, type SocialCard } from './photos/social-card.ts';
import type { PublishProgress } from './progress.ts';
import { releaseOf } from './release-file.ts';
import {
  addRelease,
  currentRelease,
  newReleaseId,
  releaseDir,
  removeOldFiles,
  switchTo,
} from './releases.ts';
import { writeReloadScript } from './reload-script.ts';
import { renderPages, socialPictureOf } from './render-pages.ts';

export interface PublishOptions {
  /** What the caterer writes. */
  contentDir: string;
  /** Where releases live (`releases.ts`). */
  distDir: string;
  /** Keeps photos and bundles from one time to the next. */
  cacheDir: string;
  /** Does nothing when the release in force was made of the very same files. Default: false. */
  onlyIfChanged?: boolean;
  /** Pages besides those of `content/`, such as the style guide's. Default: none. */
  extraPages?: (names: ReferableNames) => Page[];
  /** Modules that tests start in place of the site's own. */
  entries?: BundleEntries;
  /** Open pages reload when a newer release is in force. Default: false. */
  withReload?: boolean;
  /**
   * In a third of the time: with drafts of the photos that were never made, and without what nobody
   * waits for. To be published once more, which `onlyIfChanged` does. Default: false.
   */
  isDraft?: boolean;
  onProgress?: (progress: PublishProgress) => void;
}

/** What a release was made of: `content/`, and all code that has a part in it. */
const CODE = ['site/**', 'enquiry/**', 'publish/**', 'package-lock.json'];
const INPUTS_FILE = 'made-of';

/**
 * Publishes: `content/` and `site/` become a release, complete in a folder of its own, and the
 * server moves over to it as a whole. Whatever fails leaves the release in force as it was.
 *
 * @returns the id of the release in force, and what the caterer could improve; no warnings when
 *   nothing had changed
 * @throws ContentError for mistakes in `content/`, in Dutch
 */
export async function publishRelease(
  options: PublishOptions,
): Promise<{ id: string; warnings: Finding[] }> {
  const { contentDir, distDir, onProgress = () => {} } = options;
  const inputs = await hashInputs(contentDir);
  const current = await currentRelease(distDir);
  if (options.onlyIfChanged && current && (await inputsOf(distDir, current)) === inputs) {
    return { id: current, warnings: [] };
  }
  const id = newReleaseId(new Date(), inputs);
  const work = await openWorkFolder(join(distDir, 'releases'));
  const warnings = await fillRelease(work, id, options);
  await writeFile(join(work, INPUTS_FILE), options.isDraft ? `${inputs} as a draft` : inputs);
  onProgress({ step: 'switch' });
  await addRelease(distDir, id, work);
  await switchTo(distDir, id);
  await removeOldFiles(distDir, new Date());
  return { id, warnings };
}

/** Names what a release is made of: the caterer's files, and all code that has a part in it. */
export function hashInputs(contentDir: string): Promise<string> {
  return hashFiles([`${contentDir}/**`, ...CODE]);
}

async function fillRelease(dir: string, id: string, options: PublishOptions): Promise<Finding[]> {
  const { contentDir, cacheDir, onProgress = () => {} } = options;
  const publicDir = join(dir, 'public');
  await mkdir(publicDir);
  onProgress({ step: 'content' });
  await writeJsonSchemas(join(cacheDir, 'schemas'));
  const { content, findings } = await loadContent(contentDir);
  if (!content) throw new ContentError(findings);
  if (options.extraPages) {
    const files = await listFiles(contentDir);
    content.pages.push(...options.extraPages(referableNames(content, files)));
  }

  const isHurried = options.withReload || options.isDraft;
  onProgress({ step: 'bundle' });
  const photosDir = join(publicDir, 'photos');
  // Side by side: one keeps a core busy, the other all that are left.
  const [bundle, { photos, socialCards, warnings }] = await Promise.all([
    bundleSite(cacheDir, options.entries ?? SITE_ENTRIES),
    publishPhotos(content, photosDir, options),
  ]);
  await cp(bundle.assetsDir, join(publicDir, 'assets'), { recursive: true });

  onProgress({ step: 'pages', n: 0, of: content.pages.length });
  const brand = await publishBrand(contentDir, content.brand, publicDir);
  const files = await publishFiles(contentDir, publicDir);
  const lists = photoListKeeper(content.brand.colors);
  const styleHashes = await renderPages(
    content,
    { photos, files, logo: brand.logo, keepPhotoList: lists.keep },
    bundle,
    {
      styles: {
        // The address is for paper, where links are written out.
        brandCss: minifyCss(
          `${brand.css} :root { --site-url: ${JSON.stringify(content.site.url)} }`,
        ),
        site: bundle.styles,
        photosCss: (names) => photoColorsCss(photos, names, content.brand.colors),
      },
      fontPreloads: brand.fontPreloads,
      scripts: options.withReload ? [await writeReloadScript(id, publicDir)] : [],
      socialCards,
    },
    publicDir,
  );
  for (const [path, text] of lists.kept) await writeFile(join(publicDir, path), text);
  for (const [name, text] of hostFiles(content)) await writeFile(join(publicDir, name), text);
  const release = releaseOf(id, content, styleHashes);
  await writeFile(join(publicDir, '_headers'), headerLines(release));
  await writeFile(join(dir, 'release.json'), JSON.stringify(release, null, 2));
  // The history: what stands here was written by the caterer, and is kept for good.
  const previous = await currentRelease(options.distDir);
  const previousContent = previous && join(releaseDir(options.distDir, previous), 'content');
  await keepContent(contentDir, join(dir, 'content'), previousContent);

  // Nor for this, which takes longest: only a visitor from afar is the better for it.
  if (!isHurried) {
    onProgress({ step: 'compress' });
    await compressFiles(publicDir, cacheDir);
  }
  return [...findings, ...warnings];
}

async function publishPhotos(
  content: Content,
  outDir: string,
  { contentDir, cacheDir, isDraft, onProgress = () => {} }: PublishOptions,
) {
  const originals = await findOriginals(contentDir, content);
  const folders = { outDir, cacheDir: join(cacheDir, 'photos') };
  const { photos, warnings } = await preparePhotos(originals, { ...folders, isDraft, onProgress });
  const shared = new Set(content.pages.map((page) => socialPictureOf(page, content.pages)));
  const socialCards = new Map<string, SocialCard>();
  for (const original of originals.filter(({ id }) => shared.has(id))) {
    socialCards.set(original.id, await prepareSocialCard(original, folders));
  }
  return { photos, socialCards, warnings };
}

/** Files of the caterer's own keep their names: next month's menu stands at the same address. */
async function publishFiles(
  contentDir: string,
  publicDir: string,
): Promise<Map<string, DownloadableFile>> {
  const files = new Map<string, DownloadableFile>();
  for (const name of await listFiles(contentDir)) {
    const file = join(contentDir, 'files', name);
    await cp(file, join(publicDir, 'files', name));
    const { size } = await stat(file);
    files.set(name, { href: `/files/${encodeURIComponent(name)}`, bytes: size });
  }
  return files;
}

async function listFiles(contentDir: string): Promise<string[]> {
  const entries = await readdir(join(contentDir, 'files'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

async function inputsOf(distDir: string, id: string): Promise<string | undefined> {
  return readFile(join(releaseDir(distDir, id), INPUTS_FILE), 'utf8').catch(() => undefined);
}
