import type { Manifest, ManifestChunk } from 'vite';
import { heroPreload } from '../site/picture/photo-preload.ts';
import type { DocumentAssets } from '../site/document.tsx';
import type { PageData } from '../site/page-data.ts';
import { NOT_FOUND_PAGE, PAGE_PATHS } from '../site/routes.ts';
import type { CardFile } from './social-cards.ts';

const ENTRY = 'site/browser.tsx';
/** Fonts of the first screen. */
const PRELOADED_FONTS = ['instrument-serif-latin-400-normal', 'instrument-sans-latin-wght-normal'];

/** Which scripts, styles, fonts and pictures a page's head names, read from Vite's manifest. */
export function pageAssets(
  data: PageData,
  manifest: Manifest,
  pageFile: string,
  socialCards: Map<string, CardFile>,
): DocumentAssets {
  const { content, shared } = data;
  const entry = chunkOf(manifest, ENTRY);
  const chunks = chunksBelow(manifest, [ENTRY, pageFile]);
  const first = 'heroPhotos' in content ? content.heroPhotos[0] : undefined;
  const path = content.page === NOT_FOUND_PAGE ? undefined : PAGE_PATHS[content.page];
  const card = socialCards.get(content.page);
  return {
    script: `/${entry.file}`,
    modulePreloads: chunks.filter((chunk) => chunk !== entry).map((chunk) => `/${chunk.file}`),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
    fontPreloads: Object.values(manifest)
      .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
      .filter((file, index, all) => all.indexOf(file) === index)
      .filter((file) => PRELOADED_FONTS.some((font) => file.includes(font)))
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => `/${file}`),
    ...(first && { photoPreload: heroPreload(first) }),
    ...(path && { canonicalUrl: `${shared.site.url}${path}` }),
    ...(card && { socialCard: { url: `${shared.site.url}${card.path}`, alt: card.alt } }),
  };
}

/** The chunks of `files` and all that they import, the entry first, each once. */
function chunksBelow(manifest: Manifest, files: string[]): ManifestChunk[] {
  const found = new Set<ManifestChunk>();
  const visit = (key: string) => {
    const chunk = chunkOf(manifest, key);
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const file of files) visit(file);
  return [...found];
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Vite's manifest has no entry for ${key}`);
  return chunk;
}
