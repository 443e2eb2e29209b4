import { createContext } from 'react';

/** What rendering a page comes across that its document has to name. */
export interface PageUse {
  /** Names of islands, whose scripts the page fetches. */
  islands: Set<string>;
  /** Names of photos, which need rules among the page's styles. */
  photos: Set<string>;
}

/** Publishing collects it while it renders; in the browser nothing does. */
export const PageUseContext = createContext<PageUse | undefined>(undefined);
