import { useEffect, useRef, useState } from 'react';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { useFormContent } from '../form-content.tsx';

/**
 * Says politely which field just turned out wrong: its message appears after the visitor has left
 * it, where a screen reader no longer is.
 */
export function ErrorAnnouncer(props: { errors: ReadonlyMap<VisibleField, EnquiryRule> }) {
  const { words } = useFormContent();
  const [announcement, setAnnouncement] = useState('');
  const known = useRef<typeof props.errors>(new Map());
  const { errors } = props;
  useEffect(() => {
    const news = [...errors].filter(([name, rule]) => known.current.get(name) !== rule);
    known.current = errors;
    if (news.length > 0 || errors.size === 0) {
      const lines = news.map(([name, rule]) => `${words.fields[name]}: ${words.rules[rule]}.`);
      setAnnouncement(lines.join(' '));
    }
  });
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
