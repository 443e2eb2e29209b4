import { scrollOnLinkClicks } from './browser/scroll.ts';
import { enablePrerendering } from './browser/speculation-rules.ts';

/** The longest time that the scripts wait for the hero photo. */
const HERO_PHOTO_TIMEOUT_MS = 3000;
/** The scroll range of the bar's animation (TopBar.module.css). */
const BAR_AT_TOP_PX = 8;
const SCROLL_THROTTLE_MS = 20;

/**
 * Loads the scripts of a page, which is complete without them, once the hero photo has loaded and
 * been painted, so that the two do not compete for bandwidth.
 */
async function start() {
  await waitForHeroPhoto();
  await waitForPaint();
  preloadModules();
  const { hydrateIslands } = await import('./islands/hydrate.tsx');
  await hydrateIslands(document);
  repeatEarlyKeys();
  // The style sheet and the tests use this attribute.
  document.documentElement.dataset.started = '';
}

/**
 * Queues arrow keys, which move a carousel (`use-arrow-keys.ts`), until the islands have started:
 * React replays clicks that precede hydration, but not keys.
 *
 * @returns a function that dispatches the queued keys again
 */
function keepArrowKeys(): () => void {
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') early.push(event);
  };
  document.addEventListener('keydown', keep);
  return () => {
    document.removeEventListener('keydown', keep);
    for (const event of early) {
      if (event.defaultPrevented) continue;
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      const options = { key, altKey, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true };
      (event.target ?? document).dispatchEvent(new KeyboardEvent('keydown', options));
    }
  };
}

/** Resolves after the next frame, or at once in a hidden tab, which does not paint. */
function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Resolves when the high-priority photo has loaded or failed. */
function waitForHeroPhoto(): Promise<void> {
  const photo = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  return new Promise((resolve) => {
    if (!photo || photo.complete) return resolve();
    setTimeout(resolve, HERO_PHOTO_TIMEOUT_MS);
    photo.addEventListener('load', () => resolve());
    photo.addEventListener('error', () => resolve());
  });
}

/**
 * Preloads the modules of a page whose document does not preload them, because a browser finds them
 * late, when it has loaded what imports them.
 */
function preloadModules() {
  const script = document.querySelector<HTMLElement>('script[data-modules]');
  const modules = script?.dataset.modules?.split(' ') ?? [];
  for (const href of modules.filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Makes the bar transparent at the top of a hero. Browsers with scroll timelines do this in CSS;
 * Firefox, and Safari before 26, lack them.
 */
function markBarAtTop() {
  const bar = document.querySelector<HTMLElement>('[data-over-photo="true"]');
  if (!bar || CSS.supports('animation-timeline: scroll()')) return;
  const mark = () => {
    bar.dataset.atTop = String(window.scrollY < BAR_AT_TOP_PX);
  };
  mark();
  window.addEventListener('scroll', throttled(mark), { passive: true });
}

/**
 * Throttles an action to one call every 20 ms, with a call after the last event (specification,
 * section 9).
 */
function throttled(action: () => void): () => void {
  let isWaiting = false;
  const end = () => {
    isWaiting = false;
    action();
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(end, SCROLL_THROTTLE_MS);
  };
}

/**
 * Closes the menu when one of its links is followed. Otherwise 'Back' restores the page with an
 * open menu.
 */
function closeMenuOnLinkClicks() {
  const menu = document.querySelector<HTMLElement>('#menu');
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover?.();
  });
}

// The page is in the frame of the privacy dialog, in which links of the bar would navigate.
if (window.self !== window.top) document.documentElement.dataset.framed = '';
markBarAtTop();
closeMenuOnLinkClicks();
scrollOnLinkClicks();
enablePrerendering();
// A production bundle does not contain this.
if (import.meta.env.MODE === 'development') import('./browser/reload.ts');
const repeatEarlyKeys = keepArrowKeys();
start().catch((error: unknown) => {
  // The specification asks for this message (section 8, 'Startup failure').
  console.error('The page could not be started:', error);
});
