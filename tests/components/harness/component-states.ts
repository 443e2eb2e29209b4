import type { Page } from '../../../site/content.ts';
import { styleGuidePage, styleGuideTitle } from '../../../site/style-guide/style-guide-pages.ts';

/**
 * States of carousels and dialogs that no section uses, and unusual numbers of photos. Each is a
 * page of the style guide, rendered by `ComponentStateExample.tsx`.
 */
export const COMPONENT_STATES = [
  'gallery-five',
  'gallery-without-dialog',
  'gallery-with-indicators',
  'hero-one',
  'hero-many',
  'dialogs',
] as const;

export type ComponentState = (typeof COMPONENT_STATES)[number];

const pathOf = (state: ComponentState) => `/stijl-${state}`;

/** A page for each state: a heading with the component below it. */
export function componentStatePages(): Page[] {
  return COMPONENT_STATES.map((state) => styleGuidePage(pathOf(state), [styleGuideTitle(state)]));
}

/** The state that a page shows, if any. */
export function componentStateAt(path: string): ComponentState | undefined {
  return COMPONENT_STATES.find((state) => pathOf(state) === path);
}
