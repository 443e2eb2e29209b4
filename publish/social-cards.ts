import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '../site/content.ts';
import { findPhotoFile } from './content/photo-file.ts';
import { makeSocialCard, type SocialCard } from './photos/social-card.ts';

const PHOTOS_DIR = 'content/photos';
const CACHE_DIR = '.cache/photos';
const MARK_FILE = 'site/public/icon.svg';
/** Raised whenever a card is drawn differently. */
const DRAWING_VERSION = 2;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** The picture that stands beside a shared link. */
export interface CardFile {
  /** '/photos/social-feesten-3fa9c1d2.jpg' */
  path: string;
  /** What its photo shows, in Dutch. */
  alt: string;
}

/**
 * Makes the picture that stands beside a shared link, for each page that can be shared.
 *
 * @returns them by page
 */
export async function prepareSocialCards(
  content: Content,
  outDir: string,
): Promise<Map<string, CardFile>> {
  const { pages, photos, company } = content;
  const lists = photos.pages;
  const cards = {
    home: { title: pages.home.title, photo: lists['home-hero'][0] },
    feesten: { title: pages.feesten.title, photo: lists.feesten[0] },
    bedrijfsfeest: { title: pages.bedrijfsfeest.title, photo: lists.bedrijfsfeest[0] },
    schoolcatering: { title: pages.schoolcatering.title, photo: lists.schoolcatering[0] },
    info: { title: pages.info.title, photo: lists['home-over-ons'][0] },
    privacy: { title: pages.privacy.title, photo: lists['home-over-ons'][0] },
  };
  await mkdir(outDir, { recursive: true });
  await mkdir(CACHE_DIR, { recursive: true });
  const files = await readdir(PHOTOS_DIR);
  const made = new Map<string, CardFile>();
  for (const [page, { title, photo = '' }] of Object.entries(cards)) {
    const original = findPhotoFile(photo, files);
    const listed = photos.photos[photo];
    // A photo that is missing has stopped the build before.
    if (original.kind !== 'found' || !listed) continue;
    const card: SocialCard = {
      photoFile: join(PHOTOS_DIR, original.file),
      focus: listed.focus,
      title,
      companyName: company.name,
      markFile: MARK_FILE,
    };
    const { key, file } = await drawOnce(card);
    const name = `social-${page}-${key.slice(0, 8)}.jpg`;
    await copyFile(file, join(outDir, name));
    made.set(page, { path: `/photos/${name}`, alt: listed.alt });
  }
  return made;
}

async function drawOnce(card: SocialCard): Promise<{ key: string; file: string }> {
  const { photoFile, markFile, ...words } = card;
  const hash = createHash('sha256').update(JSON.stringify([DRAWING_VERSION, words]));
  hash.update(await readFile(photoFile)).update(await readFile(markFile));
  const key = hash.digest('hex').slice(0, 24);
  const file = join(CACHE_DIR, `${key}.jpg`);
  if (!(await isWhole(file))) {
    // Renamed once whole: half a picture would be taken for a finished one by another build.
    const partial = `${file}.${process.pid}`;
    await writeFile(partial, await makeSocialCard(card));
    await rename(partial, file);
  }
  return { key, file };
}

/** Whether the cache has the card down to its last marker: a power cut can leave it empty or cut off. */
async function isWhole(file: string): Promise<boolean> {
  try {
    return (await readFile(file)).subarray(-JPEG_END.length).equals(JPEG_END);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
