import type { ComponentType } from 'react';

/**
 * Every island of the site, a line each, under the name of its module's file: publishing finds by it
 * the scripts that a page needs.
 */
export const islands = {
  SkipLink: () => import('./shell/SkipLink.tsx'),
  Menu: () => import('./shell/Menu.tsx'),
  PrivacyLink: () => import('./shell/PrivacyLink.tsx'),
  HeroCarousel: () => import('./sections/hero/HeroCarousel.tsx'),
  Gallery: () => import('./carousel/Gallery.tsx'),
  NearestPage: () => import('./sections/not-found/NearestPage.tsx'),
  EnquiryForm: () => import('./form/EnquiryForm.tsx'),
  /** Bundled with the style guide only. */
  StatefulExample: () =>
    import.meta.env.WITH_STYLE_GUIDE
      ? import('./style-guide/StatefulExample.tsx')
      : Promise.reject(new Error('The style guide is not bundled')),
} satisfies Record<string, () => Promise<IslandModule>>;

interface IslandModule {
  // biome-ignore lint/suspicious/noExplicitAny: any component at all; `IslandComponent` is each one's own
  default: ComponentType<any>;
}

export type IslandName = keyof typeof islands;
export type IslandComponent<Name extends IslandName> = Awaited<
  ReturnType<(typeof islands)[Name]>
>['default'];
