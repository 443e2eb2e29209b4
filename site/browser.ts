import { preparePages } from './prepared-pages.ts';
import { scrollOnLinkClicks } from './scroll/scroll.ts';

/** Maximum time that the hero photo delays the scripts. */
const MAX_WAIT_MS = 3000;
/** Scroll range of the bar's animation (TopBar.module.css). */
const BAR_AT_TOP_PX = 8;

/*
 * Entry point in the browser. The page is complete without it. After the first paint, and once the
 * hero photo no longer competes for bandwidth, the remaining scripts are fetched: one script in
 * which React hydrates the islands, and the scripts that few pages need. If that fails, the error
 * goes to the console and the page stays readable (specification, section 8, 'Startup failure').
 */
async function start() {
  await Promise.all([firstPaint(), heroPhoto()]);
  preloadModules();
  const { hydrateIslands } = await import('./hydrate.tsx');
  await hydrateIslands(document);
  // The style sheet and the tests read this.
  document.documentElement.dataset.started = '';
}

/** Resolves after the first frame; at once in a hidden tab, which does not paint. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Resolves when the high-priority photo has loaded or failed, or after {@link MAX_WAIT_MS}. */
function heroPhoto(): Promise<void> {
  const photo = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  return new Promise((resolve) => {
    if (!photo || photo.complete) return resolve();
    setTimeout(resolve, MAX_WAIT_MS);
    for (const end of ['load', 'error']) photo.addEventListener(end, () => resolve());
  });
}

/**
 * Preloads modules that would otherwise be discovered only after their importer has loaded
 * (`site/document.ts`).
 */
function preloadModules() {
  const { modules = '' } =
    document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {};
  for (const href of modules.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
}

/**
 * The bar is transparent over a hero at the top of the page. CSS does this with a scroll timeline;
 * this is the fallback for Firefox, which lacks them.
 */
function markBarAtTop() {
  const bar = document.querySelector<HTMLElement>('[data-over-photo="true"]');
  if (!bar || CSS.supports('animation-timeline: scroll()')) return;
  const mark = () => {
    bar.dataset.atTop = String(window.scrollY < BAR_AT_TOP_PX);
  };
  mark();
  window.addEventListener('scroll', mark, { passive: true });
}

/** Otherwise the menu is open when 'back' restores the page it was left on. */
function closeMenuOnLinkClicks() {
  const menu = document.querySelector<HTMLElement>('#menu');
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover();
  });
}

// The privacy dialog shows /privacy in a frame. Links in the bar and the footer would navigate that
// frame.
if (window.self !== window.top) document.documentElement.dataset.framed = '';
markBarAtTop();
closeMenuOnLinkClicks();
scrollOnLinkClicks();
preparePages();
start().catch((error: unknown) => console.error('The page could not be started:', error));
