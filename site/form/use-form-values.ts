import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import {
  type EnquiryRule,
  HONEYPOT,
  SUBJECT_FIELD,
  SUBJECT_PARAMETER,
  type VisibleField,
} from '../../enquiry/fields.ts';
import { type FormValues, findWrongFields, isBlank, SHOWN_FIELDS } from './fields/form-values.ts';
import { formatTypedDate, parseTypedDate } from './fields/typed-date.ts';
import { useForm } from './form-context.tsx';

const CONTROLS = [...SHOWN_FIELDS.map(({ name }) => name), HONEYPOT] as const;

export interface FormValuesControl {
  /** The form's element. */
  element: RefObject<HTMLFormElement | null>;
  /** Values at the last event. */
  values: FormValues;
  /** Reads the current values from the controls. */
  readNow: () => FormValues;
  /** The rule that each invalid field breaks, in form order. */
  wrong: ReadonlyMap<VisibleField, EnquiryRule>;
  /** The errors to show: of fields that lost focus, or of all fields after a failed submit. */
  errors: ReadonlyMap<VisibleField, EnquiryRule>;
  /** Event handlers for the form element. */
  listeners: {
    onInput: () => void;
    onChange: () => void;
    onBlur: (event: { target: EventTarget }) => void;
  };
  showAllErrors: () => void;
  /** Sets a control's value as if it was typed. */
  write: (name: VisibleField, text: string) => void;
  /** Clears all controls and errors, and returns the previous values. */
  clear: () => FormValues;
  /** Restores such values. */
  restore: (values: FormValues) => void;
}

/**
 * Values of the uncontrolled form. Visitors can type before hydration, so the DOM owns the values.
 * They are read on each event and on `pageshow`, because browsers restore values after a back
 * navigation without an event.
 *
 * @param onRestored called when the controls have values that were not just typed
 */
export function useFormValues(onRestored: () => void): FormValuesControl {
  const { texts, locale } = useForm();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>({});
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const readNow = () => readControls(element.current);
  const read = () => setValues(readNow());
  const writeAll = (next: FormValues) => {
    for (const name of CONTROLS) writeControl(element.current, name, next[name] ?? '');
    setLeftFields(new Set());
    read();
  };
  const write = (name: VisibleField, text: string) => {
    writeControl(element.current, name, text);
    setLeftFields((before) => new Set(before).add(name));
    read();
  };

  const readRestoredControls = useEffectEvent(() => {
    const found = readNow();
    // The subject alone may come from a link; then the visitor has not started yet.
    if (!isBlank({ ...found, [SUBJECT_FIELD]: '' })) onRestored();
    // `/info?betreft=Walking%20dinner`; an unknown subject is ignored.
    const requested = new URLSearchParams(location.search).get(SUBJECT_PARAMETER);
    const subject = texts.options[SUBJECT_FIELD].find((option) => option === requested);
    if (subject && !found[SUBJECT_FIELD]) writeControl(element.current, SUBJECT_FIELD, subject);
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
    element,
    values,
    readNow,
    wrong,
    errors: new Map([...wrong].filter(([name]) => leftFields.has(name))),
    listeners: {
      // A transition, because pasting can fire an event for each line.
      onInput: () => startTransition(read),
      onChange: () => startTransition(read),
      onBlur({ target }) {
        const control = target as HTMLInputElement;
        const field = SHOWN_FIELDS.find(({ name }) => name === control.name);
        if (!field) return;
        // Shows how the date was parsed: '05032027' becomes '05/03/2027'.
        const date = field.kind === 'date' ? parseTypedDate(control.value, locale) : undefined;
        write(field.name, date ? formatTypedDate(date) : control.value);
      },
    },
    showAllErrors: () => setLeftFields(new Set(CONTROLS)),
    write,
    clear() {
      const held = readNow();
      writeAll({});
      return held;
    },
    restore(held) {
      writeAll(held);
      onRestored();
    },
  };
}

function controlOf(form: HTMLFormElement | null, name: string): { value: string } | undefined {
  const control = form?.elements.namedItem(name);
  return control && 'value' in control ? control : undefined;
}

function readControls(form: HTMLFormElement | null): FormValues {
  return Object.fromEntries(CONTROLS.map((name) => [name, controlOf(form, name)?.value ?? '']));
}

function writeControl(form: HTMLFormElement | null, name: string, text: string): void {
  const control = controlOf(form, name);
  if (control && control.value !== text) control.value = text;
}
