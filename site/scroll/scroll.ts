import { prefersReducedMotion } from './reduced-motion.ts';

/** Duration and end position of an in-page scroll. */
export interface ScrollMotion {
  durationMs: number;
  /** Distance above the target where it ends, in pixels. */
  offset: number;
}

/** Scroll links: sections 2 ('Scroll link behaviour') and 9 of the specification. */
export const SCROLL_LINK: ScrollMotion = { durationMs: 1250, offset: 119 };
/** Skip link, form error: section 9, 'Shell smooth-scroll setting'. */
export const PAGE_JUMP: ScrollMotion = { durationMs: 500, offset: 206 };
/** A smaller distance is not scrolled (section 9). */
export const MINIMUM_DISTANCE_PX = 2;

/** Height that a low window (400 % zoom) keeps for the target. */
const ROOM_FOR_TARGET_PX = 260;
/** Height of the bar on a small screen, plus a label. */
const MIN_OFFSET_PX = 104;

/** Keys that stop a scroll at once, as do mouse down, wheel and touch move (section 9). */
export const INTERRUPTING_KEYS: readonly string[] = [
  ' ',
  'Escape',
  'Tab',
  'Enter',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
];

/** Scroll position after `elapsedMs`, in pixels, with ease-in-out. */
export function scrollPosition(
  from: number,
  to: number,
  elapsedMs: number,
  durationMs: number,
): number {
  if (elapsedMs >= durationMs) return to;
  const part = Math.max(0, elapsedMs / durationMs);
  const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
  return from + (to - from) * eased;
}

/** The offset, reduced in a low window so that the target stays visible. In pixels. */
export function offsetIn(windowHeight: number, offset: number): number {
  return Math.min(offset, Math.max(MIN_OFFSET_PX, windowHeight - ROOM_FOR_TARGET_PX));
}

/** Scroll position that shows the target, limited to the page. In pixels. */
export function scrollDestination(targetTop: number, offset: number, lastPosition: number): number {
  return Math.max(0, Math.min(targetTop - offset, lastPosition));
}

let stopCurrent: (() => void) | undefined;

/**
 * Scrolls to an element and moves the focus there, as a browser does for a link to an anchor.
 *
 * The destination is measured again in each frame, because a photo that loads meanwhile can move
 * it. Under `prefers-reduced-motion` the page jumps.
 */
export function scrollToElement(target: HTMLElement, motion: ScrollMotion): void {
  stopCurrent?.();
  focusTarget(target);
  const from = window.scrollY;
  const destination = () =>
    scrollDestination(
      target.getBoundingClientRect().top + window.scrollY,
      offsetIn(window.innerHeight, motion.offset),
      document.documentElement.scrollHeight - window.innerHeight,
    );
  if (Math.abs(destination() - from) < MINIMUM_DISTANCE_PX) return;
  if (prefersReducedMotion()) {
    moveTo(destination());
    return;
  }
  animate((elapsedMs) => {
    moveTo(scrollPosition(from, destination(), elapsedMs, motion.durationMs));
    return elapsedMs < motion.durationMs;
  });
}

/** Runs `step` in every frame until it returns false or the visitor interrupts. */
function animate(step: (elapsedMs: number) => boolean): void {
  const listeners = new AbortController();
  const startedAt = performance.now();
  let frame = requestAnimationFrame(function next() {
    if (step(performance.now() - startedAt)) frame = requestAnimationFrame(next);
    else stop();
  });
  function stop() {
    cancelAnimationFrame(frame);
    listeners.abort();
    if (stopCurrent === stop) stopCurrent = undefined;
  }
  stopCurrent = stop;
  const options = { capture: true, passive: true, signal: listeners.signal };
  for (const type of ['mousedown', 'wheel', 'touchmove', 'popstate']) {
    window.addEventListener(type, stop, options);
  }
  window.addEventListener(
    'keydown',
    (event) => {
      if (INTERRUPTING_KEYS.includes(event.key)) stop();
    },
    options,
  );
}

/** Ignores the style sheet's `scroll-behavior`. */
function moveTo(top: number) {
  window.scrollTo({ top, behavior: 'instant' });
}

/**
 * Focuses the target, so that Tab continues from there. Makes it focusable until it loses the
 * focus.
 */
function focusTarget(target: HTMLElement) {
  target.focus({ preventScroll: true });
  if (document.activeElement === target || target.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
}

/** The properties of a mouse event that distinguish a plain click from 'open in a new tab'. */
interface Click {
  button: number;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
}

/** Whether the page should handle a click on a link, rather than the browser. */
export function isPlainClick(click: Click): boolean {
  const hasModifier = click.altKey || click.ctrlKey || click.metaKey || click.shiftKey;
  return click.button === 0 && !hasModifier && !click.defaultPrevented;
}
