import type { ComponentType } from 'react';
import { retryableImport } from '../browser/retry-import.ts';
import Gallery from '../carousel/Gallery.tsx';
import HeroCarousel from '../sections/hero/HeroCarousel.tsx';
import PrivacyLink from '../shell/PrivacyLink.tsx';

const loadForm = retryableImport(() => import('../form/EnquiryForm.tsx'));

/**
 * All islands. The key is the name of an island's module, by which publishing finds its script.
 * Small islands are part of the main script; a large one that few pages need is loaded separately.
 */
export const islands = {
  PrivacyLink: () => PrivacyLink,
  HeroCarousel: () => HeroCarousel,
  Gallery: () => Gallery,
  EnquiryForm: () => loadForm().then((module) => module.default),
  // biome-ignore lint/suspicious/noExplicitAny: any component; `IslandComponent` has the exact type
} satisfies Record<string, () => ComponentType<any> | Promise<ComponentType<any>>>;

export type IslandName = keyof typeof islands;
type Load<Name extends IslandName> = (typeof islands)[Name];
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<Load<Name>>>;
