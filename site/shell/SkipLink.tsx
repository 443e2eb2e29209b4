import { ScrollLink } from '../scroll/ScrollLink.tsx';
import { PAGE_JUMP } from '../scroll/scroll.ts';

/** Link to the main content, first in the tab order. */
export default function SkipLink(props: { label: string }) {
  return (
    <ScrollLink className="skip-link" to="main" motion={PAGE_JUMP}>
      {props.label}
    </ScrollLink>
  );
}
