import { useEffect } from 'react';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { CAPTCHA_ID } from '../captcha/CaptchaField.tsx';
import { useFormContent } from '../form-content.tsx';
import styles from './ErrorSummary.module.css';
import { fieldId } from './field-id.ts';
import { leadTo } from './OpenFields.tsx';

const SUMMARY_ID = 'enquiry-summary';

/** What an attempt to send found wrong. A new one for each attempt: the focus goes there again. */
export interface FailedAttempt {
  /** In the order of the form. */
  rules: ReadonlyMap<VisibleField, EnquiryRule>;
  isCaptchaOpen: boolean;
}

/**
 * After an attempt to send an unfinished form (Enter): what is wrong, above the form, each line a link
 * to its field in the words that stand beside it (GOV.UK Design System, 'Error summary'). It takes
 * the focus, and stays as it is until the next attempt, so that nothing moves while one types.
 */
export function ErrorSummary({ attempt }: { attempt: FailedAttempt | undefined }) {
  const { words } = useFormContent();
  useEffect(() => {
    if (attempt) leadTo(SUMMARY_ID);
  }, [attempt]);
  if (!attempt) return null;
  const lines = [...attempt.rules].map(([field, rule]) => ({
    id: fieldId(field),
    text: lineOf(words.fields[field], words.rules[rule]),
  }));
  if (attempt.isCaptchaOpen) {
    lines.push({ id: CAPTCHA_ID, text: lineOf(words.captcha.label, words.rules.captchaRequired) });
  }
  return (
    <section
      id={SUMMARY_ID}
      className={styles.summary}
      aria-labelledby={`${SUMMARY_ID}-heading`}
      tabIndex={-1}
    >
      <h2 className={styles.heading} id={`${SUMMARY_ID}-heading`}>
        {words.form.summary}
      </h2>
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                leadTo(id);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The message to the letter, with its field's name unless it says that itself: 'Naam is verplicht'. */
const lineOf = (label: string, message: string) =>
  message.includes(label) ? message : `${label}: ${message}`;
