import { useEffect, useRef } from 'react';
import { pagesOf } from '../../shared/pages.ts';
import { FORM_FILES } from '../draft/file-names.ts';
import { useLazyModule } from '../loading/lazy-module.ts';
import { useMayTakeFocus } from '../navigation/may-take-focus.ts';
import { hrefOf, useRoute } from '../navigation/route.ts';
import { OnlineBar } from '../online/OnlineBar.tsx';
import { PageScreen } from '../page-screen/PageScreen.tsx';
import { PagePaths } from '../rich-text/PagePaths.tsx';
import { Screens, screensModule } from '../screens/Screens.tsx';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Alarms } from './Alarms.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NewCount, News } from './NewEnquiries.tsx';
import { Toast } from './Toast.tsx';

/** The tabs, each with the first words of its addresses. */
const TABS: [title: string, icon: IconName, words: string[]][] = [
  ['Pagina’s', 'page', ['paginas', 'pagina', '']],
  ['Foto’s', 'photo', ['fotos']],
  ['Aanvragen', 'mail', ['aanvragen']],
  ['Meer', 'more', ['meer', 'online']],
];

export function Shell() {
  const { files } = useDeskState();
  const route = useRoute();
  const [word = '', name = ''] = route;
  const main = useRef<HTMLElement>(null);
  const form = FORM_FILES.find((file) => word === 'meer' && file === name);
  const isPage = word === '' || word === 'pagina' || form !== undefined;
  const address = route.join('/');
  const isLoaded = useLazyModule(screensModule, !isPage).module !== undefined;
  const mayTakeFocus = useMayTakeFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen gets the focus
  useEffect(() => {
    const heading = main.current?.querySelector('h1')?.textContent;
    document.title = `${heading ?? 'Pagina'} – Werktafel`;
    if (isPage || !mayTakeFocus(address)) return;
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [address, isPage, isLoaded]);
  return (
    <div className="shell" data-page={isPage || undefined} data-sheet={isSheet(route) || undefined}>
      <Button
        kind="skip"
        label={isPage ? 'Naar de pagina' : 'Naar de inhoud'}
        onPress={() => (isPage ? focusPage() : main.current?.focus())}
      />
      <OnlineBar />
      <div className="top">
        <Alarms />
        {word === '' && <News />}
      </div>
      <nav className="tabs" aria-label="Onderdelen">
        {TABS.map(([title, icon, words]) => (
          <a
            key={title}
            href={hrefOf(words[0] ?? '')}
            aria-current={words.includes(word) ? 'page' : undefined}
          >
            <Icon name={icon} />
            {title}
            {words.includes('aanvragen') && <NewCount />}
          </a>
        ))}
      </nav>
      <main tabIndex={-1} ref={main}>
        {/* The page is hidden and not unmounted, so that it need not load again. */}
        <div className="page-area" hidden={!isPage}>
          <ErrorBoundary>
            <PageScreen segments={word === 'pagina' ? route.slice(1) : []} form={form} />
          </ErrorBoundary>
        </div>
        {!isPage && (
          <ErrorBoundary key={address}>
            <Screens>
              {({ screenAt }) => {
                const Screen = screenAt(address);
                return <Screen name={name} />;
              }}
            </Screens>
          </ErrorBoundary>
        )}
      </main>
      <PagePaths paths={pagesOf(files).map(({ page }) => page.path)} />
      <Toast />
      <ConflictDialog />
    </div>
  );
}

/** Whether a panel lies over the page on a phone: its parts, or the fields of one. */
function isSheet([word, , panel = '', detail]: string[]): boolean {
  return word === 'pagina' && (detail !== undefined || /\D/.test(panel));
}

/**
 * Focuses the first text of the chosen section or, without one, of the page. It is for the skip
 * link, because the outline precedes the page.
 */
function focusPage() {
  const page = document.querySelector<HTMLIFrameElement>('.page-frame iframe')?.contentDocument;
  const texts = ['[data-chosen] [data-text]', 'main [data-text]', '[data-text]'];
  const found = texts.map((selector) => page?.querySelector<HTMLElement>(selector));
  found.find(Boolean)?.focus();
}
