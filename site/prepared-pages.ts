import { prefersReducedMotion, subscribeToMotion } from './scroll/reduced-motion.ts';

/*
 * Pages of the navigation are prerendered when a visitor's pointer rests on their link, but not
 * under reduced motion. The rules come with a header, which cannot know that wish; so they name only
 * links below an attribute that the page itself sets and takes away.
 */
const ATTRIBUTE = 'data-prepares-pages';

/**
 * The document at `/speculation-rules.json` (HTML standard, 'speculation rules').
 *
 * @param paths of the pages that the navigation names
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

/** Lets the browser prepare pages for as long as the visitor has no wish for less motion. */
export function preparePages(): void {
  const follow = () => document.documentElement.toggleAttribute(ATTRIBUTE, !prefersReducedMotion());
  follow();
  subscribeToMotion(follow);
}
