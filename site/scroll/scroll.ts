/** Duration and end position of an in-page scroll. */
interface ScrollMotion {
  durationMs: number;
  /** Distance above the target where it ends, in pixels. */
  offset: number;
}

/** Scroll links: sections 2 ('Scroll link behaviour') and 9 of the specification. */
const SCROLL_LINK: ScrollMotion = { durationMs: 1250, offset: 119 };
/** Skip link, form error: section 9, 'Shell smooth-scroll setting'. */
export const PAGE_JUMP: ScrollMotion = { durationMs: 500, offset: 206 };
/** A smaller distance is not scrolled (section 9). */
export const MINIMUM_DISTANCE_PX = 2;
/** Events that stop a scroll, as do these keys (section 9). */
const INTERRUPTIONS = ['mousedown', 'wheel', 'touchmove', 'popstate'];
const INTERRUPTING_KEYS = /^( |Escape|Tab|Enter|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right))$/;

/** Height that a low window (400 % zoom) keeps for the target. */
const ROOM_FOR_TARGET_PX = 260;
/** Height of the bar on a small screen, plus a label. */
const MIN_OFFSET_PX = 104;

let current: AbortController | undefined;

/**
 * Makes every link to an anchor of the same page scroll smoothly; without scripts it jumps.
 *
 * Adds the anchor to the URL, as the browser would, so that it can be copied and 'back' returns to
 * the previous position. A second click on the same link adds no history entry.
 */
export function scrollOnLinkClicks(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !isPlainClick(event)) return;
    const anchor = event.target.closest('a[href^="#"]')?.getAttribute('href') ?? '#';
    const target = document.getElementById(anchor.slice(1));
    if (!target) return;
    event.preventDefault();
    if (window.location.hash !== anchor) window.history.pushState(null, '', anchor);
    scrollToElement(target, anchor === '#scroll-content' ? SCROLL_LINK : PAGE_JUMP);
  });
}

/** Whether the page should handle a click on a link, rather than the browser. */
export function isPlainClick(
  event: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'>,
): boolean {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  return !hasModifier && !event.defaultPrevented;
}

/**
 * Scrolls to an element with ease-in-out and moves the focus there, as a browser does for a link to
 * an anchor. Under `prefers-reduced-motion` the page jumps.
 */
export function scrollToElement(target: HTMLElement, { durationMs, offset }: ScrollMotion): void {
  current?.abort();
  focusTarget(target);
  const from = window.scrollY;
  // Measured again in each frame, because a photo that loads meanwhile can move the target.
  const destination = () => {
    const above = Math.min(offset, Math.max(MIN_OFFSET_PX, innerHeight - ROOM_FOR_TARGET_PX));
    const top = target.getBoundingClientRect().top + window.scrollY - above;
    const last = document.documentElement.scrollHeight - innerHeight;
    return Math.max(0, Math.min(top, last));
  };
  if (Math.abs(destination() - from) < MINIMUM_DISTANCE_PX) return;
  if (prefersReducedMotion()) {
    moveTo(destination());
    return;
  }
  const scroll = stopWhenInterrupted();
  const startedAt = performance.now();
  requestAnimationFrame(function step() {
    if (scroll.signal.aborted) return;
    const part = Math.min(1, (performance.now() - startedAt) / durationMs);
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
    moveTo(from + (destination() - from) * eased);
    if (part < 1) requestAnimationFrame(step);
    else scroll.abort();
  });
}

/** The visitor's preference for reduced motion (Media Queries Level 5). */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The scroll that starts now, which any input for something else aborts. */
function stopWhenInterrupted(): AbortController {
  const scroll = new AbortController();
  const options = { capture: true, passive: true, signal: scroll.signal };
  for (const type of INTERRUPTIONS) window.addEventListener(type, () => scroll.abort(), options);
  window.addEventListener(
    'keydown',
    ({ key }) => INTERRUPTING_KEYS.test(key) && scroll.abort(),
    options,
  );
  current = scroll;
  return scroll;
}

/** Ignores the style sheet's `scroll-behavior`. */
function moveTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}

/**
 * Focuses the target, so that Tab continues from there. Makes it focusable until it loses the
 * focus.
 */
function focusTarget(target: HTMLElement) {
  target.focus({ preventScroll: true });
  if (target.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
}
