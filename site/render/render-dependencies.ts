import { createContext } from 'react';

/** Collects, while a page is rendered, the islands and photos that its document must refer to. */
export interface RenderDependencies {
  /** Names of islands, whose scripts the page loads. */
  islands: Set<string>;
  /** Names of photos, which need rules in the page's styles. */
  photos: Set<string>;
}

/** The context has a value at publishing only. */
export const RenderDependenciesContext = createContext<RenderDependencies | undefined>(undefined);
