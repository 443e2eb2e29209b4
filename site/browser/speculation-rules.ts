import { prefersReducedMotion } from './scroll.ts';

/**
 * The browser prerenders a page when the pointer rests on its link, except under reduced motion.
 * Its rules come from a response header and are the same for every visitor, so they match links
 * inside the element with this attribute, which a script sets.
 */
const ATTRIBUTE = 'data-prerenders';

/**
 * The document at `/speculation-rules.json` (HTML standard, 'speculation rules').
 *
 * @param paths the paths of the pages in the navigation
 */
export function speculationRules(paths: string[]) {
  const where = {
    and: [
      { href_matches: paths.map((path) => `${path}*`) },
      { selector_matches: `[${ATTRIBUTE}] a` },
    ],
  };
  return { prerender: [{ where, eagerness: 'moderate' }] };
}

/** Enables prerendering unless the visitor prefers reduced motion. */
export function enablePrerendering(): void {
  document.documentElement.toggleAttribute(ATTRIBUTE, !prefersReducedMotion());
}
