import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { FieldPath, SchemaNode } from '../../../site/content/content-walk.ts';
import type { SectionKind } from '../../../site/sections/index.ts';
import {
  addressesOf,
  fileTitle,
  isHome,
  type PageFile,
  pagesOf,
  showInMenu,
} from '../../shared/pages.ts';
import type { CanvasProps } from '../canvas/canvas.tsx';
import { edit } from '../draft/app-store.ts';
import { fieldKeyOf, insertEntry, setValue } from '../draft/edits.ts';
import { type FormFile, NOTICE } from '../draft/file-names.ts';
import { useDesk } from '../draft/use-desk.ts';
import { focusField } from '../form/focus-field.ts';
import { addEntry } from '../form/form-values.ts';
import { EditorStatus, editor } from '../rich-text/LazyTextEditor.tsx';
import { LoadFailure } from '../shell/LoadFailure.tsx';
import { type LazyModule, STALLED_MS, useLazyModule } from '../shell/lazy-module.ts';
import { closeTo, fieldHref, go, goInPlace, hrefOf, pageHref } from '../shell/route.ts';
import { loadScreens, Screens, screens } from '../shell/Screens.tsx';
import { handleShortcut } from '../shell/shortcuts.ts';
import { useUnmovedFocus } from '../shell/unmoved-focus.ts';
import { Button } from '../ui/Button.tsx';
import { listIn, nameOf, newSection, Outline, SectionTools } from './Sections.tsx';
import {
  describeDates,
  focusCss,
  noticeIn,
  useBrandPreview,
  usePageContext,
} from './use-page-context.ts';

/**
 * A page to type in, beside the fields of a section or a form; on a phone, below them.
 *
 * @param segments of the route after 'pagina': its name; a section's number or a panel ('delen',
 *   'nieuw', 'instellingen'); then 'velden' for the fields on a phone, or where a new section comes
 */
export function PageScreen({ segments, form }: { segments: string[]; form: FormFile | undefined }) {
  const { files } = useDesk();
  const [word = '', panel = '', detail] = segments;
  const pages = pagesOf(files);
  const home = pages.find(({ page }) => isHome(page)) ?? pages[0];
  // A form stays beside the page that was open.
  const [last, setLast] = useState('');
  const asked = form ? last : `pages/${word}.yaml`;
  // Another device may have removed the page that the address names.
  const shown = pages.find(({ file }) => file === asked) ?? home;
  if (shown && word && last !== shown.file) setLast(shown.file);
  return shown ? <PageEditor {...shown} panel={panel} detail={detail} form={form} /> : null;
}

interface OpenPanel {
  panel: string;
  detail: string | undefined;
  form: FormFile | undefined;
}

function PageEditor({ file, page, panel, detail, form }: PageFile & OpenPanel) {
  const { files } = useDesk();
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
  const isWide = useIsWide();
  const aside = useRef<HTMLElement>(null);
  const isOutline = !form && chosen === undefined && panel !== 'instellingen' && panel !== 'nieuw';
  const isLoaded = useLazyModule(screens, !isOutline).module !== undefined;
  const focusPanel = () => aside.current?.querySelector('h1')?.focus();
  const isUnmoved = useUnmovedFocus();

  // A tap on the page asked for this field; its form may come later.
  useEffect(() => {
    if (target && focusField(target.file, target.path)) setTarget(undefined);
  }, [target, panel, detail, form, isLoaded]);
  useEffect(() => {
    // The focus stays where somebody types on the page, and in the field that a tap on the page led
    // to.
    const { activeElement } = document;
    const isInPanel = aside.current?.contains(activeElement);
    if (activeElement?.tagName === 'IFRAME' || isInPanel || target) return;
    if (!isUnmoved(`${panel} ${detail} ${form}`)) return;
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
  const closeHref = form ? hrefOf('meer') : pageHref(file);
  const follow = ({ target: field }: { target: Element }) => {
    const row = field.closest<HTMLElement>('[data-path]');
    setFollowed(row?.dataset.path);
  };
  return (
    <div className="editor" data-open={open || undefined}>
      <aside className="panel" aria-label="Velden" ref={aside} onFocus={follow}>
        {(panel || form) && (
          <Button kind="icon" icon="close" label="Sluiten" onPress={() => closeTo(closeHref)} />
        )}
        {!isOutline && isLoaded && <EditorStatus editor={editor} className="panel-status" />}
        {panelContent()}
      </aside>
      <div className="canvas-area">
        {!open && <h1 className="hidden-text phone-title">{fileTitle(file, page)}</h1>}
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
        <PageTools {...{ file, page, chosen, device }} onDevice={setDevice} onAdd={addEntryTo} />
      </div>
    </div>
  );
}

/** The width from which the panel stands beside the page (`page.css`). */
const wide = window.matchMedia('(min-width: 900px)');

function watchWidth(onChange: () => void) {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

const useIsWide = () => useSyncExternalStore(watchWidth, () => wide.matches);

/** The device as which the page is shown on a wide screen. */
type Device = 'phone' | 'computer';
const DEVICES: [Device, icon: string, label: string][] = [
  ['phone', 'mobile', 'Zoals op een gsm'],
  ['computer', 'computer', 'Zoals op een computer'],
];

function PageTools(
  props: PageFile & {
    chosen: number | undefined;
    device: Device;
    onDevice: (device: Device) => void;
    onAdd: (section: number, field: string, schema: SchemaNode) => void;
  },
) {
  const { file, page, chosen, device, onDevice } = props;
  const { files } = useDesk();
  const { sections } = page;
  const section = sections[chosen ?? -1];
  const list = section && listIn(section);
  const end = chosen === undefined ? sections.length : chosen + 1;
  return (
    <div className="page-tools" role="toolbar" aria-label="Deze pagina">
      {section && chosen !== undefined ? (
        <>
          <Button
            icon="pencil"
            label={nameOf(section, files)}
            href={pageHref(file, chosen, 'velden')}
          />
          {list && (
            <Button
              label={`+ ${list.title}`}
              onPress={() => props.onAdd(chosen, list.field, list.schema)}
            />
          )}
          <SectionTools file={file} page={page} index={chosen} />
        </>
      ) : (
        <Button icon="list" label={fileTitle(file, page)} href={pageHref(file, 'delen')} />
      )}
      <Button kind="icon" icon="plus" label="Deel toevoegen" href={pageHref(file, 'nieuw', end)} />
      <div className="devices">
        {DEVICES.map(([choice, icon, label]) => (
          <Button
            key={choice}
            kind="icon"
            icon={icon}
            label={label}
            aria-pressed={device === choice}
            onPress={() => onDevice(choice)}
          />
        ))}
      </div>
    </div>
  );
}

/** The document of the page, which came with the app's (`bundle-app.ts`). */
const { innerHTML: head } = document.querySelector('#canvas') as HTMLTemplateElement;
const DOCUMENT = `<!doctype html><html lang="nl-BE"><head>${head}</head><body></body></html>`;

/** The frame of the page, as wide as a visitor's screen (`page.css`). */
function PageFrame(props: CanvasProps & { device: Device; isPending: boolean }) {
  const { device, isPending, ...shown } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [frameEditor, setFrameEditor] = useState<LazyModule<unknown>>();
  const [failure, setFailure] = useState<'failed' | 'stalled'>();
  // Safari runs cached scripts of a new frame before an effect that waits for the first paint.
  useLayoutEffect(() => {
    const timer = setTimeout(() => setFailure((known) => known ?? 'stalled'), STALLED_MS);
    frame.current?.addEventListener('ready', () => {
      clearTimeout(timer);
      setFailure(undefined);
      const { editor } = frame.current?.contentWindow ?? {};
      setFrameEditor(editor);
      // The screens load even when the editor could not.
      editor?.start().then(loadScreens);
    });
    return () => clearTimeout(timer);
  }, []);
  const onLoad = () => {
    // A frame is loaded when its scripts have run, or one of them could not be fetched.
    if (!frame.current?.contentWindow?.showPage) setFailure('failed');
  };
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current?.parentElement) return;
    const observer = new ResizeObserver(() => scaleToFit(current));
    observer.observe(current.parentElement);
    return () => observer.disconnect();
  }, [device]);
  useLayoutEffect(() => {
    if (frameEditor && !isPending) frame.current?.contentWindow?.showPage?.(shown);
  });
  return (
    <>
      <div className="page-frame" data-device={device}>
        <iframe ref={frame} srcDoc={DOCUMENT} title="De pagina, om in te typen" onLoad={onLoad} />
        {isPending && <p className="loading">De pagina komt eraan.</p>}
      </div>
      {!frameEditor && failure && (
        <LoadFailure className="page-status" hasStalled={failure === 'stalled'}>
          <p>De pagina raakt niet geladen.</p>
        </LoadFailure>
      )}
      {frameEditor && !isPending && <EditorStatus editor={frameEditor} className="page-status" />}
    </>
  );
}

/** Shows a page of a computer whole where there is less room (`page.css`). */
function scaleToFit(frame: HTMLIFrameElement) {
  const layoutWidth = Number(getComputedStyle(frame).getPropertyValue('--layout-width'));
  const room = frame.parentElement?.clientWidth;
  // While another screen is shown, the page is hidden and has no width.
  if (room) frame.style.setProperty('--scale', String(Math.min(1, room / layoutWidth)));
}
