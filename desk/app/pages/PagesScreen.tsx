import { useState } from 'react';
import { NOT_FOUND_PATH } from '../../../site/content/content.ts';
import {
  duplicatePage,
  fileTitle,
  freeAddress,
  isHome,
  menuEntry,
  movePage,
  type PageFile,
  pagesOf,
  removePage,
} from '../../shared/pages.ts';
import { FieldRow, useFieldAttributes } from '../form/Control.tsx';
import { fieldId } from '../form/form-values.ts';
import { go, pageHref } from '../navigation/route.ts';
import { usePhotos } from '../photo-library/use-photos.ts';
import { edit, notify } from '../store/app-store.ts';
import { setValue } from '../store/edits.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { EntryTools, moveActions } from '../ui/EntryTools.tsx';
import { type MenuAction, MoreMenu } from '../ui/MoreMenu.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { SectionPicture } from './SectionPicture.tsx';
import { newSection } from './sections.ts';

export function PagesScreen() {
  const { files } = useDeskState();
  const [isAdding, setAdding] = useState(false);
  const pages = pagesOf(files);
  const menu = pages.filter(({ page }) => page.navigation);
  return (
    <Screen
      title="Pagina’s"
      action={
        <Button
          kind="main"
          icon="plus"
          label="Nieuwe pagina"
          onPress={() => setAdding(!isAdding)}
        />
      }
    >
      {isAdding && <NewPage />}
      <Rows>
        {pages.map((pageFile, row) => (
          <PageRow key={row} {...pageFile} menu={menu} />
        ))}
      </Rows>
    </Screen>
  );
}

/** @param menu the pages in the menu, in their order */
function PageRow({ file, page, menu }: PageFile & { menu: PageFile[] }) {
  const { files, content } = useDeskState();
  const photos = usePhotos();
  // A new page has no visitors who know its address.
  const wasOnline = !content.changes?.changes.some(
    (change) => change.file === file && change.kind === 'added',
  );
  const label = fileTitle(file, page);
  const isWide = useIsWide();
  const isNotFound = page.path === NOT_FOUND_PATH;
  const at = menu.findIndex((entry) => entry.file === file);
  const toggleMenu = () => {
    setValue(file, ['navigation'], page.navigation ? undefined : menuEntry(page, menu));
  };
  const toggleHidden = () => setValue(file, ['hidden'], page.hidden ? undefined : true);
  const [target, setTarget] = useState<string>();
  const others = pagesOf(files).filter((other) => {
    return other.file !== file && !other.page.hidden && other.page.path !== NOT_FOUND_PATH;
  });
  const home = others.find((other) => isHome(other.page));
  const redirectTarget =
    target === '' ? undefined : (others.find((other) => other.file === target) ?? home);
  const remove = () => {
    edit(removePage({ file, page }, wasOnline ? redirectTarget : undefined, files));
    // The row is reused for the next page, which must not inherit this target.
    setTarget(undefined);
    notify(`${label} is verwijderd, en ligt 30 dagen in de prullenbak.`);
  };
  const question = wasOnline && (
    <FieldRow
      file=""
      path={['gone', file]}
      help={undefined}
      label="Wie het oude adres kent, komt dan op"
    >
      <select
        id={fieldId('', ['gone', file])}
        value={redirectTarget?.file ?? ''}
        onChange={({ target: { value } }) => setTarget(value)}
      >
        {others.map((other) => (
          <option key={other.file} value={other.file}>
            {fileTitle(other.file, other.page)}
          </option>
        ))}
        <option value="">Niets: ‘deze pagina bestaat niet’</option>
      </select>
    </FieldRow>
  );
  const duplicate = () => {
    const copy = duplicatePage(page, files);
    setValue(copy.file, [], copy.page);
    go(pageHref(copy.file));
    notify(`Dit is ‘${copy.page.title}’, verborgen tot je ze toont.`);
  };
  const length = page.navigation ? menu.length : 0;
  const moveTo = (to: number) => edit(movePage(menu, at, to));
  const toggleLabel = page.navigation ? 'Uit het menu halen' : 'In het menu zetten';
  const actions: MenuAction[] = [
    ...(isWide ? [] : moveActions(at, length, moveTo)),
    { label: 'Dupliceren', run: duplicate },
    { label: toggleLabel, run: toggleMenu },
  ];
  if (!isHome(page)) {
    actions.push(
      { label: page.hidden ? 'Tonen' : 'Verbergen', run: toggleHidden },
      {
        label: 'Verwijderen',
        run: remove,
        isRemoval: true,
        confirmLabel: 'Ja, verwijder deze pagina',
        field: question,
      },
    );
  }
  return (
    <Row
      picture={<SectionPicture sections={page.sections} photos={photos} />}
      title={label}
      lines={[isNotFound ? 'Op een adres dat niet bestaat' : page.path]}
      href={pageHref(file)}
    >
      {page.hidden && <span className="tag">Verborgen</span>}
      <EntryTools
        name={`${label} in het menu`}
        index={at}
        length={length}
        canMove={isWide}
        onMove={moveTo}
      >
        {!isNotFound && <MoreMenu title={label} detail={page.path} actions={actions} />}
      </EntryTools>
    </Row>
  );
}

/** Makes a hidden page with an introduction. */
function NewPage() {
  const { files } = useDeskState();
  const create = (data: FormData) => {
    const title = String(data.get('title'));
    const { path, file } = freeAddress(title, files);
    const sections = [{ ...newSection('introduction'), heading: title }];
    setValue(file, [], { path, title, description: `${title}.`, hidden: true, sections });
    go(pageHref(file));
  };
  const help = 'Zoals: Kerst. Ze blijft verborgen tot je ze toont.';
  const attributes = useFieldAttributes('', [], help);
  return (
    <form className="new-page" action={create}>
      <FieldRow file="" path={[]} label="Hoe heet de pagina?" help={help}>
        <input {...attributes} name="title" required ref={(input) => input?.focus()} />
      </FieldRow>
      <button type="submit" className="main">
        Maak de pagina
      </button>
    </form>
  );
}
