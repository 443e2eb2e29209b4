import { ScrollLink } from '../scroll/ScrollLink.tsx';
import { PAGE_JUMP } from '../scroll/scroll.ts';

/** First in the tab order: past bar and navigation to the page itself. */
export default function SkipLink(props: { label: string }) {
  return (
    <ScrollLink className="skip-link" to="main" motion={PAGE_JUMP}>
      {props.label}
    </ScrollLink>
  );
}
