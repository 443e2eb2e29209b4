import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldPath, SchemaNode } from '../../../site/schema/content-walk.ts';
import type { SectionKind } from '../../../site/sections/section-kinds.ts';
import {
  addressesOf,
  fileTitle,
  isHome,
  type PageFile,
  pagesOf,
  showInMenu,
} from '../../shared/pages.ts';
import { type FormFile, NOTICE } from '../draft/file-names.ts';
import { focusField } from '../form/focus-field.ts';
import { addEntry } from '../form/form-values.ts';
import { useLazyModule } from '../loading/lazy-module.ts';
import { useMayTakeFocus } from '../navigation/may-take-focus.ts';
import { closeTo, fieldHref, go, goInPlace, pageHref } from '../navigation/route.ts';
import { Outline } from '../pages/Outline.tsx';
import { newSection } from '../pages/sections.ts';
import {
  describeDates,
  focusCss,
  noticeIn,
  useBrandPreview,
  usePageContext,
} from '../pages/use-page-context.ts';
import { EditorStatus, editor } from '../rich-text/LazyTextEditor.tsx';
import { Screens, screensModule } from '../screens/Screens.tsx';
import { edit } from '../store/app-store.ts';
import { fieldKeyOf, insertEntry, setValue } from '../store/edits.ts';
import { handleShortcut } from '../store/shortcuts.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { Grabber } from './Grabber.tsx';
import { type Device, PageFrame } from './PageFrame.tsx';
import { PageTools } from './PageTools.tsx';

/**
 * An editable page with the fields of a section or a form: beside the page or, on a phone, over it.
 *
 * @param segments the parts of the route after 'pagina': the page's name; a section's number or a
 *   panel ('delen', 'nieuw', 'instellingen'); then 'velden' for the fields on a phone, or the place
 *   of a new section
 */
export function PageScreen({ segments, form }: { segments: string[]; form: FormFile | undefined }) {
  const { files } = useDeskState();
  const [word = '', panel = '', detail] = segments;
  const pages = pagesOf(files);
  const home = pages.find(({ page }) => isHome(page)) ?? pages[0];
  // While a form is open, the page that was open before stays beside it.
  const [last, setLast] = useState('');
  const asked = form ? last : `pages/${word}.yaml`;
  // Another device may have removed the page that the address names.
  const shown = pages.find(({ file }) => file === asked) ?? home;
  if (shown && word && last !== shown.file) setLast(shown.file);
  const isMissing = !form && word !== '' && shown?.file !== asked;
  return shown ? <PageEditor {...shown} {...{ panel, detail, form, isMissing }} /> : null;
}

interface OpenPanel {
  /** Whether the address names a page that is not there, so that another one is shown. */
  isMissing: boolean;
  panel: string;
  detail: string | undefined;
  form: FormFile | undefined;
}

function PageEditor({ file, page, panel, detail, form, isMissing }: PageFile & OpenPanel) {
  const { files } = useDeskState();
  const pages = pagesOf(files);
  const { sections } = page;
  const chosen = panel !== '' && sections[Number(panel)] ? Number(panel) : undefined;
  const notice = noticeIn(files);
  const brand = useBrandPreview();
  const context = usePageContext(page, brand?.logo);
  const [followed, setFollowed] = useState<string>();
  const [device, setDevice] = useState<Device>('computer');
  const [target, setTarget] = useState<{ file: string; path: FieldPath }>();
  const [added, setAdded] = useState<{ entry: string }>();
  /** Whether the sheet of a phone covers nearly the whole page. */
  const [isTall, setTall] = useState(false);
  const isWide = useIsWide();
  const aside = useRef<HTMLElement>(null);
  const isOutline = !form && chosen === undefined && panel !== 'instellingen' && panel !== 'nieuw';
  const isLoaded = useLazyModule(screensModule, !isOutline).module !== undefined;
  const focusPanel = () => aside.current?.querySelector('h1')?.focus();
  const mayTakeFocus = useMayTakeFocus();

  // The field that a tap on the page asked for. Its form may not be rendered yet.
  useEffect(() => {
    if (target && focusField(target.file, target.path)) setTarget(undefined);
  }, [target, panel, detail, form, isLoaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit moves no focus
  useEffect(() => {
    // The focus is not moved away from a text on the page, nor from the field that a tap on the
    // page opened.
    const { activeElement } = document;
    const isInPanel = aside.current?.contains(activeElement);
    if (activeElement?.tagName === 'IFRAME' || isInPanel || target) return;
    if (!mayTakeFocus(`${panel} ${detail} ${form}`)) return;
    if (form === NOTICE && !files[NOTICE]) focusField(NOTICE, ['text']);
    else if (panel || form) focusPanel();
  }, [panel, detail, form, isLoaded]);

  const addSection = (kind: SectionKind) => {
    const section = Number(detail ?? sections.length);
    goInPlace(pageHref(file, section));
    insertEntry(file, ['sections', section], newSection(kind));
  };
  const addEntryTo = (section: number, field: string, schema: SchemaNode) => {
    const path = ['sections', section, field];
    // The update is synchronous, because a phone opens its keyboard only during the tap.
    flushSync(() => {
      const at = addEntry(file, path, schema);
      setAdded({ entry: fieldKeyOf(file, [...path, at]) });
    });
  };
  const openOnPage = chosen === undefined ? panel : detail;
  const open = form ? 'form' : openOnPage;
  // Any other panel has the whole screen of a phone.
  const isSheet = !isWide && (open === 'velden' || open === 'delen');
  // The next sheet opens at half height, so that the page is in sight above it.
  if (isTall && !isSheet) setTall(false);
  const frame = {
    file,
    sections,
    chosen,
    isCovered: open === 'velden' && !isWide,
    followed,
    added,
    notice,
    noticeDates: notice ? describeDates(notice) : '',
    pagePaths: pages.map((listed) => listed.page.path),
    onChoose(index: number) {
      if (form || panel === 'instellingen' || index === chosen) return;
      const areFieldsOpen = chosen !== undefined && detail;
      goInPlace(areFieldsOpen ? pageHref(file, index, detail) : pageHref(file, index));
    },
    onEdit: (where: string, path: FieldPath, text: string) => setValue(where, path, text, true),
    onField(where: string, path: FieldPath) {
      setTarget({ file: where, path });
      go(fieldHref(where, path));
    },
    onNavigate(address: string) {
      const [path = ''] = address.split('#');
      const linked = pages.find((listed) => addressesOf(listed.page).includes(path));
      if (linked) go(pageHref(linked.file));
    },
    onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') focusPanel();
      handleShortcut(event);
    },
  };
  const panelContent = () => {
    if (isOutline) return <Outline file={file} page={page} />;
    return (
      <Screens>
        {({ FormScreen, PageSettings, SectionPicker, SectionFields }) => {
          if (form) return <FormScreen file={form} />;
          if (chosen !== undefined) return <SectionFields file={file} page={page} index={chosen} />;
          if (panel === 'nieuw') return <SectionPicker onPick={addSection} />;
          return <PageSettings file={file} page={page} />;
        }}
      </Screens>
    );
  };
  const follow = ({ target: field }: { target: Element }) => {
    const row = field.closest<HTMLElement>('[data-path]');
    setFollowed(row?.dataset.path);
  };
  return (
    <div className="editor" data-open={open || undefined} data-tall={isTall || undefined}>
      <aside className="panel" aria-label="Velden" ref={aside} onFocus={follow}>
        {isSheet && <Grabber isTall={isTall} onChange={setTall} />}
        {panel && !(isOutline && isWide) && (
          <Button
            kind="icon"
            icon="close"
            label="Sluiten"
            onPress={() => closeTo(pageHref(file))}
          />
        )}
        {!isOutline && isLoaded && <EditorStatus editor={editor} className="panel-status" />}
        {panelContent()}
      </aside>
      <div className="edited-page-area">
        {!open && <h1 className="visually-hidden phone-title">{fileTitle(file, page)}</h1>}
        {isMissing && (
          <p className="hidden-page" role="status">
            Deze pagina bestaat niet, of niet meer. Dit is ‘{fileTitle(file, page)}’.
          </p>
        )}
        {page.hidden && (
          <p className="hidden-page">
            Deze pagina staat niet op de site.
            <Button
              kind="main"
              label="Toon ze in het menu"
              onPress={() => edit({ [file]: showInMenu(page, pages) })}
            />
            {!page.navigation && (
              <Button
                label="Toon ze, niet in het menu"
                onPress={() => setValue(file, ['hidden'], undefined)}
              />
            )}
          </p>
        )}
        <PageFrame
          {...frame}
          context={context}
          css={(brand?.css ?? '') + focusCss(files)}
          device={device}
          isPending={!brand}
        />
        <PageTools
          {...{ file, page, chosen, isWide, device }}
          onDevice={setDevice}
          onAdd={addEntryTo}
        />
      </div>
    </div>
  );
}
