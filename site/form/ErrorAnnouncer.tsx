import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { FieldRule } from '../../enquiry/enquiry.ts';
import { type FormValues, VISIBLE_FIELDS } from '../../enquiry/payload.ts';
import { useSharedContent } from '../shared-content.tsx';

/**
 * Says politely which field just turned out wrong: its message appears after the visitor has left
 * it, where a screen reader no longer is.
 */
export function ErrorAnnouncer(props: { errors: FieldErrors<FormValues> }) {
  const { messages } = useSharedContent();
  const [announcement, setAnnouncement] = useState('');
  const known = useRef(new Map<string, string>());
  const { errors } = props;
  useEffect(() => {
    const current = new Map<string, string>();
    const news: string[] = [];
    for (const field of VISIBLE_FIELDS) {
      const rule = errors[field]?.message as FieldRule | undefined;
      if (!rule) continue;
      current.set(field, rule);
      if (known.current.get(field) !== rule) {
        news.push(`${messages.fields[field]}: ${messages.rules[rule]}.`);
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
