import { useState } from 'react';
import { NOT_FOUND_PATH } from '../../../site/content.ts';
import type { Value } from '../../operations.ts';
import {
  copyOf,
  type DraftPage,
  freeAddress,
  inOrder,
  type PageFile,
  pagesOf,
} from '../../pages.ts';
import type { FileOperation } from '../content/state.ts';
import { allFindings, useDesk, useDownloads } from '../Desk.tsx';
import { brokenLinks, withoutLinks } from '../online/broken-links.ts';
import { go, hrefOf, wordOf } from '../route.ts';
import { Icon } from '../shell/icons.tsx';
import { MoreMenu } from '../shell/MoreMenu.tsx';
import { MoveButtons } from '../shell/MoveButtons.tsx';
import { menuEntry } from './PageSettings.tsx';
import { newSection, STARTING_POINTS, useReferences } from './page-values.ts';

const labelOf = ({ navigation, title }: DraftPage) => navigation?.label ?? title;

/** Every page, as the menu calls it, and what can be done with a whole one. */
export function PagesScreen() {
  const { files, content, act, set, tell, store } = useDesk();
  const [isAdding, setAdding] = useState(false);
  const pages = pagesOf(files);
  const listed = pages.filter(({ page }) => page.navigation);
  const findings = allFindings(content);
  const whole = (file: string, value: unknown): FileOperation => ({
    file,
    operation: { kind: 'set', path: [], value: value as Value },
  });

  const move = (from: number, to: number) => {
    const order = [...listed];
    order.splice(to, 0, ...order.splice(from, 1));
    act(
      Object.entries(inOrder(order)).map(([file, { navigation }]) => ({
        file,
        operation: {
          kind: 'set',
          path: ['navigation', 'place'],
          value: navigation?.place ?? 1,
        },
      })),
    );
  };
  const toggleHidden = ({ file, page }: PageFile) => {
    set(file, ['hidden'], page.hidden ? undefined : true);
    const now = { ...files, [file]: { ...page, hidden: true } as unknown as Value };
    const links = brokenLinks(now).find((one) => one.file === file)?.links ?? [];
    if (page.hidden || links.length === 0) return;
    const count = links.length === 1 ? 'die link' : `die ${links.length} links`;
    const run = () => act(withoutLinks(now, links));
    const text = `Er ${links.length === 1 ? 'gaat nog een link' : 'gaan nog links'} naar ${labelOf(page)}.`;
    tell({ kind: 'done', text, action: { label: `Haal ${count} weg`, run } });
  };
  const duplicate = (page: DraftPage) => {
    const { file, page: copy } = copyOf(page, files);
    act([whole(file, copy)]);
    tell({ kind: 'done', text: `De kopie van ${labelOf(page)} is nog verborgen.` });
  };
  const remove = (file: string, page: DraftPage) => {
    act([{ file, operation: { kind: 'remove', path: [] } }]);
    const action = { label: 'Ongedaan maken', run: store.undo };
    tell({ kind: 'done', text: `${labelOf(page)} is gewist.`, action });
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
          <Icon name="plus" /> Nieuwe pagina
        </button>
      </div>
      {isAdding && <NewPage onClose={() => setAdding(false)} />}
      <ul className="rows">
        {pages.map(({ file, page }, row) => {
          const at = listed.findIndex((one) => one.file === file);
          const wrong = findings.filter((one) => one.file === file).length;
          const isHome = page.redirects?.includes('/');
          const isFixed = page.path === NOT_FOUND_PATH || isHome;
          return (
            <li key={row} data-hidden={page.hidden || undefined}>
              <a className="row-main" href={hrefOf('pagina', wordOf(file))}>
                <Icon name={isHome ? 'house' : 'page'} />
                <span>
                  <strong>{labelOf(page)}</strong>
                  <span>
                    {page.path === NOT_FOUND_PATH ? 'Op een adres dat niet bestaat' : page.path}
                  </span>
                </span>
              </a>
              <p className="row-state">
                {!page.navigation && !isFixed && <span className="tag">Niet in het menu</span>}
                {page.hidden && <span className="tag">Verborgen</span>}
                {wrong > 0 && <span className="tag wrong">{wrong} na te kijken</span>}
              </p>
              <div className="tools">
                {page.navigation && (
                  <MoveButtons
                    name={`${labelOf(page)} in het menu`}
                    index={at}
                    count={listed.length}
                    onMove={(to) => move(at, to)}
                  />
                )}
                <MoreMenu title={labelOf(page)}>
                  {page.path !== NOT_FOUND_PATH && (
                    <button
                      type="button"
                      onClick={() =>
                        set(
                          file,
                          ['navigation'],
                          page.navigation ? undefined : menuEntry(page, files),
                        )
                      }
                    >
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
                </MoreMenu>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A form that was just asked for is typed into at once. */
const focusIt = (input: HTMLElement | null) => input?.focus();

function NewPage({ onClose }: { onClose: () => void }) {
  const { files, act } = useDesk();
  const references = useReferences();
  const downloads = useDownloads();
  const [title, setTitle] = useState('');
  const [start, setStart] = useState('text');
  const { path, file } = freeAddress(title, files);
  const create = () => {
    const sections = (STARTING_POINTS[start]?.kinds ?? []).map((kind) => {
      const section = newSection(kind, references);
      return kind === 'introduction' ? { ...section, heading: title } : section;
    });
    const value: Value = { path, title, description: `${title}.`, hidden: true, sections };
    act([{ file, operation: { kind: 'set', path: [], value } }]);
    go('pagina', wordOf(file), 'begin');
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
            : 'Zoals: Kerst'}
        </p>
      </div>
      <fieldset className="group">
        <legend>Waar begin je mee?</legend>
        <div className="starts">
          {Object.entries(STARTING_POINTS).map(([word, { title: name, help, kinds }]) => {
            const isMissing = kinds.includes('file') && downloads.length === 0;
            return (
              <label key={word} className="start">
                <input
                  type="radio"
                  name="start"
                  checked={word === start}
                  disabled={isMissing}
                  onChange={() => setStart(word)}
                />
                <strong>{name}</strong>
                <span>{isMissing ? 'Zet eerst je PDF bij Bestanden' : help}</span>
              </label>
            );
          })}
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
