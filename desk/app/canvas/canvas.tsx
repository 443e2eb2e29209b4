import '../../../site/styles/main.css';
import './canvas.css';

import { Component, memo, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import type { Notice, Page } from '../../../site/content.ts';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { PageContext } from '../../../site/page-context.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { placeOf } from '../../../site/sections/section-place.ts';
import { Shell } from '../../../site/shell/Shell.tsx';
import { PlacesContext } from '../rich-text/RichTextEditor.tsx';
import { EditingContext, editTexts } from './editable-jsx.tsx';
import { markTexts } from './marks.ts';

/**
 * The page that is edited: the site's own components in a frame of their own, so that their styles,
 * their window and its width are a visitor's. The desk calls `showPage` with every change; unchanged
 * parts are the same objects, and are not rendered again.
 */
export interface CanvasProps {
  /** As it stands in the draft: a section may still miss something. */
  sections: { kind: SectionKind; anchor?: string; hidden?: boolean }[];
  context: PageContext;
  notice: Notice | undefined;
  /** What links may lead to. */
  places: string[];
  /** The brand's colours and fonts, and each photo's focus. */
  css: string;
  chosen: number | undefined;
  /** The text that takes the focus as soon as it is there: section, then the place in it. */
  focused: FieldPath | undefined;
  /** What stands in place of a section that misses something. */
  incomplete: string;
  onChoose: (section: number) => void;
  onEdit: (path: FieldPath, text: string) => void;
  onSplit: (path: FieldPath, before: string, after: string) => void;
  /** Keys with which the desk does something, wherever the focus is. */
  onKey: (event: KeyboardEvent) => void;
}

declare global {
  interface Window {
    showPage?: (props: CanvasProps) => void;
  }
}

const kinds = Object.entries(sectionKinds);
const components = Object.fromEntries(
  await Promise.all(kinds.map(async ([kind, { load }]) => [kind, await load()] as const)),
);
const root = createRoot(document.body);

// What the site asks its server, it need not know here: whether the form could be sent.
window.fetch = async () => new Response('status ok');
// At once: what is typed next belongs where this puts the focus.
window.showPage = (props) => flushSync(() => root.render(<Canvas {...props} />));
editTexts();
window.frameElement?.dispatchEvent(new Event('ready'));

function Canvas(props: CanvasProps) {
  const { sections, chosen, focused, onKey } = props;
  useEffect(() => {
    const element = document.querySelector('[data-chosen] > *');
    element?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useLayoutEffect(() => {
    const [section, ...path] = focused ?? [];
    const place = `[data-section="${section}"] [data-text="${path.join('.')}"]`;
    document.querySelector<HTMLElement>(place)?.focus();
  }, [focused]);
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [onKey]);
  return (
    <PlacesContext value={props.places}>
      <style>{props.css}</style>
      <Shell
        page={props.context}
        notice={props.notice}
        isOverPhoto={sections.find(({ hidden }) => !hidden)?.kind === 'hero'}
      >
        {sections.map((section, index) => (
          <EditedSection key={`${section.kind} ${index}`} {...props} index={index} />
        ))}
      </Shell>
    </PlacesContext>
  );
}

/** Fields of the last moment at which the section could be shown stand for those that cannot. */
const EditedSection = memo(
  function EditedSection(props: CanvasProps & { index: number }) {
    const { sections, index, chosen } = props;
    const section = sections[index] as CanvasProps['sections'][number];
    const shown = useRef<unknown>(undefined);
    const { schema } = sectionKinds[section.kind];
    const marked = markTexts(schema, section);
    const isWhole = v.is(schema, marked);
    if (isWhole) shown.current = marked;
    const Section = components[section.kind];
    const choose = () => props.onChoose(index);
    const missing = <p className="desk-incomplete">{props.incomplete}</p>;
    return (
      <div
        data-section={index}
        data-chosen={chosen === index ? '' : undefined}
        data-hidden={section.hidden ? 'Verborgen: dit deel staat niet op de site' : undefined}
        onPointerDownCapture={choose}
        onFocusCapture={choose}
        onSubmitCapture={(event) => event.preventDefault()}
      >
        <EditingContext
          value={{
            onEdit: (path, text) => props.onEdit([index, ...path], text),
            onSplit: (path, ...parts) => props.onSplit([index, ...path], ...parts),
          }}
        >
          {shown.current && Section ? (
            <Boundary key={isWhole ? undefined : 'last'} missing={missing} value={shown.current}>
              <Section
                section={shown.current}
                page={props.context}
                place={placeOf(sections as Page['sections'], index)}
              />
            </Boundary>
          ) : (
            missing
          )}
        </EditingContext>
      </div>
    );
  },
  (before, after) =>
    before.index === after.index &&
    (before.chosen === before.index) === (after.chosen === after.index) &&
    before.context === after.context &&
    before.sections.length === after.sections.length &&
    before.sections.every((one, i) =>
      i < after.index
        ? one.kind === after.sections[i]?.kind
        : i > after.index || one === after.sections[i],
    ),
);

/** A photo that is gone, say, takes one section away and not the page. */
class Boundary extends Component<{ missing: ReactNode; value: unknown; children: ReactNode }> {
  override state: { failedAt?: unknown } = {};

  static getDerivedStateFromError() {
    return { failedAt: true };
  }

  override componentDidUpdate(before: { value: unknown }) {
    if (this.state.failedAt && before.value !== this.props.value)
      this.setState({ failedAt: false });
  }

  override render() {
    return this.state.failedAt ? this.props.missing : this.props.children;
  }
}
