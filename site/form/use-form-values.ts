import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import {
  HONEYPOT,
  SUBJECT_FIELD,
  SUBJECT_PARAMETER,
  type VisibleField,
} from '../../enquiry/fields.ts';
import { type FormValues, findWrongFields, isBlank, SHOWN_FIELDS } from './fields/form-values.ts';
import { formatTypedDate, parseTypedDate } from './fields/typed-date.ts';
import type { EnquiryFormProps } from './form-context.ts';

const CONTROLS = [...SHOWN_FIELDS.map(({ name }) => name), HONEYPOT] as const;

/**
 * Values of the uncontrolled form. Visitors can type before hydration, so the DOM owns the values.
 * They are read on each event and on `pageshow`, because browsers restore values after a back
 * navigation without an event.
 *
 * @param onRestored called when the controls have values that were not just typed
 */
export function useFormValues(
  form: RefObject<HTMLFormElement | null>,
  { texts, locale }: EnquiryFormProps,
  onRestored: () => void,
) {
  const [values, setValues] = useState<FormValues>({});
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());

  const controlOf = (name: string): { value: string } | undefined => {
    const control = form.current?.elements.namedItem(name);
    return control && 'value' in control ? control : undefined;
  };
  const writeControl = (name: string, text: string) => {
    const control = controlOf(name);
    if (control && control.value !== text) control.value = text;
  };
  const readNow = (): FormValues =>
    Object.fromEntries(CONTROLS.map((name) => [name, controlOf(name)?.value ?? '']));
  const read = () => setValues(readNow());
  const writeAll = (next: FormValues) => {
    for (const name of CONTROLS) writeControl(name, next[name] ?? '');
    setLeftFields(new Set());
    read();
  };
  const write = (name: VisibleField, text: string) => {
    writeControl(name, text);
    setLeftFields((before) => new Set(before).add(name));
    read();
  };

  const readRestoredControls = useEffectEvent(() => {
    const restored = readNow();
    // The subject alone may come from a link; then the visitor has not started yet.
    if (!isBlank({ ...restored, [SUBJECT_FIELD]: '' })) onRestored();
    // `/info?betreft=Walking%20dinner`; an unknown subject is ignored.
    const requested = new URLSearchParams(location.search).get(SUBJECT_PARAMETER);
    const subject = texts.options[SUBJECT_FIELD].find((option) => option === requested);
    if (subject && !restored[SUBJECT_FIELD]) writeControl(SUBJECT_FIELD, subject);
    startTransition(read);
  });
  useEffect(() => {
    const onShow = () => readRestoredControls();
    onShow();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const wrong = findWrongFields(values, locale);
  return {
    values,
    readNow,
    wrong,
    /** The errors to show: of fields that lost focus, or of all fields after a failed submit. */
    errors: new Map([...wrong].filter(([name]) => leftFields.has(name))),
    /** Event handlers for the form element. */
    listeners: {
      // A transition, because pasting can fire an event for each line.
      onInput: () => startTransition(read),
      onChange: () => startTransition(read),
      onBlur({ target }: FocusEvent) {
        const control = target as HTMLInputElement;
        const field = SHOWN_FIELDS.find(({ name }) => name === control.name);
        if (!field) return;
        // Shows how the date was parsed: '05032027' becomes '05/03/2027'.
        const date = field.kind === 'date' ? parseTypedDate(control.value, locale) : undefined;
        write(field.name, date ? formatTypedDate(date) : control.value);
      },
    },
    showAllErrors: () => setLeftFields(new Set(CONTROLS)),
    /** Sets a control's value as if it was typed. */
    write,
    /** Clears all controls and errors, and returns the previous values. */
    clear() {
      const cleared = readNow();
      writeAll({});
      return cleared;
    },
    /** Restores such values. */
    restore(cleared: FormValues) {
      writeAll(cleared);
      onRestored();
    },
  };
}
