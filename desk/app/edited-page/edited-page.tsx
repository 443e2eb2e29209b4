import '../../../site/styles/main.css';
import '../styles/tokens.css';
import './edited-page.css';

import {
  Component,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  companySchema,
  type Notice,
  noticeSchema,
  type Page,
} from '../../../site/content/content.ts';
import type { PageContext } from '../../../site/document/page-context.ts';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { sectionComponents } from '../../../site/sections/components.ts';
import type { SectionPosition } from '../../../site/sections/section.ts';
import { positionOf, sectionKinds } from '../../../site/sections/section-kinds.ts';
import { Shell } from '../../../site/shell/Shell.tsx';
import type { DraftSection } from '../../shared/pages.ts';
import { lastValid } from '../draft/last-valid.ts';
import type { LazyModule } from '../loading/lazy-module.ts';
import { editor } from '../rich-text/LazyTextEditor.tsx';
import { PagePaths } from '../rich-text/PagePaths.tsx';
import { editedPage, watermarkTexts, withoutWatermarks } from './jsx-runtime.ts';

/** What the edited page shows. The desk calls `showPage` with it after every change. */
export interface EditedPageProps {
  file: string;
  /** The page may be incomplete. */
  sections: DraftSection[];
  context: PageContext;
  notice: Notice | undefined;
  /** The dates from which and until which the notice is shown, in words. */
  noticeDates: string;
  pagePaths: string[];
  /** The styles of the brand, and each photo's focus. */
  css: string;
  chosen: number | undefined;
  /** Whether, on a phone, the fields of the chosen section cover the lower part of the page. */
  isCovered: boolean;
  /** The `data-text` of the field that has the focus. */
  followed: string | undefined;
  /**
   * The newest entry of a list, so that the caterer can type in it: 'pages/feesten.yaml
   * sections.1.lines.3'.
   */
  added: { entry: string } | undefined;
  onChoose: (section: number) => void;
  onEdit: NonNullable<typeof editedPage.onEdit>;
  /** Called for a tap on a price or a photo; the desk then opens its form. */
  onField: (file: string, path: FieldPath) => void;
  onNavigate: (path: string) => void;
  onKey: (event: KeyboardEvent) => void;
}

declare global {
  interface Window {
    showPage?: (props: EditedPageProps) => void;
    /** The editor, which the page's frame loads for itself. */
    editor?: LazyModule<unknown>;
  }
}

const root = createRoot(document.body);

/**
 * Adds the brand's styles as the last rule of the last style sheet, because the CSP forbids inline
 * styles and Safari before 16.4 lacks constructed style sheets.
 */
function showBrand(css: string): () => void {
  const sheet = [...document.styleSheets].at(-1);
  const index = sheet?.insertRule(`@media all{${css}}`, sheet.cssRules.length) ?? 0;
  return () => sheet?.deleteRule(index);
}

let page: EditedPageProps | undefined;

// The enquiry form on the page checks the status of the site's server; here that server always
// seems available.
window.fetch = async () => new Response('status ok');
// The page renders synchronously, so that a new text gets the focus before the next key.
window.showPage = (props) => {
  page = props;
  editedPage.onEdit = props.onEdit;
  flushSync(() => root.render(<EditedPage {...props} />));
};
document.addEventListener('keydown', (event) => page?.onKey(event), true);
for (const type of ['focusin', 'focusout']) {
  document.addEventListener(type, () => window.parent.dispatchEvent(new Event('page-focus')));
}
/**
 * The text with the focus, if it was in view before the last resize, and the scroll position then.
 */
let inView: { text: Element; scrollY: number } | undefined;
for (const type of ['focusin', 'scroll']) {
  document.addEventListener(
    type,
    () => {
      const text = document.activeElement?.closest('[data-text]');
      const { top, bottom } = text?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      inView = text && top < innerHeight && bottom > 0 ? { text, scrollY } : undefined;
    },
    { capture: true, passive: true },
  );
}
// When the keyboard or a message makes the window lower, the text is scrolled back into view,
// unless the caterer had scrolled away from it. The scroll event may come later than this one, so
// the scroll position is compared.
window.addEventListener('resize', () => {
  // Without the focus there is no text to follow. Above the fields, the chosen section is shown
  // instead.
  if (!document.hasFocus()) return page?.isCovered ? showChosen('start') : undefined;
  if (inView?.text !== document.activeElement || inView?.scrollY !== scrollY) return;
  inView.text.scrollIntoView({ block: 'nearest' });
});
// The order on a slow connection: words, the editor, then fonts, photos and all other screens
// (decision 27).
editedPage.isEditorFirst = true;
window.editor = editor;
editor.start().then(() => {
  editedPage.isEditorFirst = false;
  if (page) window.showPage?.(page);
});
window.frameElement?.dispatchEvent(new Event('ready'));

const showChosen = (block: ScrollLogicalPosition) =>
  document.querySelector('[data-chosen] > *')?.scrollIntoView({ block });

/**
 * Font faces with a file. A face without one only scales a font of the device (`publish/brand/`).
 */
const FONT_FILES = /@font-face\{[^}]*url\([^}]*\}/g;

function EditedPage(props: EditedPageProps) {
  const { file, sections, chosen, isCovered, followed, notice } = props;
  const css = editedPage.isEditorFirst ? props.css.replace(FONT_FILES, '') : props.css;
  useLayoutEffect(() => showBrand(css), [css]);
  useEffect(() => {
    // The braces matter: newer browsers return a promise, which React would take for a clean-up
    // function.
    window.scrollTo(0, 0);
  }, [file]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-covered', isCovered);
    // Do not scroll away from a text that is being typed. `hasFocus` is needed too, because a
    // window that loses the focus keeps its active element.
    if (document.hasFocus() && document.activeElement?.closest('[data-chosen]')) return;
    // Where the fields leave little room, the start of the section is shown.
    const block = isCovered ? 'start' : 'nearest';
    showChosen(block);
  }, [file, chosen, isCovered]);
  // The first placeholder gets the focus, so that typing replaces it.
  useLayoutEffect(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-placeholder]')];
    const inChosen = all.find((text) => text.closest('[data-chosen]'));
    (inChosen ?? all[0])?.focus();
  }, [file, sections.length]);
  useLayoutEffect(() => {
    if (!props.added) return;
    const first = `[data-text^="${CSS.escape(`${props.added.entry}.`)}"]`;
    document.querySelector<HTMLElement>(first)?.focus();
  }, [props.added]);
  useEffect(() => {
    const element = document.querySelector(`[data-text="${CSS.escape(followed ?? '')}"]`);
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    element?.parentElement?.setAttribute('data-followed', '');
    return () => element?.parentElement?.removeAttribute('data-followed');
  }, [followed]);
  useLayoutEffect(() => {
    const text = document.querySelector('[data-text="notice.yaml text"]');
    text?.closest('aside')?.setAttribute('data-dates', props.noticeDates);
  }, [props.noticeDates]);
  const context: PageContext = {
    ...props.context,
    company: watermarkTexts(companySchema, props.context.company, 'company.yaml'),
    // The id of the photo contains a watermark that leads a tap on it to its field.
    photo: (id) => ({ ...props.context.photo(withoutWatermarks(id)), id }),
  };
  return (
    <div className="desk-page" onClickCapture={handleClick}>
      <Shell
        page={context}
        notice={notice && watermarkTexts(noticeSchema, notice, 'notice.yaml')}
        isOverPhoto={sections.find(({ hidden }) => !hidden)?.kind === 'hero'}
      >
        {sections.map((section, index) => (
          <SectionFrame
            key={`${section.kind} ${index}`}
            file={file}
            section={section}
            index={index}
            context={context}
            isChosen={chosen === index}
            position={positionAsPublished(sections as Page['sections'], index)}
          />
        ))}
      </Shell>
      <PagePaths paths={props.pagePaths} />
    </div>
  );
}

/** The section's position on the site, where hidden sections do not count. */
function positionAsPublished(sections: Page['sections'], index: number): SectionPosition {
  const isShown = ({ hidden }: Page['sections'][number]) => !hidden;
  const above = sections.slice(0, index).filter(isShown);
  const below = sections.slice(index + 1).filter(isShown);
  const here = sections.slice(index, index + 1);
  const position = positionOf([...above, ...here, ...below], above.length);
  if (here.some(isShown)) return position;
  // On the site, the next visible section has the ids that this hidden one would have here.
  const headingId = `hidden-${index + 1}`;
  const attributes = { ...position.attributes, id: undefined, 'aria-labelledby': headingId };
  return { ...position, headingId, attributes };
}

/** Follows a link of the menu, or opens the form of a price or photo. */
function handleClick(event: MouseEvent) {
  const target = event.target as Element;
  if (target.closest('[data-text], button, input, select, textarea, .rich-tools')) return;
  const link = target.closest<HTMLElement>(':is(header, footer, [popover]) a');
  const address = link?.dataset.href;
  // A photo lies below its texts and shades.
  const under = [target, ...document.elementsFromPoint(event.clientX, event.clientY)];
  const fields = under.map((element) => element.closest<HTMLElement>('[data-field]'));
  const field = fields.find((element) => element !== null)?.dataset.field;
  if (address) page?.onNavigate(address);
  else if (field) page?.onField(...(JSON.parse(field) as [string, FieldPath]));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Shows a section as it is typed, with the last valid value in place of an invalid one. */
function SectionFrame(props: {
  file: string;
  section: DraftSection;
  index: number;
  isChosen: boolean;
  context: PageContext;
  position: SectionPosition;
}) {
  const { file, section, index, isChosen, context, position } = props;
  const { schema } = sectionKinds[section.kind];
  const before = useRef<unknown>(undefined);
  const valid = lastValid(schema, section, before.current);
  before.current = valid;
  const shown = watermarkTexts(schema, valid, file, ['sections', index]);
  const Section = sectionComponents[section.kind];
  const choose = () => page?.onChoose(index);
  return (
    <div
      data-section={index}
      data-chosen={isChosen ? '' : undefined}
      data-hidden={section.hidden ? 'Verborgen: dit deel staat niet op de site' : undefined}
      onClickCapture={choose}
      onFocusCapture={choose}
      onSubmitCapture={(event) => event.preventDefault()}
    >
      {Section && (
        <SectionBoundary value={section}>
          <Section section={shown as never} page={context} position={position} />
        </SectionBoundary>
      )}
    </div>
  );
}

/**
 * Keeps a section that cannot be rendered from breaking the others, and renders it again at the
 * next change.
 */
class SectionBoundary extends Component<
  { value: unknown; children: ReactNode },
  { failed: unknown }
> {
  override state = { failed: undefined as unknown };

  override componentDidCatch(error: unknown) {
    console.error(error);
    this.setState({ failed: this.props.value });
  }

  override render() {
    if (this.state.failed !== this.props.value) return this.props.children;
    return (
      <p className="desk-incomplete">Dit deel kan nu niet getoond worden. Kijk de velden na.</p>
    );
  }
}
