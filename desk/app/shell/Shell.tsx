import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Value } from '../../operations.ts';
import { titleOf } from '../../titles.ts';
import { handleShortcut, notify, resolveConflict } from '../content/store.ts';
import { set, useDesk, useDeskState } from '../desk.ts';
import { EnquiriesScreen } from '../enquiries/EnquiriesScreen.tsx';
import { FORMS } from '../more/FormScreen.tsx';
import { MORE_SCREENS, MoreScreen } from '../more/MoreScreen.tsx';
import { OnlineBar } from '../online/OnlineBar.tsx';
import { OnlineScreen } from '../online/OnlineScreen.tsx';
import { PageScreen } from '../pages/PageScreen.tsx';
import { PagesScreen } from '../pages/PagesScreen.tsx';
import { placesIn } from '../pages/use-page-context.ts';
import { PhotosScreen } from '../photos/Photos.tsx';
import { Places } from '../rich-text/RichTextEditor.tsx';
import { hrefOf, useRoute } from '../route.ts';
import { Icon, type IconName } from './icons.tsx';
import { Button } from './parts.tsx';

/** The four places, each with the first parts of the addresses that belong to it. */
const PLACES: [title: string, icon: IconName, words: string[]][] = [
  ['Pagina’s', 'page', ['paginas', 'pagina', '']],
  ['Foto’s', 'photo', ['fotos']],
  ['Aanvragen', 'mail', ['aanvragen']],
  ['Meer', 'more', ['meer', 'online']],
];

/** The frame of every screen: undo, what is not online yet, 'Zet online', and the four places. */
export function Shell() {
  const { files } = useDesk();
  const route = useRoute();
  const [word = '', screen = ''] = route;
  const main = useRef<HTMLElement>(null);
  const isForm = word === 'meer' && screen in FORMS;
  const isPage = word === '' || word === 'pagina' || isForm;
  const place = route.join('/');
  useEffect(() => {
    const heading = main.current?.querySelector('h1')?.textContent;
    document.title = `${heading ?? 'Pagina'} – Werktafel`;
    if (isPage) return;
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [place, isPage]);
  const onKey = useEffectEvent((event: KeyboardEvent) => handleShortcut(event));
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="shell" data-page={isPage || undefined}>
      <OnlineBar />
      <Alarms />
      <nav className="places" aria-label="Onderdelen">
        <ul>
          {PLACES.map(([title, icon, words]) => (
            <li key={title}>
              <a
                href={hrefOf(words[0] ?? '')}
                aria-current={words.includes(word) ? 'page' : undefined}
              >
                <Icon name={icon} />
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main tabIndex={-1} ref={main}>
        {/* Kept, so that it need not load again. */}
        <div className="page-place" hidden={!isPage}>
          <PageScreen
            place={word === 'pagina' ? route.slice(1) : []}
            form={isForm ? screen : undefined}
          />
        </div>
        {!isPage && screenAt(word, screen)}
      </main>
      <Places places={placesIn(files)} />
      <Toast />
      <ConflictDialog />
    </div>
  );
}

function screenAt(word: string, name: string): ReactNode {
  switch (word) {
    case 'fotos':
      return <PhotosScreen name={name} />;
    case 'aanvragen':
      return <EnquiriesScreen id={name} />;
    case 'online':
      return <OnlineScreen />;
    case 'meer': {
      const Screen = MORE_SCREENS[name] ?? MoreScreen;
      return <Screen />;
    }
    default:
      return <PagesScreen />;
  }
}

/** What cannot wait, in red: an enquiry that nobody received, a server that nobody watches. */
function Alarms() {
  const alarms = useDeskState()?.alarms ?? [];
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

/** What was just done, or went wrong. It lies over the page, which stays where it is. */
function Toast() {
  const { message } = useDesk();
  const { kind = 'done', text } = message ?? {};
  useEffect(() => {
    if (!text || kind === 'wrong') return;
    const timer = setTimeout(notify, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className="toast" data-kind={kind} role={kind === 'wrong' ? 'alert' : 'status'}>
      {text && (
        <>
          <span>{text}</span>
          <Button kind="icon" icon="close" label="Melding sluiten" onPress={() => notify()} />
        </>
      )}
    </div>
  );
}

/** Two devices changed the same place: both texts, one conflict after another. */
function ConflictDialog() {
  const { content, files } = useDesk();
  const [conflict] = content.conflicts;
  if (!conflict) return null;
  const { file, path, mine, theirs } = conflict;
  const takeMine = () => {
    set(file, path, mine);
    resolveConflict();
  };
  return (
    <dialog
      key={content.conflicts.length}
      aria-labelledby="conflict-title"
      ref={(element) => void (element?.open || element?.showModal())}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">Op twee toestellen veranderd</h2>
      <p>
        Op ‘{titleOf(file, files[file])}’ is dezelfde plek intussen ook ergens anders veranderd.
      </p>
      <h3>Wat jij hier schreef</h3>
      <blockquote>{textOf(mine)}</blockquote>
      <Button label="Neem dit" onPress={takeMine} />
      <h3>Wat er nu staat</h3>
      <blockquote>{textOf(theirs)}</blockquote>
      <Button label="Laat dit staan" onPress={resolveConflict} />
    </dialog>
  );
}

/** The texts in a value, as a reader sees them. */
function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return '(weg)';
  if (typeof value !== 'object') return String(value);
  const shown = Object.entries(value).filter(([key]) => key !== 'kind');
  return shown.map(([, one]) => textOf(one)).join(' · ');
}
