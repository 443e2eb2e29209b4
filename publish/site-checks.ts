import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  type SiteCheckResults,
  siteCheckResultsSchema,
} from '../site/sections/accessibility/site-checks.ts';

/**
 * Where `npm run check:site` keeps what it found on the pages of one content and code: any change of
 * either leaves it behind.
 *
 * @param inputs as {@link publishRelease} names what a release is made of
 */
export function siteChecksFile(cacheDir: string, inputs: string): string {
  return join(cacheDir, 'site-checks', `${inputs}.json`);
}

/** @returns undefined when nothing was tried on these pages */
export async function readSiteChecks(
  cacheDir: string,
  inputs: string,
): Promise<SiteCheckResults | undefined> {
  const text = await readFile(siteChecksFile(cacheDir, inputs), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : v.parse(siteCheckResultsSchema, JSON.parse(text));
}
