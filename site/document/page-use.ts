import { createContext } from 'react';

/**
 * What a page uses. It is collected while the page is rendered, because its document refers to it.
 */
export interface PageUse {
  /** Names of islands, whose scripts the page loads. */
  islands: Set<string>;
  /** Names of photos, which need rules in the page's styles. */
  photos: Set<string>;
}

/** The context has a value at publishing only. */
export const PageUseContext = createContext<PageUse | undefined>(undefined);
