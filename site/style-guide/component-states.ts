/** What only a parent with a state of its own can show; `StatefulExample.tsx` is one. */
export const STATEFUL_EXAMPLES = ['gallery-reporting', 'hero-removable', 'dialogs'] as const;

export type StatefulExampleName = (typeof STATEFUL_EXAMPLES)[number];

/**
 * What carousels and dialogs can do and no section asks of them, and numbers of photos that no
 * caterer has. Each is a page of the style guide; `ComponentStateExample.tsx` shows it.
 */
export const COMPONENT_STATES = [
  'gallery-none',
  'gallery-one',
  'gallery-two',
  'gallery-many',
  'gallery-third',
  'gallery-without-dialog',
  'gallery-with-indicators',
  'hero-one',
  'hero-many',
  ...STATEFUL_EXAMPLES,
] as const;

export type ComponentState = (typeof COMPONENT_STATES)[number];
