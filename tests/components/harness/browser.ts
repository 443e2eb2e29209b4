import '../../../site/browser.ts';

/*
 * What the browser runs in the tests' own release: the site, and on one page an island that no
 * section has. It is no island until the site knows its code, or the site would find none.
 */
const own = document.querySelector<HTMLElement>('[data-island=Dialogs]');
if (own) {
  own.removeAttribute('data-island');
  const parts = [
    import('../../../site/islands.ts'),
    import('../../../site/hydrate.tsx'),
    import('./Dialogs.tsx'),
  ] as const;
  Promise.all(parts).then(([{ islands }, { hydrateIslands }, { default: Dialogs }]) => {
    Object.assign(islands, { Dialogs: () => Dialogs });
    own.dataset.island = 'Dialogs';
    const page = { querySelectorAll: () => [own] };
    return hydrateIslands(page as unknown as Document);
  });
}
