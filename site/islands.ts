import type { ComponentProps, ComponentType } from 'react';

/** Every island of the site, a line each: its name in the document, and its module. */
export const islands = {
  'skip-link': () => import('./shell/SkipLink.tsx'),
  menu: () => import('./shell/Menu.tsx'),
  'privacy-link': () => import('./shell/PrivacyLink.tsx'),
  hero: () => import('./sections/hero/HeroCarousel.tsx'),
  gallery: () => import('./carousel/Gallery.tsx'),
  'enquiry-form': () => import('./form/EnquiryForm.tsx'),
} satisfies Record<string, () => Promise<IslandModule>>;

interface IslandModule {
  // biome-ignore lint/suspicious/noExplicitAny: any component at all; `IslandProps` has each one's own
  default: ComponentType<any>;
}

export type IslandName = keyof typeof islands;
export type IslandProps<Name extends IslandName> = ComponentProps<
  Awaited<ReturnType<(typeof islands)[Name]>>['default']
>;
