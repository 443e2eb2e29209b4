import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
  releasesDirOf,
} from '../../release/site-folder.ts';
import { linkOrCopy } from '../../runtime/copy-files.ts';
import { replaceFile } from '../../runtime/durable-files.ts';
import { exists, listFiles } from '../../runtime/find-files.ts';
import { removeFolder } from '../../runtime/remove-folders.ts';

/*
 * Switches between the releases in a site folder (`release/site-folder.ts`), and removes old ones.
 */

const DAY_MS = 24 * 3_600_000;
/** How long a page that stays open can still load the scripts and photos of its release. */
const KEEP_PUBLIC_MS = 30 * DAY_MS;
/** The number of releases that are kept. It limits how long removed photos stay on disk. */
const KEEP_RELEASES = 50;
/** How long a release that was replaced is kept, so that its content can be restored. */
const KEEP_CONTENT_MS = 365 * DAY_MS;

/** Folders of `public/` with content-hashed names. */
const HASHED = ['assets/**', 'photos/**', 'fonts/**'];
/** This file says when each file that was carried over from an earlier release was last current. */
const CARRIED_FILE = 'carried.json';

/** Makes an id that sorts by time: '20261121T213000123Z-3fa9c1d2'. */
export function newReleaseId(now: Date, suffix = randomBytes(4).toString('hex')): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${suffix}`;
}

/** The id of the current release; undefined before the first, or when the file is damaged. */
export async function currentReleaseId(siteDir: string): Promise<string | undefined> {
  const file = currentFileOf(siteDir);
  const text = await readFile(file, 'utf8').catch(() => '');
  const id = text.trim();
  return /^[\w-]+$/.test(id) ? id : undefined;
}

/**
 * The id of the release whose content is online: the current one or, when its folder is missing,
 * the newest complete one.
 */
export async function onlineReleaseId(siteDir: string): Promise<string | undefined> {
  const current = await currentReleaseId(siteDir);
  const names = await readdir(releasesDirOf(siteDir)).catch(() => []);
  const latestFirst = names
    .filter((name) => /^\d/.test(name))
    .sort()
    .reverse();
  for (const id of current === undefined ? latestFirst : [current, ...latestFirst]) {
    const dir = releaseDirOf(siteDir, id);
    const checks = ['release.json', 'content/site.yaml'].map((name) => exists(join(dir, name)));
    if (!(await Promise.all(checks)).includes(false)) return id;
  }
  return undefined;
}

/**
 * Switches to a complete release, which may be an earlier one. Hashed files that were in use in the
 * last 30 days are carried over, for pages that are still open.
 *
 * @param expectedCurrentId the release that must be current, or nothing is switched; default: any
 * @returns whether it is the current one now
 */
export async function switchTo(
  siteDir: string,
  id: string,
  {
    now = new Date(),
    expectedCurrentId,
  }: { now?: Date; expectedCurrentId?: string | undefined } = {},
): Promise<boolean> {
  let before = await currentReleaseId(siteDir);
  for (;;) {
    if (expectedCurrentId !== undefined && before !== expectedCurrentId) return false;
    if (before !== undefined && before !== id) {
      const fromDir = releaseDirOf(siteDir, before);
      await carryFiles(fromDir, releaseDirOf(siteDir, id), now.getTime());
    }
    // Another process may have published meanwhile.
    const current = await currentReleaseId(siteDir);
    if (current === before) break;
    before = current;
  }
  await replaceFile(currentFileOf(siteDir), `${id}\n`);
  return true;
}

async function carryFiles(fromDir: string, toDir: string, nowMs: number): Promise<void> {
  const fromPublic = publicDirOf(fromDir);
  const lastUse = await readCarried(fromDir);
  const carried = await readCarried(toDir);
  // The earlier release's folder may be missing or unreadable, which must not keep the new release
  // offline.
  const names = await listFiles(fromPublic, HASHED).catch((error) => reportLost(fromDir, error));
  for (const name of names) {
    const usedMs = lastUse[name] ?? nowMs;
    if (nowMs - usedMs > KEEP_PUBLIC_MS) continue;
    const target = join(publicDirOf(toDir), name);
    const isThere = await exists(target);
    // A file of the release itself needs no date.
    if (isThere && !(name in carried)) continue;
    try {
      if (!isThere) await linkOrCopy(join(fromPublic, name), target);
      carried[name] = usedMs;
    } catch (error) {
      reportLost(join(fromPublic, name), error as Error);
    }
  }
  await replaceFile(join(toDir, CARRIED_FILE), JSON.stringify(carried));
}

function reportLost(path: string, { message }: Error): string[] {
  console.error(`${path} is not carried over for pages that are still open: ${message}`);
  return [];
}

/** Timestamps (ms) by file name; empty if no files were carried over, or the file is damaged. */
export async function readCarried(dir: string): Promise<Record<string, number>> {
  const file = join(dir, CARRIED_FILE);
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const entries = Object.entries(JSON.parse(text) ?? {});
    return Object.fromEntries(entries.filter((entry) => Number.isFinite(entry[1]))) as Record<
      string,
      number
    >;
  } catch {
    // Without dates, the next release gives the files a new one.
    return {};
  }
}

/**
 * Removes the public files of releases that were replaced over 30 days ago, and releases beyond the
 * last 50 or replaced over a year ago. Content that 'Zet terug' replaced is one of the 50, and
 * counts as replaced when the next release is published. The current release is kept.
 *
 * @param replacedId a release that was current until now; it is kept too, for a rollback
 */
export async function removeOldReleases(
  siteDir: string,
  now: Date,
  replacedId?: string,
): Promise<void> {
  const current = await currentReleaseId(siteDir);
  const names = await readdir(releasesDirOf(siteDir)).catch(() => []);
  const ids = names.filter((name) => /^\d/.test(name)).sort();
  const publicLimit = newReleaseId(new Date(now.getTime() - KEEP_PUBLIC_MS), '');
  const contentLimit = newReleaseId(new Date(now.getTime() - KEEP_CONTENT_MS), '');
  // Content that 'Zet terug' replaced has a folder here without a manifest. It was never online, so
  // it did not replace the release before it.
  const isRelease = await Promise.all(
    ids.map((id) => exists(manifestFileOf(releaseDirOf(siteDir, id)))),
  );
  for (const [index, id] of ids.entries()) {
    // A release was current until the next one was published, unless a rollback returned to it.
    const replacedBy = ids.find((_, other) => other > index && isRelease[other]);
    if (id === current || id === replacedId || !replacedBy) continue;
    const dir = releaseDirOf(siteDir, id);
    const isBeyondLast = index < ids.length - KEEP_RELEASES;
    if (isBeyondLast || replacedBy < contentLimit) {
      await removeFolder(dir);
    } else if (replacedBy < publicLimit) {
      await removeFolder(publicDirOf(dir));
    }
  }
}
