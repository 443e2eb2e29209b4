import { useEffect, useRef } from 'react';
import { fileTitle, pagesOf } from '../../shared/pages.ts';
import { useServerState } from '../api/queries.ts';
import { FORM_FILES } from '../draft/file-names.ts';
import { useLazyModule } from '../loading/lazy-module.ts';
import { useMayTakeFocus } from '../navigation/may-take-focus.ts';
import { hrefOf, useRoute } from '../navigation/route.ts';
import { OnlineBar } from '../online/OnlineBar.tsx';
import { PageScreen } from '../page-screen/PageScreen.tsx';
import { PagePaths } from '../rich-text/PagePaths.tsx';
import { Screens, screensModule } from '../screens/Screens.tsx';
import { notify, resolveConflict } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { showModal } from '../ui/show-modal.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

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

const useNewCount = () => useServerState()?.newEnquiries ?? 0;

/** The number of new enquiries, at their icon. */
function NewCount() {
  const count = useNewCount();
  if (count === 0) return null;
  return (
    <span className="count">
      {count}
      <span className="visually-hidden"> nieuw</span>
    </span>
  );
}

/** The number of new enquiries, on the first screen. */
function News() {
  const count = useNewCount();
  if (count === 0) return null;
  return (
    <section aria-label="Nieuwe aanvragen">
      <a className="news" href={hrefOf('aanvragen')}>
        <Icon name="mail" />
        {count === 1 ? '1 nieuwe aanvraag' : `${count} nieuwe aanvragen`}
      </a>
    </section>
  );
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

/** Alarms, which the caterer must see at once. */
function Alarms() {
  const alarms = useServerState()?.alarms ?? [];
  return (
    <div className="alarms" role="alert" hidden={alarms.length === 0}>
      {alarms.map(({ code, message }) => (
        <p key={code}>
          <Icon name="warning" /> {message}{' '}
          {code === 'undelivered' && <a href={hrefOf('aanvragen')}>Naar de aanvragen</a>}
        </p>
      ))}
    </div>
  );
}

const TOAST_MS = 8000;

function Toast() {
  const { message } = useDeskState();
  const { kind = 'done', text } = message ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal message restarts the time
  useEffect(() => {
    if (!text || kind !== 'done') return;
    const timer = setTimeout(notify, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className="toast" data-kind={kind} role={kind === 'done' ? 'status' : 'alert'}>
      {text && (
        <>
          <span>{text}</span>
          <Button kind="icon" icon="close" label="Melding sluiten" onPress={() => notify()} />
        </>
      )}
    </div>
  );
}

/** Shows both texts of a value that was also changed elsewhere, such as on another device. */
function ConflictDialog() {
  const { content, files } = useDeskState();
  const [conflict] = content.conflicts;
  if (!conflict) return null;
  const { file, mine, theirs, operations } = conflict;
  return (
    <dialog
      key={content.conflicts.length}
      aria-labelledby="conflict-title"
      ref={showModal}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">Op twee plaatsen veranderd</h2>
      <p>
        Op ‘{fileTitle(file, files[file])}’ is dezelfde plek intussen ook ergens anders veranderd.
      </p>
      <h3>Wat jij hier schreef</h3>
      <blockquote>{mine || '(weg)'}</blockquote>
      {operations.length > 0 && <Button label="Neem dit" onPress={() => resolveConflict('mine')} />}
      <h3>Wat er nu staat</h3>
      <blockquote>{theirs || '(weg)'}</blockquote>
      <Button label="Laat dit staan" onPress={() => resolveConflict('theirs')} />
    </dialog>
  );
}
