import { type RefObject, useLayoutEffect, useRef } from 'react';
import { PAGE_JUMP, scrollToElement } from '../scroll/scroll.ts';
import type { FormState } from './submission/use-submission.ts';

/**
 * Keeps the focus where the eyes are when the form is hidden and comes back.
 *
 * In place of a message the form takes it itself, since the button that brought it back is gone. Not a
 * field of it, or a phone's keyboard would cover the rest. When the notice takes the form's place, a
 * visitor who is typing is led to it, and to their field when the form returns; the focus of others
 * stays where it is.
 *
 * @param isAway the notice is shown: the server is away
 */
export function useFormFocus(
  kind: FormState['kind'],
  isAway: boolean,
  form: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLElement | null>,
): void {
  const before = useRef({ kind, isAway });
  /** Where the focus goes when the form returns in the notice's place. */
  const home = useRef<HTMLElement>(undefined);
  // In the same frame: the browser takes the focus from a hidden field before the next one.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { kind, isAway };
    const isMessageOver = was.kind !== 'inactive' && kind === 'inactive';
    const { activeElement } = document;
    if (isAway && !was.isAway) {
      const isTyping = form.current?.contains(activeElement);
      if (isTyping && activeElement instanceof HTMLElement) home.current = activeElement;
      else if (isMessageOver && form.current) home.current = form.current;
      else return;
      notice.current?.focus({ preventScroll: true });
      notice.current?.scrollIntoView({ block: 'center' });
    } else if (isMessageOver && form.current) {
      scrollToElement(form.current, PAGE_JUMP);
    } else if (was.isAway && !isAway) {
      if (activeElement === document.body) home.current?.focus();
      home.current = undefined;
    }
  }, [kind, isAway, form, notice]);
}
