import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Release } from '../enquiry/release.ts';
import { PHONE } from './phone.ts';

/** The release in force in `dist/`, which the bench measures. */
export interface Published {
  release: Release;
  publicDir: string;
}

export async function readPublished(): Promise<Published> {
  const id = (await readFile('dist/current', 'utf8')).trim();
  const folder = join('dist', 'releases', id);
  const release = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  return { release, publicDir: join(folder, 'public') };
}

/** The page's document as published. */
export async function documentOf({ release, publicDir }: Published, path: string): Promise<string> {
  const page = release.pages.find((one) => one.path === path);
  return readFile(join(publicDir, page?.file ?? ''), 'utf8');
}

/**
 * The same site with other documents, for the same server to serve: what is changed is all that
 * differs.
 *
 * @param files more of them, by their path below `public/`
 * @returns its folder, to be named in SITE_DIR, and what removes it
 */
export async function rewrittenSite(
  rewrite: (html: string) => string,
  files: Record<string, string> = {},
) {
  const published = await readPublished();
  const { release, publicDir } = published;
  const siteDir = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const folder = join(siteDir, 'releases', release.id);
  await cp(join(publicDir, '..'), folder, { recursive: true });
  for (const { path, file } of release.pages) {
    const html = rewrite(await documentOf(published, path));
    const target = join(folder, 'public', file);
    await writeFile(target, html);
    await writeFile(`${target}.br`, brotliCompressSync(html));
    await writeFile(`${target}.gz`, gzipSync(html));
  }
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder, 'public', path), content);
  }
  await writeFile(join(siteDir, 'current'), release.id);
  return { siteDir, remove: () => rm(siteDir, { recursive: true, force: true }) };
}

export const withoutScripts = (html: string) =>
  html.replace(/<script type="module".*?<\/script>/gs, '');

const HERO = /<source type="image\/avif"[^>]*srcSet="([^"]*)" sizes="([^"]*)"/i;

/** Nothing but the hero's photo, in the size a phone takes: what no page can be faster than. */
export function bareOf(html: string): string {
  const source = HERO.exec(html);
  if (!source)
    return '<!doctype html><meta name="viewport" content="width=device-width"><h1>–</h1>';
  const [, srcset, sizes] = source;
  return `<!doctype html><meta name="viewport" content="width=device-width"><img fetchpriority="high" alt="" width="412" height="642" srcset="${srcset}" sizes="${sizes}">`;
}

/** Web path of the file that the bench's phone takes for the hero, which is as wide as its window. */
export function shownHeroOf(html: string): string {
  const srcset = HERO.exec(html)?.[1] ?? '';
  const files = srcset.split(',').map((one) => one.trim().split(' '));
  const fits = files.find(
    ([, width = '']) =>
      Number.parseInt(width, 10) >= PHONE.viewport.width * PHONE.deviceScaleFactor,
  );
  return (fits ?? files.at(-1))?.[0] ?? '';
}

/** Bundled as our scripts are: react-dom and a root that shows nothing. Its longest task is the least. */
export async function reactOnAnEmptyRoot(): Promise<{
  html: string;
  files: Record<string, string>;
}> {
  const entry = '\0empty-root';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'empty-root',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { createRoot } from 'react-dom/client'; createRoot(document.createElement('div')).render(null);`
            : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs.filter((one) => one.type === 'chunk');
  const path = 'assets/empty-root-00000000.js';
  return {
    html: `<!doctype html><meta name="viewport" content="width=device-width"><h1>–</h1><script type="module" src="/${path}"></script>`,
    files: { [path]: chunk?.code ?? '' },
  };
}
