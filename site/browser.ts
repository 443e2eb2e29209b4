import { preparePages } from './prepared-pages.ts';
import { markBarAtTop } from './shell/bar-at-top.ts';

/** A photo that takes longer than this no longer delays the menu. */
const LONGEST_WAIT_MS = 3000;

/*
 * What the browser runs: the page is complete without it. After the first paint, and once the hero's
 * photo no longer needs the line, the rest is fetched: one script, in which React takes over the
 * islands, and beside it what few pages need. If that fails, the error goes to the console and the
 * page stays readable (specification, section 8, 'Startup failure').
 */
async function start() {
  await Promise.all([firstPaint(), heroPhoto()]);
  fetchAlongside();
  const { wakeIslands } = await import('./wake.tsx');
  await wakeIslands(document);
  // Read by the style sheet and by tests.
  document.documentElement.dataset.started = '';
}

/** Resolves after the frame that shows the page; at once in a hidden tab, which paints none. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Resolves when the photo that was asked for before all else is there, or will not come. */
function heroPhoto(): Promise<void> {
  const photo = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  return new Promise((resolve) => {
    if (!photo || photo.complete) return resolve();
    setTimeout(resolve, LONGEST_WAIT_MS);
    for (const end of ['load', 'error']) photo.addEventListener(end, () => resolve());
  });
}

/** Scripts that the first one would ask for only once it has come itself (`site/document.ts`). */
function fetchAlongside() {
  const { modules = '' } =
    document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {};
  for (const href of modules.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
}

// The privacy dialog frames /privacy: there bar and footer would only lead the frame astray.
if (window.self !== window.top) document.documentElement.dataset.framed = '';
markBarAtTop();
preparePages();
start().catch((error: unknown) => console.error('The page could not be started:', error));
