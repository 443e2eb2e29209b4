import { useState } from 'react';
import { NOT_FOUND_PATH, pageSchema } from '../../../site/content.ts';
import type { Value } from '../../operations.ts';
import {
  copyOf,
  type DraftPage,
  freeAddress,
  inOrder,
  type PageFile,
  pagesOf,
  withAddress,
} from '../../pages.ts';
import type { FileValues } from '../content/state.ts';
import { act, type Files, notify } from '../content/store.ts';
import { set, useDesk } from '../desk.ts';
import { FieldRow } from '../form/Control.tsx';
import { Fields } from '../form/Field.tsx';
import { fieldId } from '../form/form-values.ts';
import { go, pageHref } from '../route.ts';
import { Button, MoreMenu, MoveButtons, Row, Rows, Screen } from '../shell/parts.tsx';
import { labelOf, newSection } from './use-page-context.ts';

/** Every page, as the menu calls it, and what can be done with a whole one. */
export function PagesScreen() {
  const { files } = useDesk();
  const [isAdding, setAdding] = useState(false);
  const pages = pagesOf(files);
  const listed = pages.filter(({ page }) => page.navigation);
  const move = (from: number, to: number) => {
    const order = listed.toSpliced(from, 1).toSpliced(to, 0, listed[from] as PageFile);
    act(inOrder(order) as unknown as FileValues);
  };
  const addButton = (
    <Button kind="main" icon="plus" label="Nieuwe pagina" onPress={() => setAdding(!isAdding)} />
  );
  return (
    <Screen title="Pagina’s" aside={addButton}>
      {isAdding && <NewPage />}
      <Rows>
        {pages.map((one, row) => (
          <PageRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the focus goes with a page that is moved
            key={row}
            {...one}
            at={listed.indexOf(one)}
            count={listed.length}
            onMove={move}
          />
        ))}
      </Rows>
    </Screen>
  );
}

function PageRow(
  props: PageFile & { at: number; count: number; onMove: (from: number, to: number) => void },
) {
  const { file, page, at, count, onMove } = props;
  const { files } = useDesk();
  const label = labelOf(page);
  const isNotFound = page.path === NOT_FOUND_PATH;
  const isHome = page.redirects?.includes('/');
  const toggleHidden = () => set(file, ['hidden'], page.hidden ? undefined : true);
  const duplicate = () => {
    const copy = copyOf(page, files);
    act({ [copy.file]: copy.page as unknown as Value });
    notify(`De kopie van ${label} is nog verborgen.`);
  };
  const remove = () => {
    act({ [file]: undefined });
    notify(`${label} is gewist. Met ↶ komt ze terug.`);
  };
  const toggleMenu = () =>
    set(file, ['navigation'], page.navigation ? undefined : menuEntry(page, files));
  const actions: [string, () => void][] = [['Kopiëren', duplicate]];
  if (!isNotFound) {
    actions.push([page.navigation ? 'Uit het menu halen' : 'In het menu zetten', toggleMenu]);
  }
  if (!isNotFound && !isHome) {
    actions.push([page.hidden ? 'Tonen' : 'Verbergen', toggleHidden], ['Wissen', remove]);
  }
  return (
    <Row
      icon={isHome ? 'house' : 'page'}
      title={label}
      lines={[isNotFound ? 'Op een adres dat niet bestaat' : page.path]}
      href={pageHref(file)}
    >
      {page.hidden && <span className="tag">Verborgen</span>}
      <div className="tools">
        {page.navigation && (
          <MoveButtons
            name={`${label} in het menu`}
            index={at}
            count={count}
            onMove={(to) => onMove(at, to)}
          />
        )}
        <MoreMenu title={label} actions={actions} />
      </div>
    </Row>
  );
}

/** A form that was just asked for is typed into at once. */
const focusIt = (input: HTMLElement | null) => input?.focus();

/** A page with an introduction, hidden until its owner shows it. */
function NewPage() {
  const { files } = useDesk();
  const [title, setTitle] = useState('');
  const { path, file } = freeAddress(title, files);
  const create = () => {
    const sections = [{ ...newSection('introduction'), heading: title }];
    act({ [file]: { path, title, description: `${title}.`, hidden: true, sections } });
    go(pageHref(file, 'begin'));
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
          onChange={({ target }) => setTitle(target.value)}
        />
        <p className="help">
          {title
            ? `Haar adres wordt ${path}. Ze blijft verborgen tot je ze toont.`
            : 'Zoals: Kerst'}
        </p>
      </div>
      <button type="submit" className="main">
        Maak de pagina
      </button>
    </form>
  );
}

/** Last in the menu, called as the page is; its place is moved in the list of pages. */
function menuEntry(page: DraftPage, files: Files): Value {
  const places = pagesOf(files).map(({ page: one }) => one.navigation?.place ?? 0);
  return { label: page.title, place: Math.max(0, ...places) + 1 };
}

/** What holds for a page as a whole. */
export function PageSettings({ file, page }: { file: string; page: DraftPage }) {
  const fields = { schema: pageSchema, file, path: [] };
  const isNotFound = page.path === NOT_FOUND_PATH;
  const menu = pageSchema.entries.navigation.wrapped;
  return (
    <>
      <h1 tabIndex={-1}>Titel, adres en menu</h1>
      <Fields {...fields} only={['title']} />
      {page.navigation && (
        <Fields schema={menu} file={file} path={['navigation']} only={['label']} />
      )}
      {!isNotFound && <Address file={file} page={page} />}
      <Fields
        {...fields}
        only={
          isNotFound ? ['description'] : ['description', 'socialPicture', 'inFooter', 'redirects']
        }
      />
    </>
  );
}

/** Taken over when the field is left: every letter on the way would leave a redirect behind. */
function Address({ file, page }: { file: string; page: DraftPage }) {
  const { content } = useDesk();
  const takeOver = (typed: string) => {
    if (typed === page.path) return;
    const saved = content.files[file]?.saved?.value as unknown as DraftPage | undefined;
    act({ [file]: withAddress(page, typed, saved) as unknown as Value });
  };
  const place = { file, path: ['path'] };
  const help = 'Begint met /. Wie het oude adres kent, komt vanzelf hier terecht.';
  return (
    <FieldRow {...place} label="Adres" help={help}>
      <input
        id={fieldId(file, ['path'])}
        key={page.path}
        defaultValue={page.path}
        onBlur={({ target }) => takeOver(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && takeOver(currentTarget.value)}
      />
    </FieldRow>
  );
}
