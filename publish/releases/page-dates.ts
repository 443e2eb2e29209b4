import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../site/content/content.ts';

/** File in a release: when the content of each page last changed. */
const DATES_FILE = 'page-dates.json';

type PageDates = Record<string, { hash: string; date: string }>;

/**
 * Writes the day on which each page's content last changed, '2026-11-21', by the page's path. A
 * page that equals the one in the previous release keeps its day.
 *
 * @param previousDir the previous release; undefined for the first one
 */
export async function datePages(
  pages: Page[],
  dir: string,
  previousDir: string | undefined,
  now = new Date(),
): Promise<Map<string, string>> {
  const previous = previousDir ? await readDates(previousDir) : {};
  const today = now.toISOString().slice(0, 10);
  const dates: PageDates = {};
  for (const page of pages) {
    const hash = createHash('sha256').update(JSON.stringify(page)).digest('base64url');
    const known = previous[page.path];
    dates[page.path] = { hash, date: known?.hash === hash ? known.date : today };
  }
  await writeFile(join(dir, DATES_FILE), JSON.stringify(dates));
  return new Map(Object.entries(dates).map(([path, { date }]) => [path, date]));
}

/**
 * Reads the dates of a release; empty when it has none, as in earlier versions, or when the file is
 * damaged, which must not stop publishing.
 */
async function readDates(dir: string): Promise<PageDates> {
  try {
    return JSON.parse(await readFile(join(dir, DATES_FILE), 'utf8')) ?? {};
  } catch {
    return {};
  }
}
