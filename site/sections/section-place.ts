import type { Section } from './index.ts';
import type { SectionPlace } from './section.ts';

/** Where a scroll link leads (specification, section 2, 'Scroll link behaviour'). */
const SCROLL_TARGET = 'scroll-content';

/** Where a page's section stands among the others. */
export function placeOf(sections: Pick<Section, 'kind' | 'anchor'>[], index: number): SectionPlace {
  const { kind, anchor } = sections[index] as Section;
  const above = sections.slice(0, index);
  const isScrollTarget = above.at(-1)?.kind === 'hero';
  const name = anchor ?? `${kind}-${index + 1}`;
  return {
    elementId: isScrollTarget ? SCROLL_TARGET : anchor,
    headingId: isScrollTarget ? name : `${name}-heading`,
    Heading: index === 0 ? 'h1' : 'h2',
    nth: above.filter((section) => section.kind === kind).length,
  };
}
