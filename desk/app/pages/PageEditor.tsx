import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldPath, SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import type { DraftPage, DraftSection } from '../../pages.ts';
import { useDesk } from '../Desk.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';
import { hrefOf } from '../route.ts';
import { handleKey } from '../Shell.tsx';
import { getIn } from '../state.ts';
import { AddSection, Outline, SectionTools } from './Outline.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageSettings } from './PageSettings.tsx';
import { kindHelp, kindTitle, nameOf, newSection } from './page-values.ts';
import { focusCss, useLook, useNotice, usePageContext } from './use-page-context.ts';

type Panel = 'outline' | 'add' | 'settings' | 'section';

/** A page as it will be, to be typed in, beside its sections and their fields. */
export function PageEditor({ file, section }: { file: string; section: string | undefined }) {
  const page = useDesk().draft[file] as DraftPage | undefined;
  if (page) return <Editor file={file} page={page} asked={section} />;
  return (
    <div className="screen empty">
      <p>Deze pagina bestaat niet meer.</p>
      <a href={hrefOf('paginas')}>Naar alle pagina’s</a>
    </div>
  );
}

/** @param asked the section that a link led to, or 'pagina' for what holds for the whole page */
function Editor(props: { file: string; page: DraftPage; asked: string | undefined }) {
  const { file, page, asked } = props;
  const desk = useDesk();
  const { draft, dispatch, photos, files, problems, tell } = desk;
  const [panel, setPanel] = useState<Panel>('outline');
  const [chosen, setChosen] = useState<number>();
  const [focused, setFocused] = useState<FieldPath>();
  const look = useLook();
  const context = usePageContext(page, look);
  const notice = useNotice();
  const css = useMemo(() => look && `${look.css}\n${focusCss(draft)}`, [look, draft]);
  const { sections } = page;
  const section = chosen === undefined ? undefined : sections[chosen];

  const open = useEffectEvent((index: number) => {
    setChosen(index);
    setPanel('section');
  });
  useEffect(() => {
    if (asked === 'pagina') setPanel('settings');
    else if (asked !== undefined) open(Number(asked));
  }, [asked]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Not when somebody is typing on the page.
    if (document.activeElement?.tagName !== 'IFRAME') place.current?.querySelector('h1')?.focus();
  }, [panel]);
  const setSections = (next: DraftSection[]) =>
    dispatch({ type: 'changed', file, path: ['sections'], value: next });
  const onEdit = useEffectEvent((path: FieldPath, value: string) =>
    dispatch({
      type: 'changed',
      file,
      path: ['sections', ...path],
      value,
      typedAt: performance.now(),
    }),
  );
  const onSplit = useEffectEvent((path: FieldPath, before: string, after: string) => {
    const at = Number(path.at(-1));
    const list = getIn(page, ['sections', ...path.slice(0, -1)]) as string[];
    const value = list.toSpliced(at, 1, before, after);
    flushSync(() => {
      dispatch({ type: 'changed', file, path: ['sections', ...path.slice(0, -1)], value });
      setFocused([...path.slice(0, -1), at + 1]);
    });
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') place.current?.querySelector('h1')?.focus();
    handleKey(event, desk);
  });
  const handlers = useMemo(
    () => ({
      onChoose: (index: number) => open(index),
      onEdit: (path: FieldPath, text: string) => onEdit(path, text),
      onSplit: (path: FieldPath, before: string, after: string) => onSplit(path, before, after),
      onKey: (event: KeyboardEvent) => onKey(event),
    }),
    [],
  );

  const tools = {
    move(index: number, to: number) {
      const next = [...sections];
      next.splice(to, 0, ...next.splice(index, 1));
      setSections(next);
      setChosen(to);
    },
    duplicate(index: number) {
      const { anchor: _, ...copy } = sections[index] as DraftSection;
      setSections(sections.toSpliced(index + 1, 0, structuredClone(copy) as DraftSection));
      setChosen(index + 1);
    },
    toggleHidden(index: number) {
      const { hidden, ...rest } = sections[index] as DraftSection;
      setSections(
        sections.with(index, (hidden ? rest : { ...rest, hidden: true }) as DraftSection),
      );
    },
    remove(index: number) {
      setSections(sections.toSpliced(index, 1));
      setChosen(undefined);
      setPanel('outline');
      const action = { label: 'Ongedaan maken', run: () => dispatch({ type: 'undone' }) };
      tell({
        kind: 'done',
        text: `‘${nameOf(sections[index] as DraftSection)}’ is gewist.`,
        action,
      });
    },
  };
  const add = (kind: SectionKind) => {
    const at = chosen === undefined ? sections.length : chosen + 1;
    const names = photos.filter(({ isListed }) => isListed).map(({ name }) => name);
    setSections(
      sections.toSpliced(
        at,
        0,
        newSection(
          kind,
          names,
          files.map(({ name }) => name),
        ),
      ),
    );
    open(at);
  };
  const countProblems = (index: number) =>
    problems.filter(
      ({ file: where, path }) => where === file && path[0] === 'sections' && path[1] === index,
    ).length;

  return (
    <div className="editor">
      <aside className="panel" aria-label="Wat er op de pagina staat" ref={place}>
        <nav className="panel-head" aria-label="Waar je bent">
          <a href={hrefOf('paginas')}>Pagina’s</a>
          <span aria-hidden="true">›</span>
          {panel === 'outline' ? (
            <span aria-current="page">{page.title}</span>
          ) : (
            <button type="button" className="link" onClick={() => setPanel('outline')}>
              {page.title}
            </button>
          )}
        </nav>
        {panel === 'outline' && (
          <>
            <h1 tabIndex={-1}>{page.title}</h1>
            <div className="buttons">
              <button type="button" onClick={() => setPanel('settings')}>
                Titel, adres en menu
              </button>
            </div>
            <Outline {...{ sections, chosen, tools, countProblems }} onChoose={handlers.onChoose} />
            <button type="button" className="add" onClick={() => setPanel('add')}>
              + Deel toevoegen
            </button>
          </>
        )}
        {panel === 'settings' && <PageSettings file={file} page={page} />}
        {panel === 'add' && <AddSection onAdd={add} onClose={() => setPanel('outline')} />}
        {panel === 'section' && section && chosen !== undefined && (
          <>
            <h1 tabIndex={-1}>{nameOf(section)}</h1>
            <p className="help">
              {kindTitle(section.kind)}. {kindHelp(section.kind)}.
            </p>
            <SectionTools {...{ sections, tools }} index={chosen} />
            <SchemaFields
              key={`${chosen} ${section.kind}`}
              schema={sectionKinds[section.kind].schema as SchemaNode}
              file={file}
              path={['sections', chosen]}
              without={['kind', 'hidden', 'anchor']}
            />
            <details className="extra">
              <summary>Eigen adres van dit deel</summary>
              <SchemaFields
                schema={sectionKinds[section.kind].schema as SchemaNode}
                file={file}
                path={['sections', chosen]}
                only={['anchor']}
              />
            </details>
          </>
        )}
      </aside>
      {context && css ? (
        <PageFrame {...{ sections, context, css, chosen, focused, notice }} {...handlers} />
      ) : (
        <p className="loading">De pagina komt eraan.</p>
      )}
    </div>
  );
}
