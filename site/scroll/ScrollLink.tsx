import type { MouseEvent, ReactNode } from 'react';
import styles from './ScrollLink.module.css';
import { isPlainClick, SCROLL_LINK, type ScrollMotion, scrollToElement } from './scroll.ts';

interface ScrollLinkProps {
  children: ReactNode;
  /** Id of the target. Default: 'scroll-content' (specification, section 2). */
  to?: string;
  /** Default: 1250 ms, ending 119 px above the target. */
  motion?: ScrollMotion;
  /** Replaces the default style, a pill with an arrow. */
  className?: string;
}

/** An in-page link that scrolls smoothly; without scripts it jumps. */
export function ScrollLink({
  children,
  to = 'scroll-content',
  motion = SCROLL_LINK,
  className,
}: ScrollLinkProps) {
  return (
    <a
      className={className ?? styles.pill}
      href={`#${to}`}
      onClick={(event) => followSmoothly(event, to, motion)}
    >
      {children}
      {className === undefined && <Arrow />}
    </a>
  );
}

/**
 * Adds the anchor to the URL, as a plain link would, so that it can be copied and 'back' returns to
 * the previous position. A second click on the same link adds no history entry.
 */
function followSmoothly(event: MouseEvent, to: string, motion: ScrollMotion) {
  const target = document.getElementById(to);
  if (!target || !isPlainClick(event)) return;
  event.preventDefault();
  const anchor = `#${to}`;
  if (window.location.hash !== anchor) window.history.pushState(null, '', anchor);
  scrollToElement(target, motion);
}

function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 3v13m-5-5 5 5 5-5" />
    </svg>
  );
}
