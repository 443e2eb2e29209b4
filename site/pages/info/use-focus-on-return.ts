import { type RefObject, useEffect, useRef } from 'react';
import type { FormState } from '../../../enquiry/form-state.ts';
import { PAGE_JUMP, scrollToElement } from '../../scroll.ts';

/**
 * When the form comes back in the place of a message, the button that brought it is gone, and with
 * it the focus: the form takes it. Not a field of it, or a phone's keyboard would cover the rest.
 */
export function useFocusOnReturn(
  kind: FormState['kind'],
  form: RefObject<HTMLFormElement | null>,
): void {
  const last = useRef(kind);
  useEffect(() => {
    if (last.current !== 'inactive' && kind === 'inactive' && form.current) {
      scrollToElement(form.current, PAGE_JUMP);
    }
    last.current = kind;
  }, [kind, form]);
}
