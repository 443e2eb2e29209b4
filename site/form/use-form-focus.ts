import { type RefObject, useLayoutEffect, useRef } from 'react';
import { PAGE_JUMP, scrollToElement } from '../scroll/scroll.ts';
import type { FormState } from './submission/use-submission.ts';

/**
 * Manages the focus when the form is hidden and shown again.
 *
 * After a message the form itself gets the focus, because the button that was pressed is gone. A
 * field would open the phone's keyboard. When the notice replaces the form while the visitor is
 * typing, the focus moves to the notice, and back to the field when the form returns. Otherwise it
 * does not move.
 *
 * @param isUnavailable whether the notice is shown because the server is unavailable
 */
export function useFormFocus(
  kind: FormState['kind'],
  isUnavailable: boolean,
  form: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLElement | null>,
): void {
  const before = useRef({ kind, isUnavailable });
  /** Gets the focus when the form replaces the notice. */
  const home = useRef<HTMLElement>(undefined);
  // A layout effect, because the browser blurs a hidden field before the next frame.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { kind, isUnavailable };
    const isMessageOver = was.kind !== 'inactive' && kind === 'inactive';
    const { activeElement } = document;
    if (isUnavailable && !was.isUnavailable) {
      const isTyping = form.current?.contains(activeElement);
      if (isTyping && activeElement instanceof HTMLElement) home.current = activeElement;
      else if (isMessageOver && form.current) home.current = form.current;
      else return;
      notice.current?.focus({ preventScroll: true });
      notice.current?.scrollIntoView({ block: 'center' });
    } else if (isMessageOver && form.current) {
      scrollToElement(form.current, PAGE_JUMP);
    } else if (was.isUnavailable && !isUnavailable) {
      if (activeElement === document.body) home.current?.focus();
      home.current = undefined;
    }
  }, [kind, isUnavailable, form, notice]);
}
