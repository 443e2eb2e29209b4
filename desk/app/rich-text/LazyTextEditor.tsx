import './rich-text.css';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { RichLine, RichText } from '../../../site/rich-text/RichText.tsx';
import { LoadFailure } from '../loading/LoadFailure.tsx';
import { type LazyModule, lazyModule, useLazyModule } from '../loading/lazy-module.ts';
import type { RichTextEditor } from './RichTextEditor.tsx';

/** The editor is a third of all scripts, so it loads after the page can be read. */
export const editor = lazyModule(() => import('./RichTextEditor.tsx'));

type Props = Omit<ComponentProps<typeof RichTextEditor>, 'hadFocus'>;

/** A text that can be edited in place once the editor has loaded. */
export function LazyTextEditor(props: Props) {
  const { module } = useLazyModule(editor);
  const hadFocus = useRef(false);
  if (module) return <module.RichTextEditor {...props} hadFocus={hadFocus} />;
  return <WaitingText {...props} hadFocus={hadFocus} />;
}

/**
 * The text before the editor has loaded. It can have the focus, which the editor then takes over,
 * but ignores keys.
 */
function WaitingText(props: Props & { hadFocus: RefObject<boolean> }) {
  const { text, markup, attributes, hadFocus } = props;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    // This clean-up runs while the text is still in the document.
    return () => {
      // Firefox keeps the active element of a frame whose window has lost the focus.
      const { frameElement } = window;
      const isHere = !frameElement || frameElement === frameElement.ownerDocument.activeElement;
      hadFocus.current = isHere && current === document.activeElement;
    };
  }, [hadFocus]);
  const Element = markup === 'blocks' ? 'div' : 'span';
  // An empty line keeps the height of the editor.
  let shown: ReactNode = text || <br />;
  if (text && markup === 'blocks') shown = <RichText text={text} />;
  if (text && markup === 'line') shown = <RichLine text={text} />;
  return (
    <Element
      {...attributes}
      aria-readonly={attributes.role ? true : undefined}
      tabIndex={0}
      className="rich-text"
      ref={element as never}
    >
      {shown}
    </Element>
  );
}

/**
 * Shows that texts cannot be edited yet, and why.
 *
 * @param props.editor of this window or of the page's frame
 */
export function EditorStatus(props: { editor: LazyModule<unknown>; className: string }) {
  const { className } = props;
  const { module, failure } = useLazyModule(props.editor);
  if (module) return null;
  if (!failure) {
    return (
      <p className={`${className} rich-coming`} role="status">
        Nog even, dan kan je typen.
      </p>
    );
  }
  return (
    <LoadFailure
      className={className}
      hasStalled={failure === 'stalled'}
      onRetry={() => props.editor.start()}
    >
      <p>Typen kan nog niet: de werktafel raakt niet verder geladen.</p>
    </LoadFailure>
  );
}
