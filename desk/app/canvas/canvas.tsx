import '../../../site/styles/main.css';
import './canvas.css';

import {
  Component,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { companySchema, type Notice, noticeSchema, type Page } from '../../../site/content.ts';
import { type FieldPath, type SchemaNode, walkContent } from '../../../site/content-walk.ts';
import type { PageContext } from '../../../site/page-context.ts';
import { placeOf, type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { Shell } from '../../../site/shell/Shell.tsx';
import { PlacesContext } from '../rich-text/RichTextEditor.tsx';
import { EditingContext, editTexts, placeOfText } from './editable-jsx.tsx';
import { markTexts } from './marks.ts';

/**
 * The page that is edited: the site's own components in a frame of their own, so that their styles,
 * their window and its width are a visitor's. The desk calls `showPage` with every change; unchanged
 * parts are the same objects, and are not rendered again.
 */
export interface CanvasProps {
  /** The page's, below `content/`. */
  file: string;
  /** May still miss something. */
  sections: { kind: SectionKind; anchor?: string; hidden?: boolean }[];
  context: PageContext;
  notice: Notice | undefined;
  /** What links may lead to. */
  places: string[];
  /** The brand's colours and fonts, and each photo's focus. */
  css: string;
  chosen: number | undefined;
  /** The text that takes the focus as soon as it is there. */
  focused: { file: string; path: FieldPath } | undefined;
  /** The text that a field beside the page is about: it is scrolled into sight. */
  followed: string | undefined;
  /** Shown in place of a section that misses something. */
  incomplete: string;
  onChoose: (section: number) => void;
  onEdit: (file: string, path: FieldPath, text: string) => void;
  onSplit: (file: string, path: FieldPath, before: string, after: string) => void;
  /** A tap on what is edited in a form: a price, a photo, a line made of several fields. */
  onField: (file: string, path: FieldPath, photo?: string) => void;
  /** A tap on a link of the site's own menu. */
  onNavigate: (path: string) => void;
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
// The policy allows no style sheet in the document.
const brandSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [brandSheet];

// What the site asks its server, it need not know here: whether the form could be sent.
window.fetch = async () => new Response('status ok');
// At once: what is typed next belongs where this puts the focus.
window.showPage = (props) => flushSync(() => root.render(<Canvas {...props} />));
editTexts();
window.frameElement?.dispatchEvent(new Event('ready'));

function Canvas(props: CanvasProps) {
  const { file, sections, chosen, focused, followed, onKey } = props;
  useLayoutEffect(() => brandSheet.replaceSync(props.css), [props.css]);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [file]);
  useEffect(() => {
    const element = document.querySelector('[data-chosen] > *');
    // Not away from what is typed in.
    if (document.activeElement === document.body) element?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useLayoutEffect(() => {
    if (focused) elementAt(placeOfText(focused.file, focused.path))?.focus();
  }, [focused]);
  useEffect(() => {
    const element = followed === undefined ? undefined : elementAt(followed);
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    element?.setAttribute('data-followed', '');
    return () => element?.removeAttribute('data-followed');
  }, [followed]);
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [onKey]);
  const context = useMemo(() => {
    const company = markTexts(companySchema, props.context.company, 'company.yaml', []);
    return { ...props.context, company } as PageContext;
  }, [props.context]);
  const notice =
    props.notice && (markTexts(noticeSchema, props.notice, 'notice.yaml', []) as Notice);
  return (
    <PlacesContext value={props.places}>
      <EditingContext value={props}>
        <div className="desk-page" onClickCapture={(event) => handleClick(event, props)}>
          <Shell
            page={context}
            notice={notice}
            isOverPhoto={sections.find(({ hidden }) => !hidden)?.kind === 'hero'}
          >
            {sections.map((section, index) => (
              <EditedSection
                key={`${section.kind} ${index}`}
                {...props}
                context={context}
                index={index}
              />
            ))}
          </Shell>
        </div>
      </EditingContext>
    </PlacesContext>
  );
}

const elementAt = (place: string) =>
  document.querySelector<HTMLElement>(`[data-text="${CSS.escape(place)}"]`);

/** What a tap does where nothing can be typed. */
function handleClick(event: MouseEvent, props: CanvasProps): void {
  const target = event.target as Element;
  const take = () => {
    event.preventDefault();
    event.stopPropagation();
  };
  const photo = photoAt(event);
  const control = target.closest('[data-text], button, input, select, textarea, .rich-tools');
  if (control && !(photo && isCover(control, photo))) return;
  const field = target.closest<HTMLElement>('[data-field]')?.dataset.field;
  if (field) {
    const [file, path] = JSON.parse(field) as [string, FieldPath];
    take();
    props.onField(file, path);
    return;
  }
  const link = target.closest<HTMLElement>('a[data-href]');
  if (link?.closest('header, footer, [popover]')) {
    take();
    props.onNavigate(link.dataset.href ?? '');
    return;
  }
  const index = Number(target.closest<HTMLElement>('[data-section]')?.dataset.section ?? -1);
  const name = photo?.dataset.photo;
  const path = index >= 0 && pathInSection(target, name, props.sections[index]);
  if (!path) return;
  take();
  props.onField(props.file, ['sections', index, ...path], name);
}

function photoAt({ clientX, clientY }: MouseEvent): HTMLElement | undefined {
  const elements = document.elementsFromPoint(clientX, clientY) as HTMLElement[];
  return elements.find((element) => element.dataset.photo !== undefined);
}

/** Whether it is there to enlarge the photo below it. */
const isCover = (control: Element, photo: HTMLElement) =>
  control.matches('button') && control.clientWidth > photo.clientWidth / 2;

/** The field that a price or a photo on the page shows. */
function pathInSection(
  target: Element,
  photo: string | undefined,
  section: CanvasProps['sections'][number] | undefined,
): FieldPath | undefined {
  if (!section) return undefined;
  const amount = target.closest<HTMLElement>('[data-amount]');
  const found: FieldPath[] = [];
  walkContent(sectionKinds[section.kind].schema as SchemaNode, section, (value, schema, path) => {
    const isAmount = amount && path.at(-1) === 'amount' && String(value) === amount.dataset.amount;
    const isPhoto = photo && value === photo && v.getMetadata(schema).reference === 'photo';
    if (isAmount || isPhoto) found.push(path);
  });
  if (!amount) {
    const [first] = found;
    return typeof first?.at(-1) === 'number' ? first.slice(0, -1) : first;
  }
  // Of equal prices, the one at the same place in the order.
  const same = `[data-amount="${amount.dataset.amount}"]`;
  const all = [...(target.closest('[data-section]')?.querySelectorAll(same) ?? [])];
  return found[all.indexOf(amount)] ?? found[0];
}

/** In place of fields that cannot be shown: those of the last moment at which they could. */
const EditedSection = memo(
  function EditedSection(props: CanvasProps & { index: number }) {
    const { file, sections, index, chosen } = props;
    const section = sections[index] as CanvasProps['sections'][number];
    const shown = useRef<unknown>(undefined);
    const { schema } = sectionKinds[section.kind];
    const marked = markTexts(schema, section, file, ['sections', index]);
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
        onPointerUpCapture={choose}
        onFocusCapture={choose}
        onSubmitCapture={(event) => event.preventDefault()}
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
      </div>
    );
  },
  // What a section shows depends on itself, on the kinds above it (its heading's level) and on how
  // many there are; not on what its neighbours say.
  (before, after) =>
    before.file === after.file &&
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

/** A photo that is gone takes one section away and not the page. */
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
