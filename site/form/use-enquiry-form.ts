import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { HONEYPOT, SUBJECT_FIELD, subjectParameter } from '../../enquiry/fields.ts';
import { type FormValues, isBlank, SHOWN_FIELDS } from './fields/form-values.ts';
import { enquiryResolver } from './fields/wrong-fields.ts';
import { type FormContent, useFormContent } from './form-content.tsx';

const CONTROLS = [...SHOWN_FIELDS.map(({ name }) => name), HONEYPOT] as const;

const EMPTY: FormValues = Object.fromEntries(CONTROLS.map((name) => [name, '']));

export interface EnquiryFormControl {
  /** The form's element. */
  element: RefObject<HTMLFormElement | null>;
  form: UseFormReturn<FormValues>;
  /** What stands in the controls now. */
  values: FormValues;
  /** Empties every control, takes back every message, and returns what stood there. */
  clear: () => FormValues;
  /** Puts back what stood there. */
  restore: (values: FormValues) => void;
}

/**
 * The form's values. The document was readable and usable before React came, so what stands in the
 * controls goes before anything: no default values are given. They are read once more when the page
 * is shown, because a browser puts back what was typed before a step back when it likes, and without
 * an event (decision 070).
 *
 * @param onRestored what was typed before stands in the controls again, without a key being touched
 */
export function useEnquiryForm(onRestored: () => void): EnquiryFormControl {
  const { words, findWrongFields } = useFormContent();
  const form = useForm<FormValues>({
    mode: 'onTouched',
    resolver: enquiryResolver(findWrongFields),
    shouldFocusError: false,
  });
  const [values, setValues] = useState<FormValues>({});
  const element = useRef<HTMLFormElement>(null);
  const tellRestored = useEffectEvent(onRestored);

  useEffect(() => {
    const takeOver = () => {
      readControls(element.current, form);
      // The subject alone may come from the link that led here: nobody has begun yet.
      if (!isBlank({ ...form.getValues(), [SUBJECT_FIELD]: '' })) tellRestored();
      preselectSubject(form, words);
      setValues({ ...form.getValues() });
    };
    takeOver();
    const stop = form.subscribe({
      formState: { values: true },
      callback: (change) => setValues({ ...change.values }),
    });
    window.addEventListener('pageshow', takeOver);
    return () => {
      stop();
      window.removeEventListener('pageshow', takeOver);
    };
  }, [form, words]);

  return {
    element,
    form,
    values,
    clear() {
      const held = { ...form.getValues() };
      form.reset(EMPTY);
      return held;
    },
    restore(held) {
      form.reset(EMPTY);
      for (const name of CONTROLS) form.setValue(name, held[name] ?? '');
      onRestored();
    },
  };
}

/** What a control holds but no event told of. */
function readControls(element: HTMLFormElement | null, form: UseFormReturn<FormValues>) {
  for (const name of CONTROLS) {
    const control = element?.elements.namedItem(name);
    const held = control && 'value' in control ? String(control.value) : '';
    if (held !== (form.getValues(name) ?? '')) form.setValue(name, held);
  }
}

/** `/info?betreft=Walking%20dinner` (decisions, 'Pages'); anything unknown is ignored. */
function preselectSubject(form: UseFormReturn<FormValues>, words: FormContent['words']) {
  const parameter = subjectParameter(words.fields[SUBJECT_FIELD]);
  const asked = new URLSearchParams(location.search).get(parameter);
  const subject = words.options[SUBJECT_FIELD].find((option) => option === asked);
  if (subject && !form.getValues(SUBJECT_FIELD)) form.setValue(SUBJECT_FIELD, subject);
}
