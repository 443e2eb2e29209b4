import { useLayoutEffect, useRef } from 'react';
import { PAGE_JUMP, scrollToElement } from '../scroll/scroll.ts';
import type { FormState } from './submission/use-submission.ts';

/** What is shown: the form, the notice that the server is unavailable, or a message. */
export type Panel = 'form' | 'notice' | Exclude<FormState['kind'], 'inactive'>;

/**
 * Manages the focus when the form is hidden and shown again.
 *
 * After a message the form itself gets the focus, because the button that was pressed is gone. A
 * field would open the phone's keyboard. When the notice replaces the form while the visitor is
 * typing, the focus moves to the notice, and back to the field when the form returns. Otherwise it
 * does not move.
 *
 * @returns refs of the form, and of the text of the notice or message
 */
export function useFormFocus(panel: Panel) {
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const before = useRef(panel);
  /** Gets the focus when the form replaces the notice. */
  const returnTo = useRef<HTMLElement>(null);
  // A layout effect, because the browser blurs a hidden field before the next frame.
  useLayoutEffect(() => {
    const from = before.current;
    before.current = panel;
    const { activeElement } = document;
    if (from === panel || !form.current) return;
    if (panel !== 'form') {
      const isTyping = form.current.contains(activeElement);
      if (panel === 'notice' && from === 'form' && !isTyping) return;
      returnTo.current = isTyping ? (activeElement as HTMLElement) : form.current;
      text.current?.focus({ preventScroll: true });
      text.current?.scrollIntoView({ block: 'center' });
    } else if (from !== 'notice') {
      scrollToElement(form.current, PAGE_JUMP);
    } else if (activeElement === document.body) {
      returnTo.current?.focus();
    }
  }, [panel]);
  return { form, text };
}
