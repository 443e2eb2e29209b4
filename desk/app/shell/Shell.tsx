import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Desk, useDesk } from '../Desk.tsx';
import { EnquiriesScreen } from '../enquiries/EnquiriesScreen.tsx';
import { placesIn } from '../form/SingleField.tsx';
import { BESIDE_PAGE, MORE_SCREENS, MoreScreen } from '../more/MoreScreen.tsx';
import { OnlineBar } from '../online/OnlineBar.tsx';
import { OnlineScreen } from '../online/OnlineScreen.tsx';
import { PageScreen } from '../pages/PageScreen.tsx';
import { PagesScreen } from '../pages/PagesScreen.tsx';
import { PhotosScreen } from '../photos/PhotosScreen.tsx';
import { PlacesContext } from '../rich-text/RichTextEditor.tsx';
import { hrefOf, useRoute } from '../route.ts';
import { Alarms } from './Alarms.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Toast } from './Toast.tsx';

interface Place {
  word: string;
  title: string;
  icon: IconName;
  /** The first parts of addresses that belong to it. */
  routes: string[];
}

const PLACES: Place[] = [
  { word: 'paginas', title: 'Pagina’s', icon: 'page', routes: ['', 'pagina', 'paginas'] },
  { word: 'fotos', title: 'Foto’s', icon: 'photo', routes: ['fotos'] },
  { word: 'aanvragen', title: 'Aanvragen', icon: 'mail', routes: ['aanvragen'] },
  { word: 'meer', title: 'Meer', icon: 'more', routes: ['meer', 'online'] },
];

/** The frame of every screen: undo, what is not online yet, 'Zet online', and the four places. */
export function Shell() {
  const desk = useDesk();
  const [word = '', ...rest] = useRoute();
  const main = useRef<HTMLElement>(null);
  const isBesidePage = word === 'meer' && BESIDE_PAGE.includes(rest[0] ?? '');
  const isPage = word === '' || word === 'pagina' || isBesidePage;
  const place = [word, ...rest].join('/');
  useEffect(() => {
    const heading = main.current?.querySelector('h1')?.textContent;
    document.title = `${heading ?? 'Pagina'} – Werktafel`;
    if (isPage) return;
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [place, isPage]);
  const onKey = useEffectEvent((event: KeyboardEvent) => handleKey(event, desk));
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="shell" data-page={isPage || undefined}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Naar de inhoud
      </button>
      <OnlineBar />
      <Alarms />
      <nav className="places" aria-label="Onderdelen">
        <ul>
          {PLACES.map(({ word: to, title, icon, routes }) => (
            <li key={to}>
              <a href={hrefOf(to)} aria-current={routes.includes(word) ? 'page' : undefined}>
                <Icon name={icon} />
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main tabIndex={-1} ref={main}>
        <PlacesContext value={placesIn(desk.files)}>
          {/* Kept, so that it need not load again. */}
          <div className="page-place" hidden={!isPage}>
            <PageScreen
              place={word === 'pagina' ? rest : []}
              form={isBesidePage ? rest[0] : undefined}
            />
          </div>
          {!isPage && screenAt(word, rest)}
        </PlacesContext>
      </main>
      <Toast />
      <ConflictDialog />
    </div>
  );
}

function screenAt(word: string, rest: string[]): ReactNode {
  switch (word) {
    case 'fotos':
      return <PhotosScreen name={rest[0]} />;
    case 'aanvragen':
      return <EnquiriesScreen id={rest[0]} />;
    case 'online':
      return <OnlineScreen />;
    case 'meer': {
      const Screen = MORE_SCREENS[rest[0] ?? ''];
      return Screen ? <Screen /> : <MoreScreen />;
    }
    default:
      return <PagesScreen />;
  }
}

/** Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y and Ctrl+S, wherever the focus is; in the edited page too. */
export function handleKey(event: KeyboardEvent, { store }: Pick<Desk, 'store'>): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key === 's') void store.save();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) store.redo();
  else if (key === 'z') store.undo();
  else return;
  event.preventDefault();
}
