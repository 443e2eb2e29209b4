/**
 * Builds the site: `content/` and `site/` become `dist/`, which a server (or a static host) serves.
 *
 * `--if-changed` skips everything when nothing that goes into it has changed since the last build.
 * A build that fails leaves the previous `dist/` as it was.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, mergeConfig } from 'vite';
import type * as Render from '../site/render.tsx';
import { NOT_FOUND_PAGE, PAGE_PATHS, type PageId } from '../site/routes.ts';
import { pageAssets } from './assets.ts';
import { openBuildFolder, putInPlace } from './build-folder.ts';
import { compressFiles } from './compress.ts';
import { ContentError } from './content/content-error.ts';
import { loadContent } from './content/load-content.ts';
import { hostFiles } from './host-files.ts';
import { hashInputs } from './inputs.ts';
import { pageData } from './page-data.ts';
import { prepareSitePhotos } from './photos/site-photos.ts';
import { pageFile, releaseOf } from './release.ts';
import { prepareSocialCards } from './social-cards.ts';
import { viteConfig } from './vite-config.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = 'dist';
const PRERENDER = '.cache/prerender';
const STAMP = 'built-from';

const startedAt = performance.now();

process.chdir(ROOT);
const folder = await openBuildFolder('.cache');
/** Filled first, then put in the place of {@link DIST}. */
const next = join(folder, 'dist');
/** The pages' code for Node, which renders them; kept in {@link PRERENDER} for tests that do too. */
const prerenderDir = join(folder, 'prerender');
try {
  const inputs = await hashInputs();
  if (process.argv.includes('--if-changed') && (await lastInputs()) === inputs) {
    console.log('The built site is up to date.');
  } else {
    await buildSite();
    await writeFile(join(next, STAMP), inputs);
    await putInPlace(prerenderDir, PRERENDER);
    await putInPlace(next, DIST);
    step('done');
  }
} catch (error) {
  // A mistake in the content is the caterer's to mend: the message says it all, a trace only hides it.
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function buildSite() {
  await mkdir(join(next, 'public'), { recursive: true });

  step('reading content/');
  const content = await loadContent('content');
  if (content.company.sample) {
    console.log('Sample company facts are in use: change content/company.yaml before going live.');
  }

  step('preparing photos');
  const photos = await prepareSitePhotos(content, join(next, 'public'));
  const socialCards = await prepareSocialCards(content, join(next, 'public/photos'));

  step('bundling scripts and styles');
  await build(
    mergeConfig(viteConfig(ROOT), {
      build: {
        outDir: join(next, 'public'),
        manifest: true,
        rolldownOptions: { input: 'site/browser.tsx' },
      },
    }),
  );
  await build(
    mergeConfig(viteConfig(ROOT), {
      build: { outDir: prerenderDir, ssr: 'site/render.tsx' },
    }),
  );

  step('rendering pages');
  const manifestFile = join(next, 'public/.vite/manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  await rm(join(next, 'public/.vite'), { recursive: true });
  const prerenderFile = resolve(prerenderDir, 'render.js');
  const { renderPage, PAGE_FILES }: typeof Render = await import(pathToFileURL(prerenderFile).href);
  for (const page of [...Object.keys(PAGE_PATHS), NOT_FOUND_PAGE] as PageId[]) {
    const data = pageData(page, content, photos);
    const assets = pageAssets(data, manifest, PAGE_FILES[page], socialCards);
    await writeFile(join(next, 'public', pageFile(page)), await renderPage(data, assets));
  }
  await cp('site/public', join(next, 'public'), { recursive: true });
  for (const [name, text] of hostFiles(content.site)) {
    await writeFile(join(next, 'public', name), text);
  }
  await writeFile(join(next, 'release.json'), JSON.stringify(releaseOf(content), null, 2));

  step('compressing');
  await compressFiles(join(next, 'public'));
}

async function lastInputs(): Promise<string | undefined> {
  return readFile(join(DIST, STAMP), 'utf8').catch(() => undefined);
}

function step(name: string) {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${name}`);
}
