import '../../../site/browser.ts';

/*
 * Browser entry of the tests' release: the site, plus one island that no section has. Its attribute
 * is removed until its component is registered, because the site would not find it.
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
