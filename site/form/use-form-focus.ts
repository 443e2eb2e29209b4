import { useLayoutEffect, useRef } from 'react';
import { PAGE_JUMP, scrollToElement } from '../browser/scroll.ts';
import type { FormState } from './submission/use-submission.ts';

type Panel = 'form' | 'notice' | Exclude<FormState['kind'], 'inactive'>;

/** @param isAvailable whether the server is available; undefined if unknown */
export function panelOf(kind: FormState['kind'], isAvailable: boolean | undefined): Panel {
  if (kind !== 'inactive') return kind;
  return isAvailable === false ? 'notice' : 'form';
}

/**
 * Moves the focus when the form is hidden and shown again.
 *
 * After a message it moves to the form itself: a field would open the phone's keyboard. When the
 * notice replaces the form while the visitor is typing, it moves to the notice, and later back to
 * the field.
 *
 * @returns refs of the form, and of the text of the notice or message
 */
export function useFormFocus(panel: Panel) {
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const before = useRef(panel);
  /** The field that gets the focus back when the form replaces the notice. */
  const returnTo = useRef<HTMLElement>(null);
  // This is a layout effect, because the browser blurs a hidden field soon after rendering.
  useLayoutEffect(() => {
    const from = before.current;
    before.current = panel;
    if (from === panel || !form.current) return;
    const focused = document.activeElement as HTMLElement;
    if (panel !== 'form') {
      const isTyping = form.current.contains(focused);
      if (panel === 'notice' && from === 'form' && !isTyping) return;
      returnTo.current = isTyping ? focused : form.current;
      text.current?.focus({ preventScroll: true });
      text.current?.scrollIntoView({ block: 'center' });
    } else if (from !== 'notice') {
      scrollToElement(form.current, PAGE_JUMP);
    } else if (focused === document.body) {
      returnTo.current?.focus();
    }
  }, [panel]);
  return { form, text };
}
