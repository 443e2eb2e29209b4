import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * While the server is away a notice takes the form's place. A visitor who is typing is led to it,
 * and back to their field when the form returns; whoever is elsewhere on the page stays there.
 */
export function useFocusOnNotice(
  isAway: boolean,
  form: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLElement | null>,
): void {
  const field = useRef<HTMLElement>(undefined);
  // In the same frame: the browser takes the focus from a hidden field before the next one.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isAway) {
      if (!(activeElement instanceof HTMLElement) || !form.current?.contains(activeElement)) return;
      field.current = activeElement;
      notice.current?.focus({ preventScroll: true });
      notice.current?.scrollIntoView({ block: 'center' });
    } else {
      if (activeElement === document.body) field.current?.focus();
      field.current = undefined;
    }
  }, [isAway, form, notice]);
}
