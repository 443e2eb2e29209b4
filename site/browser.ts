import { scrollOnLinkClicks } from './browser/scroll.ts';
import { enablePrerendering } from './browser/speculation-rules.ts';

/** The longest time that the hero photo delays the scripts. */
const MAX_WAIT_MS = 3000;
/** The scroll range of the bar's animation (TopBar.module.css). */
const BAR_AT_TOP_PX = 8;
const SCROLL_THROTTLE_MS = 20;

/* Starts the scripts of a page, which is complete without them. The other scripts run after the
   first paint, and are fetched when the hero photo no longer competes for bandwidth. */
async function start() {
  await Promise.all([firstPaint(), heroPhoto()]);
  preloadModules();
  const { hydrateIslands } = await import('./browser/hydrate.tsx');
  await hydrateIslands(document);
  repeatEarlyKeys();
  // The style sheet and the tests read this.
  document.documentElement.dataset.started = '';
}

/**
 * Remembers the arrow keys that move a carousel (`use-arrow-keys.ts`) until the islands have
 * started: React replays a click that came before, but no key.
 *
 * @returns a function that repeats those that nothing has handled
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

/** Resolves after the first frame, or at once in a hidden tab, which does not paint. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Resolves when the high-priority photo has loaded or failed. */
function heroPhoto(): Promise<void> {
  const photo = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  return new Promise((resolve) => {
    if (!photo || photo.complete) return resolve();
    setTimeout(resolve, MAX_WAIT_MS);
    photo.addEventListener('load', () => resolve());
    photo.addEventListener('error', () => resolve());
  });
}

/**
 * Preloads modules that are otherwise found late, through their importer, on a page whose document
 * does not preload them.
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
 * Does what scroll timelines do elsewhere, for Firefox: the bar is transparent at the top of a
 * hero.
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
 * Limits calls to one every 20 ms, and calls once after the last event (specification, section 9).
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

/** Without this the menu is open when 'back' restores the page it was left on. */
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
