import { type SectionKind, sectionKinds } from '../../site/sections/index.ts';
import { STYLE_GUIDE_PATH } from '../../site/style-guide/style-guide-pages.ts';

/** Pages of the style guide: the list, and one for each kind of section. */
export function styleGuidePaths(): string[] {
  const kinds = Object.keys(sectionKinds) as SectionKind[];
  return [STYLE_GUIDE_PATH, ...kinds.map(styleGuidePath)];
}

export function styleGuidePath(kind: SectionKind): string {
  return `${STYLE_GUIDE_PATH}-${kind}`;
}
