import {
  type ChangeEvent,
  type FocusEvent,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { SUBJECT_FIELD, SUBJECT_PARAMETER, type VisibleFieldName } from '../../enquiry/fields.ts';
import { limitPerTask } from '../browser/limit-per-task.ts';
import {
  CONTROL_NAMES,
  type FormValues,
  findInvalidFields,
  isBlank,
  textAfterBlur,
  VISIBLE_FIELDS,
} from './fields/form-values.ts';
import type { FormSettings } from './form-settings.ts';

/**
 * Reads the values of the form, whose controls are uncontrolled so that visitors can type before
 * hydration. They are read on each event and on `pageshow`, because browsers restore values after a
 * back navigation without firing an event.
 *
 * @param onRestored called when the controls have values that were not just typed
 */
export function useFormValues(
  form: RefObject<HTMLFormElement | null>,
  { texts, locale }: FormSettings,
  onRestored: () => void,
) {
  const [values, setValues] = useState<FormValues>({});
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<string>>(new Set());

  const controlOf = (name: string): { value: string } | undefined => {
    const control = form.current?.elements.namedItem(name);
    return control && 'value' in control ? control : undefined;
  };
  const writeControl = (name: string, text: string) => {
    const control = controlOf(name);
    if (control && control.value !== text) control.value = text;
  };
  const readNow = () => {
    const now: FormValues = {};
    for (const name of CONTROL_NAMES) now[name] = controlOf(name)?.value ?? '';
    return now;
  };
  const read = () => setValues(readNow());
  // A paste can fire one event for each line.
  const [readLimited] = useState(() => limitPerTask(read));
  const writeAll = (next: FormValues) => {
    for (const name of CONTROL_NAMES) writeControl(name, next[name] ?? '');
    setTouchedFields(new Set());
    read();
  };
  const write = (name: VisibleFieldName, text: string) => {
    writeControl(name, text);
    setTouchedFields((before) => new Set(before).add(name));
    read();
  };

  /** The subject of `/info?betreft=Walking%20dinner`; empty if it is unknown. */
  const subjectOfLink = () => {
    const query = new URLSearchParams(location.search);
    const requested = query.get(SUBJECT_PARAMETER) ?? '';
    return texts.options[SUBJECT_FIELD].includes(requested) ? requested : '';
  };
  const readRestoredControls = useEffectEvent(() => {
    const restored = readNow();
    // The subject alone may come from a link; then the visitor has not started yet.
    if (!isBlank({ ...restored, [SUBJECT_FIELD]: '' })) onRestored();
    const subject = subjectOfLink();
    if (subject && !restored[SUBJECT_FIELD] && !isSubjectCleared()) {
      writeControl(SUBJECT_FIELD, subject);
    }
    startTransition(read);
  });
  useEffect(() => {
    const onShow = () => readRestoredControls();
    onShow();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const invalidFields = findInvalidFields(values, locale);
  const shownErrors = [...invalidFields].filter(([name]) => touchedFields.has(name));
  return {
    values,
    readNow,
    invalidFields,
    /** The errors of fields that lost focus, or of all fields after a failed submit. */
    errors: new Map(shownErrors),
    listeners: {
      onInput: readLimited,
      onChange({ target }: ChangeEvent<HTMLFormElement>) {
        const { name, value } = target as unknown as HTMLSelectElement;
        if (name === SUBJECT_FIELD && value === '') rememberSubjectCleared();
        readLimited();
      },
      onBlur({ target }: FocusEvent) {
        const { name, value } = target as HTMLInputElement;
        const field = VISIBLE_FIELDS.find((visible) => visible.name === name);
        if (!field) return;
        write(field.name, textAfterBlur(field.kind, value, locale));
      },
    },
    showAllErrors: () => setTouchedFields(new Set(CONTROL_NAMES)),
    /** Sets a control's value as if it was typed. */
    write,
    /** Clears all controls and errors, and returns the previous values. */
    clear() {
      const cleared = readNow();
      writeAll({});
      rememberSubjectCleared();
      return cleared;
    },
    /** Writes back the values that were not sent. */
    keep(typed: FormValues, sent: FormValues) {
      for (const name of CONTROL_NAMES) {
        const value = typed[name] ?? '';
        if (value !== (sent[name] ?? '')) writeControl(name, value);
      }
      read();
    },
    /** Fills in an earlier enquiry, except where the visitor has typed since. */
    recall(earlier: FormValues) {
      const typed = readNow();
      if (typed[SUBJECT_FIELD] === subjectOfLink()) typed[SUBJECT_FIELD] = '';
      const next = { ...earlier };
      for (const name of CONTROL_NAMES) if (typed[name]) next[name] = typed[name];
      writeAll(next);
      onRestored();
    },
    restore(cleared: FormValues) {
      writeAll(cleared);
      onRestored();
    },
  };
}

/** The flag is stored in the history entry, so that it survives a reload and 'Back'. */
const SUBJECT_CLEARED = 'subjectCleared';

function isSubjectCleared(): boolean {
  return Boolean(history.state?.[SUBJECT_CLEARED]);
}

/** Remembers that the visitor has cleared a link's subject, so that it is not chosen again. */
function rememberSubjectCleared() {
  history.replaceState({ ...history.state, [SUBJECT_CLEARED]: true }, '');
}
