import { preparePages } from './prepared-pages.ts';

/*
 * What the browser runs: the page is complete without it. After the first paint React takes over
 * the islands. If that fails, the error goes to the console and the page stays readable
 * (specification, section 8, 'Startup failure').
 */
async function start() {
  await firstPaint();
  const { wakeIslands } = await import('./wake.tsx');
  await wakeIslands(document);
  // From here on script has taken over: for the style sheet, and for whoever looks.
  document.documentElement.dataset.started = '';
}

/** Resolves after the frame that shows the page; at once in a hidden tab, which paints none. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

// The privacy dialog frames /privacy: there bar and footer would only lead the frame astray.
if (window.self !== window.top) document.documentElement.dataset.framed = '';
preparePages();
start().catch((error: unknown) => console.error('The page could not be started:', error));
