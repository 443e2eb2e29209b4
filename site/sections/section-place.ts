import { hasHeading, type Section, traitsOf } from './index.ts';
import type { SectionPlace } from './section.ts';

/** Id that scroll links point to (specification, section 2, 'Scroll link behaviour'). */
export const SCROLL_TARGET = 'scroll-content';

/** The position of a section on its page. */
export function placeOf(sections: Pick<Section, 'kind' | 'anchor'>[], index: number): SectionPlace {
  const { kind, anchor } = sections[index] as Section;
  const above = sections.slice(0, index);
  const [before] = above.slice(-1);
  const isScrollTarget = before !== undefined && traitsOf(before).liesUnderTopBar === true;
  const name = anchor ?? `${kind}-${index + 1}`;
  return {
    elementId: isScrollTarget ? SCROLL_TARGET : undefined,
    headingId: name,
    Heading: above.some((section) => hasHeading(section.kind)) ? 'h2' : 'h1',
    isFirst: index === 0,
    nth: above.filter((section) => section.kind === kind).length,
  };
}
