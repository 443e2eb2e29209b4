import type { ComponentType } from 'react';
import Gallery from './carousel/Gallery.tsx';
import HeroCarousel from './sections/hero/HeroCarousel.tsx';
import Menu from './shell/Menu.tsx';
import PrivacyLink from './shell/PrivacyLink.tsx';
import SkipLink from './shell/SkipLink.tsx';

/**
 * Every island of the site, a line each, under the name of its module's file: publishing finds by it
 * the styles and scripts that a page needs. Small ones come in the one script of every page; a large
 * one that few pages have in a script of its own.
 */
export const islands = {
  SkipLink: () => SkipLink,
  Menu: () => Menu,
  PrivacyLink: () => PrivacyLink,
  HeroCarousel: () => HeroCarousel,
  Gallery: () => Gallery,
  EnquiryForm: () => import('./form/EnquiryForm.tsx').then(ownScript),
  // biome-ignore lint/suspicious/noExplicitAny: any component at all; `IslandComponent` is each one's own
} satisfies Record<string, () => ComponentType<any> | Promise<ComponentType<any>>>;

const ownScript = <Component>(module: { default: Component }) => module.default;

export type IslandName = keyof typeof islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;
