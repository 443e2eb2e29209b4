import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { SectionKind } from '../../../site/sections/index.ts';
import { type DraftPage, isHome, type PageFile, pagesOf } from '../../pages.ts';
import type { CanvasProps } from '../canvas/canvas.tsx';
import { handleShortcut } from '../content/store.ts';
import { NOTICE, set, useDesk } from '../desk.ts';
import { focusField } from '../form/Field.tsx';
import { FormScreen } from '../more/FormScreen.tsx';
import { go, goInPlace, hrefOf, pageHref, placeOf } from '../route.ts';
import { Button } from '../shell/parts.tsx';
import { PageSettings } from './PagesScreen.tsx';
import { Outline, SectionFields, SectionPicker, SectionTools } from './Sections.tsx';
import {
  focusCss,
  labelOf,
  NO_PAGE,
  nameOf,
  newSection,
  placesIn,
  useBrandPreview,
  useNotice,
  usePageContext,
} from './use-page-context.ts';

/**
 * A page as visitors see it, to be typed in; beside it (on a phone: over its lower half) the fields of
 * the section chosen on it, or another form that changes how it looks.
 *
 * @param place the page, then the number of the chosen section and 'velden' when a phone shows its
 *   fields, or what else is open: 'delen', 'nieuw' with where it goes, 'instellingen', or 'begin' for
 *   a page that was just made
 * @param form a file of `FORMS` that is open beside the page
 */
export function PageScreen({ place, form }: { place: string[]; form: string | undefined }) {
  const { files, content } = useDesk();
  const pages = pagesOf(files);
  const home = pages.find(({ page }) => isHome(page)) ?? pages[0];
  const [word, panel = '', detail] = place;
  // A form stays beside the page from which it was opened.
  const [last, setLast] = useState('');
  const file = word ? `pages/${word}.yaml` : form && files[last] ? last : (home?.file ?? '');
  if (word && last !== file) setLast(file);
  const page = files[file] as DraftPage | undefined;
  const sections = page?.sections ?? [];
  const chosen = panel !== '' && sections[Number(panel)] ? Number(panel) : undefined;
  const brand = useBrandPreview();
  const context = usePageContext(page ?? NO_PAGE, brand);
  const notice = useNotice();
  const css = useMemo(() => brand && `${brand.css}\n${focusCss(files)}`, [brand, files]);
  const [focused, setFocused] = useState<CanvasProps['focused']>();
  const [followed, setFollowed] = useState<string>();
  const [target, setTarget] = useState<{ file: string; path: FieldPath }>();
  const aside = useRef<HTMLElement>(null);

  // To the field that a tap on the page asked for, as soon as its form is there.
  useEffect(() => {
    if (target && focusField(target.file, target.path)) setTarget(undefined);
  }, [target, panel, detail, form]);
  useEffect(() => {
    // Not when somebody is typing on the page.
    if (document.activeElement?.tagName === 'IFRAME' || target) return;
    if (form === NOTICE && !files[NOTICE]) focusField(NOTICE, ['text']);
    else if (panel || form) aside.current?.querySelector('h1')?.focus();
  }, [panel, detail, form]);
  // A new page is typed into at once.
  useEffect(() => {
    if (panel !== 'begin') return;
    setFocused({ section: 0 });
    goInPlace(pageHref(file));
  }, [panel]);

  if (!page) return <NoPage isBroken={content.broken.some(({ path }) => path === file)} />;

  const add = (kind: SectionKind) => {
    const section = Number(detail ?? sections.length);
    set(file, ['sections'], sections.toSpliced(section, 0, newSection(kind)));
    goInPlace(pageHref(file, section));
    setFocused({ section });
  };
  const handlers = {
    onChoose(index: number) {
      if (form || panel === 'instellingen' || index === chosen) return;
      goInPlace(pageHref(file, index, ...(chosen !== undefined && detail ? [detail] : [])));
    },
    onEdit: (where: string, path: FieldPath, text: string) => set(where, path, text, true),
    onField(where: string, path: FieldPath) {
      setTarget({ file: where, path });
      go(placeOf(where, path));
    },
    onNavigate(address: string) {
      const [path = ''] = address.split('#');
      const isThere = ({ page: one }: PageFile) =>
        one.path === path || one.redirects?.includes(path);
      const next = pages.find(isThere);
      if (next) go(pageHref(next.file));
    },
    onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') aside.current?.querySelector('h1')?.focus();
      handleShortcut(event);
    },
  };
  const open = form ? 'form' : chosen === undefined ? panel : detail;
  const frame = { file, sections, chosen, focused, followed, notice, ...handlers };
  return (
    <div className="editor" data-open={open || undefined}>
      <aside
        className="panel"
        aria-label="Velden"
        ref={aside}
        onFocus={({ target: field }) =>
          setFollowed(field.closest<HTMLElement>('[data-place]')?.dataset.place)
        }
      >
        {(panel || form) && (
          <Button
            kind="icon"
            icon="close"
            label="Sluiten"
            href={form ? hrefOf('meer') : pageHref(file)}
          />
        )}
        {form ? (
          <FormScreen file={form} />
        ) : panel === 'instellingen' ? (
          <PageSettings file={file} page={page} />
        ) : panel === 'nieuw' ? (
          <SectionPicker onPick={add} />
        ) : chosen !== undefined ? (
          <SectionFields {...{ file, page }} index={chosen} />
        ) : (
          <Outline {...{ file, page }} />
        )}
      </aside>
      <div className="canvas-place">
        {!open && <h1 className="hidden-text phone-title">{labelOf(page)}</h1>}
        {page.hidden && (
          <p className="hidden-page">
            Deze pagina staat niet op de site.{' '}
            <Button label="Toon ze op de site" onPress={() => set(file, ['hidden'], undefined)} />
          </p>
        )}
        {context && css !== undefined ? (
          <PageFrame {...frame} context={context} css={css} places={placesIn(files)} />
        ) : (
          <p className="loading">De pagina komt eraan.</p>
        )}
        <PageTools {...{ file, page, chosen }} />
      </div>
    </div>
  );
}

function NoPage({ isBroken }: { isBroken: boolean }) {
  return (
    <div className="screen empty">
      <h1>{isBroken ? 'Deze pagina kan niet gelezen worden' : 'Deze pagina bestaat niet meer'}</h1>
      <a href={hrefOf(isBroken ? 'online' : 'paginas')}>
        {isBroken ? 'Kijk wat er scheelt' : 'Naar alle pagina’s'}
      </a>
    </div>
  );
}

/** What can be done with the page, or with the section chosen on it. */
function PageTools(props: { file: string; page: DraftPage; chosen: number | undefined }) {
  const { file, page, chosen } = props;
  const section = chosen === undefined ? undefined : page.sections[chosen];
  const label = labelOf(page);
  return (
    <div className="page-tools" role="toolbar" aria-label="Deze pagina">
      {section && chosen !== undefined ? (
        <>
          <Button icon="pencil" label={nameOf(section)} href={pageHref(file, chosen, 'velden')} />
          <SectionTools {...{ file, page }} index={chosen} isChosen />
        </>
      ) : (
        <>
          <Button icon="list" label={label} href={pageHref(file, 'delen')} />
          <Button
            kind="icon"
            icon="settings"
            label={`Titel, adres en menu van ${label}`}
            href={pageHref(file, 'instellingen')}
          />
        </>
      )}
      <Button
        kind="icon"
        icon="plus"
        label="Deel toevoegen"
        href={pageHref(file, 'nieuw', chosen === undefined ? page.sections.length : chosen + 1)}
      />
    </div>
  );
}

/** In CSS pixels. Where there is less room the page is scaled, and on a phone it has its own width. */
const WIDE = 1280;
const NARROW = 700;

/** The edited page in its frame, at the width of a visitor's screen. */
function PageFrame(props: CanvasProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const onReady = () => setLoaded(true);
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0) setRoom({ width, height });
    });
    element?.addEventListener('ready', onReady);
    if (element?.parentElement) observer.observe(element.parentElement);
    return () => {
      element?.removeEventListener('ready', onReady);
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    if (isLoaded) frame.current?.contentWindow?.showPage?.(props);
  });
  const width = room.width < NARROW ? room.width : Math.max(WIDE, room.width);
  const scale = room.width / width || 1;
  return (
    <div className="page-frame">
      <iframe
        ref={frame}
        src="/canvas/"
        title="De pagina, om in te typen"
        style={{
          width: width || '100%',
          height: room.height / scale || '100%',
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}
