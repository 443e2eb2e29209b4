import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/** Whether CSS alone can make a field as high as its text, which Safari before 26 cannot. */
const growsByItself = () => CSS.supports('field-sizing', 'content');

/**
 * A text that is shown whole, in as many lines as it needs.
 *
 * @param props.isOneLine whether the text itself contains no line breaks
 */
export function GrowingText(
  props: Omit<ComponentProps<'textarea'>, 'rows' | 'onChange'> & {
    isOneLine: boolean;
    onChange: (event: { target: { value: string } }) => void;
  },
) {
  const { isOneLine, onChange, ...attributes } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!growsByItself() && box.current) fitToText(box.current);
  }, [props.value]);
  useLayoutEffect(() => {
    if (growsByItself() || !box.current) return;
    const { current } = box;
    // The text has no height while its row is closed, and another height when its width changes.
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      fitToText(current);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <textarea
      {...attributes}
      ref={box}
      rows={1}
      data-one-line={isOneLine || undefined}
      onKeyDown={(event) => isOneLine && event.key === 'Enter' && event.preventDefault()}
      onChange={({ target }) => {
        // A pasted text may contain line breaks.
        const value = isOneLine ? target.value.replace(/\s*\n\s*/g, ' ') : target.value;
        onChange({ target: { value } });
      }}
    />
  );
}

function fitToText(box: HTMLTextAreaElement): void {
  box.style.height = 'auto';
  const edges = box.offsetHeight - box.clientHeight;
  box.style.height = `${box.scrollHeight + edges}px`;
}
