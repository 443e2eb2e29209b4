import type { Page } from '../../../site/content.ts';
import { styleGuidePage, styleGuideTitle } from '../../../site/style-guide/style-guide-pages.ts';

/**
 * What carousels and dialogs can do and no section asks of them, and numbers of photos that no
 * caterer has. Each is a page of the style guide; `ComponentStateExample.tsx` shows it.
 */
export const COMPONENT_STATES = [
  'gallery-none',
  'gallery-one',
  'gallery-two',
  'gallery-five',
  'gallery-third',
  'gallery-without-dialog',
  'gallery-with-indicators',
  'hero-one',
  'hero-many',
  'dialogs',
] as const;

export type ComponentState = (typeof COMPONENT_STATES)[number];

const pathOf = (state: ComponentState) => `/stijl-${state}`;

/** The pages that show them: each has a heading, and the component below it. */
export function componentStatePages(): Page[] {
  return COMPONENT_STATES.map((state) => styleGuidePage(pathOf(state), [styleGuideTitle(state)]));
}

/** The state that a page shows; undefined for any other page. */
export function componentStateAt(path: string): ComponentState | undefined {
  return COMPONENT_STATES.find((state) => pathOf(state) === path);
}
