/*
 * What the browser runs in the tests' own release: the site, and on the pages that need it an island
 * that no section has.
 */
if (document.querySelector('[data-island=StatefulExample]')) {
  import('../../../site/islands.ts').then(({ islands }) => {
    const own = () => import('./StatefulExample.tsx').then((module) => module.default);
    Object.assign(islands, { StatefulExample: own });
  });
}

import '../../../site/browser.ts';
