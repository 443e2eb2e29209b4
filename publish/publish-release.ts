import { writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_BASE } from '../enquiry/api-contract.ts';
import { contentDirOf, manifestFileOf, publicDirOf, releaseDirOf } from '../release/site-folder.ts';
import { copyTree } from '../runtime/copy-files.ts';
import { createFolder } from '../runtime/durable-files.ts';
import { listFiles } from '../runtime/find-files.ts';
import { hashFiles, shortHash } from '../runtime/hash-files.ts';
import type { Content, Page } from '../site/content/content.ts';
import type { DownloadableFile, PageResources } from '../site/document/page-context.ts';
import type { PublishPhotoList } from '../site/photo/photo-list.ts';
import { drawMailMark, writeIcons } from './brand/brand-icons.ts';
import { publishBrand } from './brand/publish-brand.ts';
import { type BundleMode, bundleSite, CODE_PATTERNS } from './bundle/bundle-site.ts';
import { checkImages } from './check-images.ts';
import { filesIn, writeJsonSchemas } from './content/content-files.ts';
import { ContentError, type Finding, findingsOf } from './content/finding.ts';
import { loadContent } from './content/load-content.ts';
import { makePage } from './documents/make-page.ts';
import { preparePhotos } from './photos/prepare-photos.ts';
import type { OnProgress } from './progress.ts';
import { compressFiles } from './releases/compress.ts';
import { manifestOf } from './releases/make-manifest.ts';
import { datePages } from './releases/page-dates.ts';
import {
  currentReleaseId,
  newReleaseId,
  removeOldReleases,
  switchTo,
} from './releases/releases.ts';
import { writeStaticHostFiles } from './releases/static-host-files.ts';

interface PublishOptions {
  contentDir: string;
  /** The folder of releases (`releases/releases.ts`). */
  siteDir: string;
  cacheDir: string;
  /** Publishes nothing if nothing has changed. Default: false. */
  skipsIfUnchanged?: boolean;
  /** Switches only while the release with this id is current. Default: any may be current. */
  expectedCurrentId?: string;
  /**
   * The hash of the code that makes the release. Default: the hash of the files as they are now.
   */
  codeHash?: string;
  /**
   * Leaves out compressed copies and social cards, which a preview does not need. Default: false.
   */
  isPreview?: boolean;
  /**
   * Makes the form call only its own server, and tell the visitor that it sends nothing. Default:
   * false.
   */
  sendsNothing?: boolean;
  /** The mode of the bundle. Default: 'production'. */
  mode?: BundleMode;
  /** Makes pages besides those of `content/`. `files` has the names in `content/files/`. */
  extraPages?: (content: Content, files: string[]) => Page[];
  onProgress?: OnProgress;
}

export class PublishedMeanwhileError extends Error {}

/** File in a release with a hash of the code and of its content. */
const INPUTS_FILE = 'made-of';

/**
 * Builds a release from a copy of `content/`, which edits cannot affect, and switches to it. On
 * failure the current release stays online.
 *
 * @returns the id of the current release, and warnings; no warnings if nothing had changed
 * @throws ContentError for mistakes in `content/`, in Dutch
 */
export async function publishRelease(
  options: PublishOptions,
): Promise<{ id: string; warnings: Finding[] }> {
  const { contentDir, siteDir, onProgress } = options;
  const code = options.codeHash ?? (await hashFiles('.', CODE_PATTERNS));
  const inputsOf = async (dir: string) => {
    const content = await hashFiles(dir);
    return `${code} ${content}`;
  };
  const current = await currentReleaseId(siteDir);
  const currentDir = current && releaseDirOf(siteDir, current);
  if (options.skipsIfUnchanged && current && currentDir) {
    const file = join(currentDir, INPUTS_FILE);
    const inputs = await readFile(file, 'utf8').catch(() => undefined);
    if (inputs === (await inputsOf(contentDir))) return { id: current, warnings: [] };
  }
  const id = newReleaseId(new Date());
  let warnings: Finding[] = [];
  await createFolder(releaseDirOf(siteDir, id), async (dir) => {
    const copy = contentDirOf(dir);
    await copyTree(contentDir, copy, currentDir && contentDirOf(currentDir));
    warnings = await fillRelease(dir, id, currentDir, options);
    await writeFile(join(dir, INPUTS_FILE), await inputsOf(copy));
  });
  onProgress?.({ step: 'switch' });
  if (!(await switchTo(siteDir, id, { expectedCurrentId: options.expectedCurrentId }))) {
    throw new PublishedMeanwhileError('Another release was put online meanwhile.');
  }
  await removeOldReleases(siteDir, new Date(), current);
  return { id, warnings };
}

/** @param dir contains the copy of `content/` */
async function fillRelease(
  dir: string,
  id: string,
  currentDir: string | undefined,
  { cacheDir, mode, extraPages, isPreview, sendsNothing, onProgress }: PublishOptions,
): Promise<Finding[]> {
  const contentDir = contentDirOf(dir);
  const publicDir = publicDirOf(dir);
  await mkdir(publicDir);

  onProgress?.({ step: 'content' });
  await writeJsonSchemas(join(cacheDir, 'schemas'));
  const { content, checked, findings } = await loadContent(contentDir);
  if (!content) {
    throw new ContentError([...findings, ...(await checkImages(contentDir, checked))]);
  }
  if (sendsNothing) sendNothing(content);
  const files = await publishFiles(contentDir, publicDir);
  content.pages.push(...(extraPages?.(content, [...files.keys()]) ?? []));

  onProgress?.({ step: 'bundle' });
  // These run in parallel: bundling uses one core, photos use the others.
  const photosDir = join(publicDir, 'photos');
  const photosReady = preparePhotos(
    contentDir,
    content,
    photosDir,
    join(cacheDir, 'photos'),
    onProgress,
  );
  const brandReady = publishBrand(contentDir, content.brand, publicDir);
  const bundleReady = bundleSite(cacheDir, mode);
  // After an error the folder is removed, so all three must have stopped writing into it.
  await Promise.allSettled([bundleReady, photosReady, brandReady]);
  const errors = [...(await findingsOf(photosReady)), ...(await findingsOf(brandReady))];
  if (errors.length > 0) throw new ContentError([...findings, ...errors]);
  const bundle = await bundleReady;
  const { photos, warnings } = await photosReady;
  const brand = await brandReady;
  await cp(bundle.assetsDir, join(publicDir, 'assets'), { recursive: true });
  await writeIcons(publicDir, brand.icons, content.brand.colors);

  const publishPhotoList: PublishPhotoList = (list) => {
    const json = JSON.stringify(list);
    const path = `/photos/list-${shortHash(json)}.json`;
    writeFileSync(join(publicDir, path), json);
    return path;
  };
  const resources: PageResources = { photos, files, logo: brand.logo, publishPhotoList };
  const sources = { content, bundle, brand, resources, publicDir, isPreview };
  const styleHashes = new Map<string, string>();
  for (const [i, page] of content.pages.entries()) {
    styleHashes.set(page.path, await makePage(page, sources));
    onProgress?.({ step: 'pages', n: i + 1, of: content.pages.length });
  }

  const markPng = await drawMailMark(brand.icons.mark, content.brand.colors);
  const manifest = manifestOf(id, content, styleHashes, markPng);
  const pageDates = await datePages(content.pages, dir, currentDir);
  await writeStaticHostFiles(content, manifest, pageDates, publicDir);
  await writeFile(manifestFileOf(dir), JSON.stringify(manifest, null, 2));
  if (!isPreview) {
    await compressFiles(publicDir, join(cacheDir, 'compressed'), onProgress);
  }
  return [...findings, ...warnings];
}

const NOTHING_SENT = 'Dit is een voorbeeld: dit formulier verstuurt niets.';

/** Changes the content such that a preview's form works as on the site, but sends nothing. */
function sendNothing({ site, messages }: Content): void {
  site.api.base = API_BASE;
  // A provider's captcha knows the site's own host name only.
  site.captcha = { provider: 'altcha', siteKey: '' };
  messages.form.requiredNote = `${NOTHING_SENT} ${messages.form.requiredNote}`;
  messages.form.error = NOTHING_SENT;
}

/** Copies the caterer's files under their own names, so that next month's menu has the same URL. */
async function publishFiles(
  contentDir: string,
  publicDir: string,
): Promise<Map<string, DownloadableFile>> {
  const files = new Map<string, DownloadableFile>();
  for (const name of filesIn('files', await listFiles(contentDir))) {
    const file = join(contentDir, 'files', name);
    // A Mac decomposes accented letters, so names are composed to be the same on every system.
    const published = name.normalize('NFC');
    await cp(file, join(publicDir, 'files', published));
    const { size } = await stat(file);
    const href = `/files/${encodeURIComponent(published)}`;
    files.set(published, { href, bytes: size });
  }
  return files;
}
