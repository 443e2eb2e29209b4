import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { PRODUCT_TYPES } from '../../../enquiry/enquiry.ts';
import { type FormValues, VISIBLE_FIELDS } from '../../../enquiry/payload.ts';
import { enquiryResolver } from './enquiry-resolver.ts';

const EMPTY: FormValues = {
  ...Object.fromEntries(VISIBLE_FIELDS.map((field) => [field, ''])),
  website: '',
};

export interface EnquiryFormControl {
  form: UseFormReturn<FormValues>;
  /** What stands in the controls now. */
  values: FormValues;
  /** Empties every control and takes back every message. */
  clear: () => void;
}

/**
 * The form's values. The document was readable and usable before React came, so what stands in the
 * controls goes before anything: no default values are given, and the controls are read once more
 * when the page is shown again (a browser may restore them late).
 */
export function useEnquiryForm(): EnquiryFormControl {
  const form = useForm<FormValues>({
    mode: 'onTouched',
    resolver: enquiryResolver,
    shouldFocusError: false,
  });
  const [values, setValues] = useState<FormValues>({});

  useEffect(() => {
    const takeOver = () => {
      preselectSubject(form);
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
  }, [form]);

  return { form, values, clear: () => form.reset(EMPTY) };
}

/** `/info?betreft=Walking%20dinner` (decisions, 'Pages'); anything unknown is ignored. */
function preselectSubject(form: UseFormReturn<FormValues>) {
  const asked = new URLSearchParams(location.search).get('betreft');
  const subject = PRODUCT_TYPES.find((type) => type === asked);
  if (subject && !form.getValues('productType')) form.setValue('productType', subject);
}
