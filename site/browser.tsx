// First: it puts the cascade's layers in order, which every component's styles rely on.
import './styles/main.css';

import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { PAGE_DATA_ID, PAGE_ROOT_ID, type PageData } from './page-data.ts';
import { loadPage } from './pages/pages.ts';
import { preparePages } from './prepared-pages.ts';

/*
 * What the browser runs: the page is complete without it. After the first paint React takes over
 * the tree that the build rendered. If that fails, the error goes to the console and the page stays
 * readable (specification, section 8, 'Startup failure').
 */
async function start() {
  const root = document.getElementById(PAGE_ROOT_ID);
  const data = document.getElementById(PAGE_DATA_ID);
  if (!root || !data) throw new Error('This document was not made by the build');
  const { shared, content } = JSON.parse(data.textContent) as PageData;
  const [Page] = await Promise.all([loadPage(content), firstPaint()]);
  hydrateRoot(
    root,
    <App shared={shared} page={content.page}>
      <Page content={content} />
    </App>,
  );
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
