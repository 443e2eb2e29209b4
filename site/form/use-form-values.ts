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
  subjectParameter,
  type VisibleField,
} from '../../enquiry/fields.ts';
import { type FormValues, isBlank, SHOWN_FIELDS } from './fields/form-values.ts';
import { formatTypedDate, parseTypedDate } from './fields/typed-date.ts';
import { useForm } from './form-context.tsx';

const CONTROLS = [...SHOWN_FIELDS.map(({ name }) => name), HONEYPOT] as const;

export interface FormValuesControl {
  /** The form's element. */
  element: RefObject<HTMLFormElement | null>;
  /** What the controls held at the last event. */
  values: FormValues;
  /** What the controls hold at this moment. */
  readNow: () => FormValues;
  /** The rule that each field breaks by those values, in the order of the form. */
  wrong: ReadonlyMap<VisibleField, EnquiryRule>;
  /** Those of them to be shown: of fields that were left, or that an attempt to send found. */
  errors: ReadonlyMap<VisibleField, EnquiryRule>;
  /** For the form's element: events of every control in it. */
  listeners: {
    onInput: () => void;
    onChange: () => void;
    onBlur: (event: { target: EventTarget }) => void;
  };
  /** Shows the errors of every field. */
  leaveAll: () => void;
  /** Writes into a control, as if it was typed there. */
  write: (name: VisibleField, text: string) => void;
  /** Empties every control, hides every error, and returns what the controls held. */
  clear: () => FormValues;
  /** Puts such values back. */
  restore: (values: FormValues) => void;
}

/**
 * The form's values. The document was readable and usable before React came, so the controls own what
 * was typed: React neither sets nor holds it. It is read at each event, and once more when the page is
 * shown, because a browser restores what was typed before a step back without an event.
 *
 * @param onRestored the controls hold what was typed before, without a key being touched
 */
export function useFormValues(onRestored: () => void): FormValuesControl {
  const { texts, locale, findWrongFields } = useForm();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const readNow = () => readControls(element.current);
  const read = () => setValues(readNow());
  const writeAll = (next: FormValues) => {
    for (const name of CONTROLS) writeControl(element.current, name, next[name] ?? '');
    setLeft(new Set());
    read();
  };
  const write = (name: VisibleField, text: string) => {
    writeControl(element.current, name, text);
    setLeft((before) => new Set(before).add(name));
    read();
  };

  const takeOver = useEffectEvent(() => {
    const found = readNow();
    // The subject alone may come from the link that led here: the visitor has not begun.
    if (!isBlank({ ...found, [SUBJECT_FIELD]: '' })) onRestored();
    // `/info?betreft=Walking%20dinner`; an unknown subject is ignored.
    const parameter = subjectParameter(texts.fields[SUBJECT_FIELD]);
    const asked = new URLSearchParams(location.search).get(parameter);
    const subject = texts.options[SUBJECT_FIELD].find((option) => option === asked);
    if (subject && !found[SUBJECT_FIELD]) writeControl(element.current, SUBJECT_FIELD, subject);
    startTransition(read);
  });
  useEffect(() => {
    const onShow = () => takeOver();
    onShow();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const wrong = findWrongFields(values);
  return {
    element,
    values,
    readNow,
    wrong,
    errors: new Map([...wrong].filter(([name]) => left.has(name))),
    listeners: {
      // As a transition: a text put in at once can come as an event for each of its lines.
      onInput: () => startTransition(read),
      onChange: () => startTransition(read),
      onBlur({ target }) {
        const control = target as HTMLInputElement;
        const field = SHOWN_FIELDS.find(({ name }) => name === control.name);
        if (!field) return;
        // Shown as it was understood: '05032027' becomes '05/03/2027'.
        const date = field.kind === 'date' ? parseTypedDate(control.value, locale) : undefined;
        write(field.name, date ? formatTypedDate(date) : control.value);
      },
    },
    leaveAll: () => setLeft(new Set(CONTROLS)),
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
