import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldPath, SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { valueAt } from '../../operations.ts';
import { type DraftPage, type DraftSection, pagesOf } from '../../pages.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { useDesk } from '../Desk.tsx';
import { focusField } from '../form/field-parts.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';
import { BesidePage, NOTICE } from '../more/BesidePage.tsx';
import { placeOf } from '../online/place-of.ts';
import { go, hrefOf, wordOf } from '../route.ts';
import { Icon } from '../shell/icons.tsx';
import { handleKey } from '../shell/Shell.tsx';
import { Outline } from './Outline.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageSettings } from './PageSettings.tsx';
import { kindTitle, nameOf, newSection, useReferences } from './page-values.ts';
import { SectionPicker } from './SectionPicker.tsx';
import { SectionTools } from './SectionTools.tsx';
import { focusCss, useBrandPreview, useNotice, usePageContext } from './use-page-context.ts';

const WIDE = '(width >= 900px)';

/** A field to go to as soon as its form is there. */
interface Target {
  file: string;
  path: FieldPath;
  photo?: string | undefined;
}

/**
 * A page as visitors see it, to be typed in; beside it (on a phone: over its lower half) the fields of
 * what was chosen on it, or another form that changes how it looks.
 *
 * @param place the page, then what is open beside it: the number of a section, 'delen', 'nieuw' or
 *   'instellingen'
 * @param form a screen of 'Meer' that is open beside the page
 */
export function PageScreen({ place, form }: { place: string[]; form: string | undefined }) {
  const desk = useDesk();
  const { files, content, act, set } = desk;
  const pages = pagesOf(files);
  const home = pages.find(({ page }) => page.redirects?.includes('/')) ?? pages[0];
  const [word, panel] = place;
  const [last, setLast] = useState<string>();
  const file = word
    ? `pages/${word}.yaml`
    : form && last && files[last]
      ? last
      : (home?.file ?? '');
  if (word && last !== file) setLast(file);
  const page = files[file] as unknown as DraftPage | undefined;
  const broken = content.broken.find(({ path }) => path === file);
  const asked = panel !== undefined && /^\d+$/.test(panel) ? Number(panel) : undefined;
  const [chosen, setChosen] = useState<number>();
  const [focused, setFocused] = useState<{ file: string; path: FieldPath }>();
  const [followed, setFollowed] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const references = useReferences();
  const brand = useBrandPreview();
  const context = usePageContext(page ?? NO_PAGE, brand);
  const notice = useNotice(form === 'mededeling');
  const css = useMemo(() => brand && `${brand.css}\n${focusCss(files)}`, [brand, files]);
  const aside = useRef<HTMLElement>(null);

  useEffect(() => setChosen(asked), [asked, file]);
  const sections = page?.sections ?? [];
  const section = chosen === undefined ? undefined : sections[chosen];

  const open = (next?: number | string, isReplaced = false) => {
    const href = hrefOf('pagina', wordOf(file), ...(next === undefined ? [] : [String(next)]));
    if (!isReplaced) window.location.hash = href;
    else {
      history.replaceState(null, '', href);
      window.dispatchEvent(new Event('hashchange'));
    }
  };
  const choose = useEffectEvent((index: number) => {
    if (form || panel === 'instellingen') return;
    setChosen(index);
    // A tap on a phone must not cover the page; beside it there is room for the fields.
    if ((matchMedia(WIDE).matches || asked !== undefined) && asked !== index) open(index, true);
  });
  const onEdit = useEffectEvent((where: string, path: FieldPath, value: string) =>
    set(where, path, value, performance.now()),
  );
  const onSplit = useEffectEvent(
    (where: string, path: FieldPath, before: string, after: string) => {
      const next = [...path.slice(0, -1), Number(path.at(-1)) + 1];
      flushSync(() => {
        act([
          { file: where, operation: { kind: 'set', path, value: before } },
          { file: where, operation: { kind: 'insert', path: next, value: after } },
        ]);
        setFocused({ file: where, path: next });
      });
    },
  );
  const onField = useEffectEvent((where: string, path: FieldPath, photo?: string) => {
    setTarget({ file: where, path, photo });
    window.location.hash = placeOf(where, path);
  });
  const onNavigate = useEffectEvent((path: string) => {
    const [address] = path.split('#');
    const next = pages.find(({ page: one }) =>
      [one.path, ...(one.redirects ?? [])].includes(address ?? ''),
    );
    if (next) go('pagina', wordOf(next.file));
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') aside.current?.querySelector('h1')?.focus();
    handleKey(event, desk);
  });
  const handlers = useMemo(
    () => ({
      onChoose: (index: number) => choose(index),
      onEdit: (where: string, path: FieldPath, text: string) => onEdit(where, path, text),
      onSplit: (where: string, path: FieldPath, before: string, after: string) =>
        onSplit(where, path, before, after),
      onField: (where: string, path: FieldPath, photo?: string) => onField(where, path, photo),
      onNavigate: (path: string) => onNavigate(path),
      onKey: (event: KeyboardEvent) => onKey(event),
    }),
    [],
  );
  useEffect(() => {
    if (target && focusField(target.file, target.path)) {
      if (target.photo) {
        const photo = `[data-opens-photo="${CSS.escape(target.photo)}"][aria-expanded="false"]`;
        aside.current?.querySelector<HTMLElement>(photo)?.click();
      }
      setTarget(undefined);
    }
  }, [target, panel, form]);
  useEffect(() => {
    // Not when somebody is typing on the page.
    if (document.activeElement?.tagName === 'IFRAME' || target) return;
    if (form === 'mededeling' && !files[NOTICE]) focusField(NOTICE, ['text']);
    else if (panel || form) aside.current?.querySelector('h1')?.focus();
  }, [panel, form]);
  // A new page is typed into at once.
  useEffect(() => {
    if (panel !== 'begin') return;
    const path = firstPlaceholder(page);
    if (path) setFocused({ file, path });
    open(undefined, true);
  }, [panel]);

  const add = (kind: SectionKind) => {
    const at = chosen === undefined ? sections.length : chosen + 1;
    const value = newSection(kind, references);
    act([{ file, operation: { kind: 'insert', path: ['sections', at], value } }]);
    open(matchMedia(WIDE).matches ? at : undefined, true);
    const first = firstPlaceholder(value);
    if (first) setFocused({ file, path: ['sections', at, ...first] });
    setChosen(at);
  };

  if (!page) {
    return (
      <div className="screen empty">
        <h1>{broken ? 'Deze pagina kan niet gelezen worden' : 'Deze pagina bestaat niet meer'}</h1>
        <a href={hrefOf(broken ? 'online' : 'paginas')}>
          {broken ? 'Kijk wat er scheelt' : 'Naar alle pagina’s'}
        </a>
      </div>
    );
  }
  const label = page.navigation?.label ?? page.title;
  const close = () => {
    if (!form) open(undefined, true);
    else if (history.length > 1) history.back();
    else go('meer');
  };
  return (
    <div className="editor" data-open={form ? 'form' : panel}>
      <aside
        className="panel"
        aria-label="Velden"
        ref={aside}
        onFocus={({ target: field }) =>
          setFollowed(field.closest<HTMLElement>('[data-place]')?.dataset.place)
        }
      >
        <div className="panel-head">
          {(panel || form) && (
            <button type="button" className="icon close" aria-label="Sluiten" onClick={close}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {form ? (
          <BesidePage screen={form} />
        ) : panel === 'instellingen' ? (
          <PageSettings file={file} page={page} />
        ) : panel === 'nieuw' ? (
          <SectionPicker onPick={add} />
        ) : asked !== undefined && section && chosen !== undefined ? (
          <SectionFields {...{ file, sections }} index={chosen} onChoose={(to) => open(to, true)} />
        ) : (
          <Outline {...{ file, page }} onChoose={(index) => open(index)} />
        )}
      </aside>
      <div className="canvas-place">
        {!panel && !form && <h1 className="hidden-text phone-title">{label}</h1>}
        {page.hidden && (
          <p className="hidden-page">
            Deze pagina staat niet op de site.{' '}
            <button type="button" onClick={() => set(file, ['hidden'], undefined)}>
              Toon ze op de site
            </button>
          </p>
        )}
        {context && css !== undefined ? (
          <PageFrame
            {...{ file, sections, context, css, chosen, focused, followed, notice }}
            {...handlers}
          />
        ) : (
          <p className="loading">De pagina komt eraan.</p>
        )}
        <div className="page-tools" role="toolbar" aria-label="Deze pagina">
          {section && chosen !== undefined ? (
            <>
              <button type="button" className="chosen-name" onClick={() => open(chosen)}>
                <Icon name="pencil" />
                <span>{nameOf(section)}</span>
              </button>
              <SectionTools {...{ file, sections }} index={chosen} onChoose={setChosen} />
            </>
          ) : (
            <>
              <button type="button" className="chosen-name" onClick={() => open('delen')}>
                <Icon name="list" />
                <span>{label}</span>
              </button>
              <button
                type="button"
                className="icon"
                aria-label={`Titel, adres en menu van ${label}`}
                onClick={() => open('instellingen')}
              >
                <Icon name="settings" />
              </button>
            </>
          )}
          <button
            type="button"
            className="icon"
            aria-label="Deel toevoegen"
            onClick={() => open('nieuw')}
          >
            <Icon name="plus" />
          </button>
        </div>
      </div>
    </div>
  );
}

const NO_PAGE: DraftPage = { path: '/', title: '', description: '', sections: [] };

/** Where something still has to be written. */
function firstPlaceholder(value: unknown): FieldPath | undefined {
  if (typeof value === 'string') return isPlaceholder(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = firstPlaceholder(inner);
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return undefined;
}

/** Everything that a section holds. */
function SectionFields(props: {
  file: string;
  sections: DraftSection[];
  index: number;
  onChoose: (index: number | undefined) => void;
}) {
  const { file, sections, index } = props;
  const { files } = useDesk();
  const section = sections[index] as DraftSection;
  const fields = {
    schema: sectionKinds[section.kind].schema as SchemaNode,
    file,
    path: ['sections', index],
  };
  const anchor = valueAt(files[file] ?? null, ['sections', index, 'anchor']);
  return (
    <>
      <h1 tabIndex={-1}>{nameOf(section)}</h1>
      <div className="section-head">
        <p className="help">{kindTitle(section.kind)}</p>
        <SectionTools {...props} />
      </div>
      <SchemaFields
        key={`${index} ${section.kind}`}
        {...fields}
        without={['kind', 'hidden', 'anchor']}
      />
      <details className="extra">
        <summary>Rechtstreekse link naar dit deel</summary>
        <SchemaFields {...fields} only={['anchor']} />
        {typeof anchor === 'string' && (
          <p className="help">{`${valueAt(files[file] ?? null, ['path'])}#${anchor}`}</p>
        )}
      </details>
    </>
  );
}
