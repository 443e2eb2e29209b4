import { prefersReducedMotion } from './reduced-motion.ts';

/** How an in-page jump moves. */
export interface ScrollMotion {
  durationMs: number;
  /** How far above the target it stops, in pixels. */
  offset: number;
}

/** Scroll links: sections 2 ('Scroll link behaviour') and 9 of the specification. */
export const SCROLL_LINK: ScrollMotion = { durationMs: 1250, offset: 119 };
/** Skip link, form error: section 9, 'Shell smooth-scroll setting'. */
export const PAGE_JUMP: ScrollMotion = { durationMs: 500, offset: 206 };
/** Nearer than this, the page stays where it is. Section 9. */
export const MINIMUM_DISTANCE_PX = 2;

/** A low window (a zoom of 400 %) keeps this much of its height for the target, in pixels. */
const ROOM_FOR_TARGET_PX = 260;
/** What stands above a target there, in pixels: the bar of a small screen, and a label. */
const LEAST_OFFSET_PX = 104;

/** Any of these keys stops a scroll at once, as do mouse down, wheel and touch move. Section 9. */
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

/** Where the page stands after `elapsedMs`, in pixels: slow, fast, slow. */
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

/**
 * How far above its target a jump stops, in pixels: as specified, but never so far that a low window
 * has no room left for the target itself.
 */
export function offsetIn(windowHeight: number, offset: number): number {
  return Math.min(offset, Math.max(LEAST_OFFSET_PX, windowHeight - ROOM_FOR_TARGET_PX));
}

/** How far down the page must stand to show the target, in pixels; never outside the page. */
export function scrollDestination(targetTop: number, offset: number, lastPosition: number): number {
  return Math.max(0, Math.min(targetTop - offset, lastPosition));
}

let stopCurrent: (() => void) | undefined;

/**
 * Scrolls to an element and moves the focus there, as a browser does for a link to an anchor.
 *
 * The first toolkit moved the page every 10 ms; here it moves with every frame, which is what that
 * stood for. The destination is measured again in each, so that a photo arriving on the way does not
 * make it miss. Under `prefers-reduced-motion` the page jumps.
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

/** Runs `step` in every frame until it returns false or the visitor does anything. */
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

/** Whatever `scroll-behavior` a stylesheet sets. */
function moveTo(top: number) {
  window.scrollTo({ top, behavior: 'instant' });
}

/** So that Tab goes on from there. An element that takes no focus takes it until it loses it. */
function focusTarget(target: HTMLElement) {
  target.focus({ preventScroll: true });
  if (document.activeElement === target || target.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
}

/** The parts of a mouse event that tell a plain click from 'open in a new tab'. */
interface Click {
  button: number;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
}

/** Whether a click on a link asks for what the page does with it, not for the browser's own ways. */
export function isPlainClick(click: Click): boolean {
  const hasModifier = click.altKey || click.ctrlKey || click.metaKey || click.shiftKey;
  return click.button === 0 && !hasModifier && !click.defaultPrevented;
}
