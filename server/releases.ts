import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '../enquiry/release.ts';
import { type EarlierRelease, readEarlierRelease, readRelease, readText } from './release.ts';

/** How long a page of an earlier release may still be open in somebody's tab, in milliseconds. */
const KEEP_EARLIER_MS = 30 * 24 * 3_600_000;

/** A release that was published, and where its files are. */
export interface PublishedRelease<Content extends EarlierRelease = Release> {
  release: Content;
  /** Absolute path of its `public/`. */
  publicDir: string;
}

/** What is served: documents of the release in force, files and forms of the earlier ones too. */
export interface ReleasesInForce {
  current: PublishedRelease;
  /** Those that were in force in the last 30 days, the latest first. */
  earlier: PublishedRelease<EarlierRelease>[];
}

/** The file that names the release in force by its id. */
export const currentFileOf = (siteDir: string) => join(siteDir, 'current');

/**
 * Reads the release in force and those before it.
 *
 * @param onSkipped told of each earlier release that cannot be read: its pages are gone, no more
 * @throws Error in one line when the release in force cannot be read
 */
export async function readReleases(
  siteDir: string,
  nowMs: number,
  onSkipped: (error: unknown) => void,
): Promise<ReleasesInForce> {
  const folder = join(siteDir, 'releases');
  const publicDirOf = (id: string) => join(folder, id, 'public');
  const currentId = (await readText(currentFileOf(siteDir))).trim();
  const current = {
    release: await readRelease(join(folder, currentId)),
    publicDir: publicDirOf(currentId),
  };
  const ids = (await readdir(folder)).filter((id) => publishedAtMs(id) !== undefined).sort();
  const earlier: ReleasesInForce['earlier'] = [];
  for (const [index, id] of ids.entries()) {
    // It was in force until the next one was published.
    const replacedAtMs = publishedAtMs(ids[index + 1] ?? '') ?? nowMs;
    if (id === currentId || replacedAtMs < nowMs - KEEP_EARLIER_MS) continue;
    try {
      const release = await readEarlierRelease(join(folder, id));
      earlier.unshift({ release, publicDir: publicDirOf(id) });
    } catch (error) {
      onSkipped(error);
    }
  }
  return { current, earlier };
}

/** From an id such as '20261121T213000Z-3fa9c1d2'; undefined for any other name. */
function publishedAtMs(id: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\d*Z-/.exec(id);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
