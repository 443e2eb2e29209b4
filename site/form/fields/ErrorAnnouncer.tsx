import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { EnquiryRule } from '../../../enquiry/fields.ts';
import { useFormContent } from '../form-content.tsx';
import { type FormValues, SHOWN_FIELDS } from './form-values.ts';

/**
 * Says politely which field just turned out wrong: its message appears after the visitor has left
 * it, where a screen reader no longer is.
 */
export function ErrorAnnouncer(props: { errors: FieldErrors<FormValues> }) {
  const { words } = useFormContent();
  const [announcement, setAnnouncement] = useState('');
  const known = useRef(new Map<string, string>());
  const { errors } = props;
  useEffect(() => {
    const current = new Map<string, string>();
    const news: string[] = [];
    for (const { name } of SHOWN_FIELDS) {
      const rule = errors[name]?.message as EnquiryRule | undefined;
      if (!rule) continue;
      current.set(name, rule);
      if (known.current.get(name) !== rule) {
        news.push(`${words.fields[name]}: ${words.rules[rule]}.`);
      }
    }
    known.current = current;
    if (news.length > 0 || current.size === 0) setAnnouncement(news.join(' '));
  });
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
