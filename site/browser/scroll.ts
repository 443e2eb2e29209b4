interface ScrollMotion {
  durationMs: number;
  /** The distance above the target at which the scroll ends. */
  offsetPx: number;
}

/** Scroll links: sections 2 ('Scroll link behaviour') and 9 of the specification. */
const SCROLL_LINK: ScrollMotion = {
  durationMs: 1250,
  offsetPx: 119,
};
/** The motion of the skip link and of form errors: section 9, 'Shell smooth-scroll setting'. */
export const PAGE_JUMP: ScrollMotion = {
  durationMs: 500,
  offsetPx: 206,
};
/** A smaller distance is not scrolled (section 9). */
const MIN_DISTANCE_PX = 2;
/** Input that stops a scroll (section 9). */
const INTERRUPTIONS = ['mousedown', 'wheel', 'touchmove', 'popstate'];
const INTERRUPTING_KEYS = /^(?: |Escape|Tab|Enter|Home|End|Page(?:Up|Down)|Arrow\w+)$/;

/** The height that stays visible for the target in a low window (400 % zoom). */
const ROOM_FOR_TARGET_PX = 260;
/** The height of the bar on a small screen, plus a label. */
const MIN_OFFSET_PX = 104;

let currentScroll: AbortController | undefined;

/** Makes links to an anchor of the same page scroll smoothly. */
export function scrollOnLinkClicks(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !isPlain(event)) return;
    const link = event.target.closest('a[href^="#"]');
    const anchor = link?.getAttribute('href') ?? '#';
    const target = document.getElementById(anchor.slice(1));
    if (!target) return;
    event.preventDefault();
    if (window.location.hash !== anchor) window.history.pushState(null, '', anchor);
    scrollToElement(target, anchor === '#scroll-content' ? SCROLL_LINK : PAGE_JUMP);
  });
}

type ModifierKey = 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey';

/** Whether the page should handle a click or key itself. */
export function isPlain(event: Pick<MouseEvent, ModifierKey | 'defaultPrevented'>): boolean {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  return !hasModifier && !event.defaultPrevented;
}

/** Scrolls to an element and focuses it. Under `prefers-reduced-motion` the page jumps. */
export function scrollToElement(target: HTMLElement, { durationMs, offsetPx }: ScrollMotion): void {
  currentScroll?.abort();
  focusTarget(target);
  const from = window.scrollY;
  // The distance is measured in each frame, because a photo that loads can move the target.
  const distance = () => destinationOf(target, offsetPx) - from;
  if (Math.abs(distance()) < MIN_DISTANCE_PX) return;
  if (prefersReducedMotion()) {
    moveTo(from + distance());
    return;
  }
  const scroll = startInterruptibleScroll();
  const startedAt = performance.now();
  let lastFrameAt = startedAt;
  requestAnimationFrame(function step() {
    if (scroll.signal.aborted) return;
    const now = performance.now();
    const leftMs = startedAt + durationMs - now;
    // It ends in the frame that is nearest to its duration, because frames of a slow device can be
    // far apart.
    const isLast = leftMs < (now - lastFrameAt) / 2;
    lastFrameAt = now;
    moveTo(from + distance() * (isLast ? 1 : easeInOut(1 - leftMs / durationMs)));
    if (isLast) scroll.abort();
    else requestAnimationFrame(step);
  });
}

/** The scroll position at which an element is `offsetPx` below the top of the window. */
function destinationOf(target: Element, offsetPx: number): number {
  const room = Math.max(MIN_OFFSET_PX, innerHeight - ROOM_FOR_TARGET_PX);
  const top = target.getBoundingClientRect().top + window.scrollY;
  const wanted = top - Math.min(offsetPx, room);
  const last = document.documentElement.scrollHeight - innerHeight;
  return Math.max(0, Math.min(wanted, last));
}

/** Eases a motion with a cubic curve. `progress` and the result go from 0 to 1. */
function easeInOut(progress: number): number {
  if (progress < 0.5) return 4 * progress ** 3;
  return 1 - (2 - 2 * progress) ** 3 / 2;
}

export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Starts a scroll and returns its abort controller. Input from the visitor aborts it. */
function startInterruptibleScroll(): AbortController {
  const scroll = new AbortController();
  const options = {
    capture: true,
    passive: true,
    signal: scroll.signal,
  };
  const stop = () => scroll.abort();
  for (const type of INTERRUPTIONS) window.addEventListener(type, stop, options);
  const stopByKey = ({ key }: KeyboardEvent) => {
    if (INTERRUPTING_KEYS.test(key)) stop();
  };
  window.addEventListener('keydown', stopByKey, options);
  currentScroll = scroll;
  return scroll;
}

/** Ignores the style sheet's `scroll-behavior`. */
function moveTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}

/** Focuses the target, so that Tab continues from there. */
function focusTarget(target: HTMLElement) {
  target.focus({ preventScroll: true });
  if (target.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  const restore = () => target.removeAttribute('tabindex');
  target.addEventListener('blur', restore, { once: true });
}
