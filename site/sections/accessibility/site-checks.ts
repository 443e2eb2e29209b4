import * as v from 'valibot';

/**
 * What can be tried of a site's accessibility. A program tries the first ones on every page
 * (`npm run check:site`); the last two only people can, and no program says that they did.
 */
export const SITE_CHECKS = [
  'rules',
  'forcedColors',
  'reflow',
  'largeText',
  'keyboard',
  'targets',
  'withoutScript',
  'screenReader',
  'people',
] as const;

export type SiteCheck = (typeof SITE_CHECKS)[number];

/** What was found on one release's own pages. */
export const siteCheckResultsSchema = v.strictObject({
  /** The day it was tried: '2026-11-22'. */
  day: v.pipe(v.string(), v.isoDate()),
  /** Paths of the pages. */
  pages: v.array(v.string()),
  /** By check, how many problems were found; a check that is absent was not tried. */
  found: v.record(v.picklist(SITE_CHECKS), v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export type SiteCheckResults = v.InferOutput<typeof siteCheckResultsSchema>;
