import { prefersReducedMotion } from './scroll/scroll.ts';

/*
 * The browser prerenders a page of the navigation when the pointer rests on its link, except under
 * reduced motion. The rules come from a response header, which cannot depend on that preference, so
 * they match only links below an attribute that a script sets.
 */
const ATTRIBUTE = 'data-prepares-pages';

/**
 * The document at `/speculation-rules.json` (HTML standard, 'speculation rules').
 *
 * @param paths of the pages in the navigation
 */
export function speculationRules(paths: string[]) {
  const hrefMatches = paths.map((path) => `${path}*`);
  return {
    prerender: [
      {
        where: { and: [{ href_matches: hrefMatches }, { selector_matches: `[${ATTRIBUTE}] a` }] },
        eagerness: 'moderate',
      },
    ],
  };
}

/** Enables prerendering unless the visitor prefers reduced motion. */
export function preparePages(): void {
  document.documentElement.toggleAttribute(ATTRIBUTE, !prefersReducedMotion());
}
