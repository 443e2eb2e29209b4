import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content, Page } from '../site/content.ts';
import type { DownloadableFile, PageResources } from '../site/page-context.ts';
import { type ReferableNames, referableNames } from '../site/style-guide/style-guide-pages.ts';
import { publishBrand } from './brand/publish-brand.ts';
import { type BundleEntries, bundleSite } from './bundle.ts';
import { compressFiles } from './compress.ts';
import { filesIn, listFiles, writeJsonSchemas } from './content/content-files.ts';
import { ContentError, type Finding } from './content/finding.ts';
import { loadContent } from './content/load-content.ts';
import { copyTree, hashFiles, openWorkFolder, putInPlace } from './folders.ts';
import { writeHostFiles } from './host-files.ts';
import { makePage, socialPictureOf } from './make-page.ts';
import { createPhotoLists } from './photos/photo-rules.ts';
import { findOriginals, type PreparedPhoto, preparePhotos } from './photos/prepare-photos.ts';
import { prepareSocialCard, type SocialCard } from './photos/social-card.ts';
import type { OnProgress } from './progress.ts';
import { releaseOf } from './release-file.ts';
import {
  currentRelease,
  newReleaseId,
  releaseDir,
  removeOldReleases,
  switchTo,
} from './releases.ts';

export interface PublishOptions {
  /** Content folder. */
  contentDir: string;
  /** Folder of releases (`releases.ts`). */
  distDir: string;
  /** Cache of photos and bundles between publishings. */
  cacheDir: string;
  /** Does nothing if the inputs of the current release are unchanged. Default: false. */
  onlyIfChanged?: boolean;
  /** Skips compressed copies, for development. Default: false. */
  isPreview?: boolean;
  /** Pages besides those of `content/`, such as the style guide's. Default: none. */
  extraPages?: (names: ReferableNames) => Page[];
  /** Additional scripts for every page, by their name in `public/`. Default: none. */
  extraScripts?: Record<string, string>;
  /** Entry modules that tests use instead of the site's. */
  entries?: BundleEntries;
  onProgress?: OnProgress;
}

/** The code that affects a release. */
const CODE = ['site/**', 'enquiry/**', 'publish/**', 'vite.config.ts', 'package-lock.json'];
/** File in a release with a hash of that code and of its content. */
const INPUTS_FILE = 'made-of';

/**
 * Builds a release from `content/` and `site/` in its own folder, then switches to it atomically.
 * It uses a copy of `content/`, so that concurrent edits do not matter. On failure the current
 * release stays online.
 *
 * @returns the id of the current release, and warnings; no warnings if nothing had changed
 * @throws ContentError for mistakes in `content/`, in Dutch
 */
export async function publishRelease(
  options: PublishOptions,
): Promise<{ id: string; warnings: Finding[] }> {
  const { contentDir, distDir, onProgress } = options;
  const code = await hashFiles('.', CODE);
  const inputsOf = async (dir: string) => `${code} ${await hashFiles(dir)}`;
  const current = await currentRelease(distDir);
  const currentDir = current && releaseDir(distDir, current);
  if (options.onlyIfChanged && current && currentDir) {
    const madeOf = await readFile(join(currentDir, INPUTS_FILE), 'utf8').catch(() => undefined);
    if (madeOf === (await inputsOf(contentDir))) return { id: current, warnings: [] };
  }
  const work = await openWorkFolder(join(distDir, 'releases'));
  const copy = join(work, 'content');
  await copyTree(contentDir, copy, currentDir && join(currentDir, 'content'));
  const inputs = await inputsOf(copy);
  const id = newReleaseId(new Date(), inputs.split(' ')[1] ?? '');
  const warnings = await fillRelease(work, id, options);
  await writeFile(join(work, INPUTS_FILE), inputs);
  onProgress?.({ step: 'switch' });
  await putInPlace(work, releaseDir(distDir, id));
  await switchTo(distDir, id);
  await removeOldReleases(distDir, new Date());
  return { id, warnings };
}

/** @param dir contains the copy of `content/` */
async function fillRelease(dir: string, id: string, options: PublishOptions): Promise<Finding[]> {
  const { cacheDir, onProgress, extraScripts = {} } = options;
  const contentDir = join(dir, 'content');
  const publicDir = join(dir, 'public');
  await mkdir(publicDir);

  onProgress?.({ step: 'content' });
  await writeJsonSchemas(join(cacheDir, 'schemas'));
  const { content, findings } = await loadContent(contentDir);
  if (!content) throw new ContentError(findings);
  const fileNames = filesIn('files', await listFiles(contentDir));
  if (options.extraPages) {
    content.pages.push(...options.extraPages(referableNames(content, fileNames)));
  }

  onProgress?.({ step: 'bundle' });
  // In parallel: bundling uses one core, photos use the others.
  const [bundle, { photos, socialCards, warnings }] = await Promise.all([
    bundleSite(cacheDir, options.entries),
    publishPhotos(content, contentDir, join(publicDir, 'photos'), options),
  ]);
  await cp(bundle.assetsDir, join(publicDir, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(extraScripts)) {
    await writeFile(join(publicDir, name), text);
  }

  const brand = await publishBrand(contentDir, content.brand, publicDir);
  const lists = createPhotoLists(photos);
  const resources: PageResources = {
    photos: new Map([...photos].map(([name, { photo }]) => [name, photo])),
    files: await publishFiles(contentDir, fileNames, publicDir),
    logo: brand.logo,
    keepPhotoList: lists.keep,
  };
  const extra = Object.keys(extraScripts).map((name) => `/${name}`);
  const shared = { content, bundle, brand, photos, resources, socialCards, publicDir };
  const styleHashes = new Map<string, string>();
  for (const [i, page] of content.pages.entries()) {
    styleHashes.set(page.path, await makePage(page, { ...shared, extraScripts: extra }));
    onProgress?.({ step: 'pages', n: i + 1, of: content.pages.length });
  }
  for (const [path, text] of lists.kept) await writeFile(join(publicDir, path), text);
  const release = releaseOf(id, content, styleHashes);
  await writeHostFiles(content, release, publicDir);
  await writeFile(join(dir, 'release.json'), JSON.stringify(release, null, 2));
  if (!options.isPreview) await compressFiles(publicDir, cacheDir, onProgress);
  return [...findings, ...warnings];
}

async function publishPhotos(
  content: Content,
  contentDir: string,
  outDir: string,
  { cacheDir, onProgress }: PublishOptions,
): Promise<{
  photos: Map<string, PreparedPhoto>;
  socialCards: Map<string, SocialCard>;
  warnings: Finding[];
}> {
  const originals = await findOriginals(contentDir, content);
  const { colors } = content.brand;
  const options = { outDir, cacheDir: join(cacheDir, 'photos'), colors, onProgress };
  const { photos, warnings } = await preparePhotos(originals, options);
  const shared = new Set(content.pages.map((page) => socialPictureOf(page, content.pages)));
  const socialCards = new Map<string, SocialCard>();
  for (const original of originals.filter(({ id }) => shared.has(id))) {
    socialCards.set(original.id, await prepareSocialCard(original, options));
  }
  return { photos, socialCards, warnings };
}

/** The caterer's files keep their names, so that next month's menu has the same URL. */
async function publishFiles(
  contentDir: string,
  names: string[],
  publicDir: string,
): Promise<Map<string, DownloadableFile>> {
  const files = new Map<string, DownloadableFile>();
  for (const name of names) {
    const file = join(contentDir, 'files', name);
    await cp(file, join(publicDir, 'files', name));
    const { size } = await stat(file);
    files.set(name, { href: `/files/${encodeURIComponent(name)}`, bytes: size });
  }
  return files;
}
