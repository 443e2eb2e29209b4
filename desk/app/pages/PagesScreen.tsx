import { useState } from 'react';
import { NOT_FOUND_PATH } from '../../../site/content.ts';
import {
  copyOf,
  type DraftPage,
  freeAddress,
  inOrder,
  type PageFile,
  pagesOf,
} from '../../pages.ts';
import { useDesk } from '../Desk.tsx';
import { followMove } from '../follow-move.ts';
import { go, hrefOf } from '../route.ts';
import { newSection, STARTING_POINTS } from './page-values.ts';

const wordOf = (file: string) => file.replace(/^pages\/|\.yaml$/g, '');

/** Every page, and what can be done with a whole one. */
export function PagesScreen() {
  const { draft, dispatch, problems, tell } = useDesk();
  const [isAdding, setAdding] = useState(false);
  const pages = pagesOf(draft);
  const listed = pages.filter(({ page }) => page.navigation);
  const put = (files: Record<string, unknown>) => dispatch({ type: 'put', files });

  const move = (button: HTMLElement, file: string, by: -1 | 1) => {
    const at = listed.findIndex((one) => one.file === file);
    const order = [...listed];
    order.splice(at + by, 0, ...order.splice(at, 1));
    put(inOrder(order));
    followMove(button, by);
  };
  const toggleHidden = ({ file, page }: PageFile) => {
    const { hidden, ...rest } = page;
    put({ [file]: hidden ? rest : { ...rest, hidden: true } });
  };
  const toggleListed = ({ file, page }: PageFile) => {
    const { navigation, ...rest } = page;
    const place = (listed.at(-1)?.page.navigation?.place ?? 0) + 1;
    put({ [file]: navigation ? rest : { ...rest, navigation: { label: page.title, place } } });
  };
  const duplicate = (page: DraftPage) => {
    const { file, page: copy } = copyOf(page, draft);
    put({ [file]: copy });
    tell({ kind: 'done', text: `De kopie van ${page.title} is nog verborgen.` });
  };
  const remove = (file: string, page: DraftPage) => {
    if (!confirm(`De pagina ‘${page.title}’ wissen? Met Ongedaan maken komt ze terug.`)) return;
    put({ [file]: undefined });
    const action = { label: 'Ongedaan maken', run: () => dispatch({ type: 'undone' }) };
    tell({ kind: 'done', text: `${page.title} is gewist.`, action });
  };

  return (
    <div className="screen">
      <div className="head">
        <h1>Pagina’s</h1>
        <button
          type="button"
          className="main"
          onClick={() => setAdding(true)}
          aria-expanded={isAdding}
        >
          Nieuwe pagina
        </button>
      </div>
      {isAdding && <NewPage onClose={() => setAdding(false)} />}
      <ul className="rows">
        {pages.map(({ file, page }, row) => {
          const at = listed.findIndex((one) => one.file === file);
          const wrong = problems.filter((problem) => problem.file === file).length;
          const isFixed = page.path === NOT_FOUND_PATH || page.redirects?.includes('/');
          return (
            <li key={row} data-hidden={page.hidden || undefined}>
              <a className="row-main" href={hrefOf('paginas', wordOf(file))}>
                <strong>{page.title}</strong>
                <span>
                  {page.path === NOT_FOUND_PATH ? 'Op een adres dat niet bestaat' : page.path}
                </span>
              </a>
              <p className="row-state">
                {page.redirects?.includes('/') && <span className="tag">Startpagina</span>}
                {page.navigation && <span className="tag">Menu: {page.navigation.label}</span>}
                {page.hidden && <span className="tag">Verborgen</span>}
                {wrong > 0 && <span className="tag wrong">{wrong} na te kijken</span>}
              </p>
              <div className="tools">
                {page.navigation && (
                  <>
                    <button
                      type="button"
                      disabled={at === 0}
                      onClick={(event) => move(event.currentTarget, file, -1)}
                      aria-label={`${page.title} vroeger in het menu`}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      disabled={at === listed.length - 1}
                      onClick={(event) => move(event.currentTarget, file, 1)}
                      aria-label={`${page.title} later in het menu`}
                    >
                      ↓
                    </button>
                  </>
                )}
                <Actions title={page.title}>
                  {page.path !== NOT_FOUND_PATH && (
                    <button type="button" onClick={() => toggleListed({ file, page })}>
                      {page.navigation ? 'Uit het menu halen' : 'In het menu zetten'}
                    </button>
                  )}
                  <button type="button" onClick={() => duplicate(page)}>
                    Kopiëren
                  </button>
                  {!isFixed && (
                    <>
                      <button type="button" onClick={() => toggleHidden({ file, page })}>
                        {page.hidden ? 'Tonen' : 'Verbergen'}
                      </button>
                      <button type="button" className="remove" onClick={() => remove(file, page)}>
                        Wissen
                      </button>
                    </>
                  )}
                </Actions>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** More than fits beside a row; closes when something in it was done, or on Escape. */
export function Actions({ title, children }: { title: string; children: React.ReactNode }) {
  const close = (element: EventTarget) =>
    (element as Element).closest('details')?.removeAttribute('open');
  return (
    <details
      className="more"
      name="more"
      onClick={(event) => (event.target as Element).closest('button') && close(event.target)}
      onKeyDown={(event) => event.key === 'Escape' && close(event.target)}
    >
      <summary aria-label={`Meer met ${title}`}>⋯</summary>
      <div className="menu">{children}</div>
    </details>
  );
}

/** A form that was just asked for is typed into at once. */
const focusIt = (input: HTMLElement | null) => input?.focus();

function NewPage({ onClose }: { onClose: () => void }) {
  const { draft, dispatch, photos, files } = useDesk();
  const [title, setTitle] = useState('');
  const [start, setStart] = useState('offer');
  const names = photos.filter(({ isListed }) => isListed).map(({ name }) => name);
  const fileNames = files.map(({ name }) => name);
  const { path, file } = freeAddress(title, draft);
  const create = () => {
    const kinds = STARTING_POINTS[start]?.kinds ?? [];
    const sections = kinds.map((kind) => {
      const section = newSection(kind, names, fileNames);
      if (kind === 'introduction' || kind === 'text') section.heading = title;
      return section;
    });
    const description = `${title}.`;
    const page = { path, title, description, hidden: true, sections };
    dispatch({ type: 'put', files: { [file]: page } });
    go('paginas', wordOf(file));
  };
  return (
    <form
      className="new-page"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <div className="field">
        <label htmlFor="new-title">Hoe heet de pagina?</label>
        <input
          id="new-title"
          ref={focusIt}
          required
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <p className="help">
          {title
            ? `Haar adres wordt ${path}. Ze blijft verborgen tot je ze toont.`
            : 'Bijvoorbeeld: Kerst'}
        </p>
      </div>
      <fieldset className="group">
        <legend>Waar begin je mee?</legend>
        <div className="starts">
          {Object.entries(STARTING_POINTS).map(([word, point]) => (
            <label key={word} className="start">
              <input
                type="radio"
                name="start"
                checked={word === start}
                disabled={point.kinds.includes('file') && files.length === 0}
                onChange={() => setStart(word)}
              />
              <strong>{point.title}</strong>
              <span>{point.help}</span>
              {point.kinds.includes('file') && files.length === 0 && (
                <a href={hrefOf('bestanden')}>Zet eerst je PDF bij Bestanden</a>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="buttons">
        <button type="submit" className="main">
          Maak de pagina
        </button>
        <button type="button" onClick={onClose}>
          Annuleren
        </button>
      </div>
    </form>
  );
}
