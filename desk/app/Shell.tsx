import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { companySchema, messagesSchema, siteSchema } from '../../site/content.ts';
import type { Problem } from '../api.ts';
import { type Desk, useDesk } from './Desk.tsx';
import { placesOf } from './form/SingleField.tsx';
import { PageEditor } from './pages/PageEditor.tsx';
import { PagesScreen } from './pages/PagesScreen.tsx';
import { PhotosScreen } from './photos/PhotosScreen.tsx';
import { PlacesContext } from './rich-text/RichTextEditor.tsx';
import { hrefOf, useRoute } from './route.ts';
import { SaveBar } from './SaveBar.tsx';
import { BrandScreen } from './screens/BrandScreen.tsx';
import { ChecklistScreen } from './screens/ChecklistScreen.tsx';
import { FilesScreen } from './screens/FilesScreen.tsx';
import { FormScreen } from './screens/FormScreen.tsx';
import { MailsScreen } from './screens/MailsScreen.tsx';
import { NoticeScreen } from './screens/NoticeScreen.tsx';
import { OnlineScreen } from './screens/OnlineScreen.tsx';

interface Screen {
  title: string;
  /** The file whose mistakes it counts. */
  file?: string;
  show: (rest: string[]) => ReactNode;
}

/** By their word in the address, in the order of the navigation. */
const SCREENS: Record<string, Screen> = {
  begin: { title: 'Aan de slag', show: () => <ChecklistScreen /> },
  paginas: {
    title: 'Pagina’s',
    file: 'pages/',
    show: ([page, section]) =>
      page ? (
        <PageEditor key={page} file={`pages/${page}.yaml`} section={section} />
      ) : (
        <PagesScreen />
      ),
  },
  fotos: { title: 'Foto’s', file: 'photos/', show: ([name]) => <PhotosScreen name={name} /> },
  gegevens: {
    title: 'Gegevens',
    file: 'company.yaml',
    show: () => (
      <FormScreen
        title="Gegevens van de zaak"
        help="Ze staan hier één keer, en verschijnen vanzelf op elke pagina, bij het formulier en in de mails."
        file="company.yaml"
        schema={companySchema}
        without={['sample']}
      />
    ),
  },
  mededeling: { title: 'Mededeling', file: 'notice.yaml', show: () => <NoticeScreen /> },
  bestanden: { title: 'Bestanden', show: () => <FilesScreen /> },
  mails: { title: 'Mails', file: 'mails.yaml', show: () => <MailsScreen /> },
  woorden: {
    title: 'Woorden',
    file: 'messages.yaml',
    show: () => (
      <FormScreen
        title="Woorden op de site"
        help="Wat er op knoppen en bij velden staat, en wat de site zelf zegt."
        file="messages.yaml"
        schema={messagesSchema}
        isFolded
      />
    ),
  },
  merk: { title: 'Logo en kleuren', file: 'brand', show: () => <BrandScreen /> },
  instellingen: {
    title: 'Instellingen',
    file: 'site.yaml',
    show: () => (
      <FormScreen
        title="Instellingen"
        help="Zelden nodig. Twijfel je, laat het dan staan."
        file="site.yaml"
        schema={siteSchema}
      />
    ),
  },
  online: { title: 'Online', show: () => <OnlineScreen /> },
};

/** What stands around every screen: where to go, what is not saved, and the three things to do with it. */
export function Shell() {
  const desk = useDesk();
  const [first = '', ...rest] = useRoute();
  const name = first in SCREENS ? first : desk.server.isSample && !first ? 'begin' : 'paginas';
  const screen = SCREENS[name] as Screen;
  const isEditor = name === 'paginas' && rest.length > 0;
  const main = useRef<HTMLElement>(null);
  const place = [name, ...rest].join('/');
  useEffect(() => {
    document.title = `${screen.title} – Werktafel`;
    main.current?.focus();
    window.scrollTo(0, 0);
  }, [place]);
  const onKey = useEffectEvent((event: KeyboardEvent) => handleKey(event, desk));
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const countProblems = (file = '') =>
    file ? desk.problems.filter((problem) => problem.file.startsWith(file)).length : 0;
  return (
    <div className="shell" data-editor={isEditor || undefined}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Naar de inhoud
      </button>
      <header className="bar">
        <a className="name" href={hrefOf('paginas')}>
          Werktafel
        </a>
        <SaveBar placeOf={placeOf} />
      </header>
      <nav className="places" aria-label="Onderdelen">
        <ul>
          {Object.entries(SCREENS).map(([word, { title, file }]) => (
            <li key={word}>
              <a href={hrefOf(word)} aria-current={word === name ? 'page' : undefined}>
                {title}
                {countProblems(file) > 0 && (
                  <span className="count">
                    {countProblems(file)}
                    <span className="hidden-words"> na te kijken</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <PlacesContext value={placesOf(desk.draft)}>{screen.show(rest)}</PlacesContext>
      </main>
    </div>
  );
}

/** Ctrl+S, Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, wherever the focus is; in the edited page too. */
export function handleKey(event: KeyboardEvent, desk: Pick<Desk, 'save' | 'dispatch'>): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key === 's') void desk.save();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) desk.dispatch({ type: 'redone' });
  else if (key === 'z') desk.dispatch({ type: 'undone' });
  else return;
  event.preventDefault();
}

/** The screen, and of a page the section, in which something can be mended. */
function placeOf({ file, path }: Problem): string {
  const page = /^pages\/(.*)\.yaml$/.exec(file)?.[1];
  if (page) return hrefOf('paginas', page, path[0] === 'sections' ? String(path[1]) : 'pagina');
  if (file.startsWith('photos/')) return hrefOf('fotos', ...(path[0] ? [String(path[0])] : []));
  const screens = Object.entries(SCREENS);
  return hrefOf(
    screens.find(([, screen]) => screen.file && file.startsWith(screen.file))?.[0] ?? '',
  );
}
