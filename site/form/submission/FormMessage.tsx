import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { SeedRow } from '../captcha/SeedRow.tsx';
import { useForm } from '../form-context.tsx';
import { CheckIcon, CrossIcon, HourglassIcon } from '../icons.tsx';
import styles from './FormMessage.module.css';

import { mailInstead } from './mail-instead.ts';
import type { FormState } from './use-submission.ts';

const NEXT_ID = 'after-the-enquiry';

interface FormMessageProps {
  state: Exclude<FormState, { kind: 'inactive' }>;
  /** 'Stuur nog een bericht', 'Probeer opnieuw' and 'Annuleren' all return to the empty form. */
  onReset: () => void;
}

/** Replaces the form while an enquiry is being sent, and afterwards (specification, section 4). */
export function FormMessage({ state, onReset }: FormMessageProps) {
  const { form } = useForm().texts;
  const resetButton = (label: string, variant: 'quiet' | 'link' = 'quiet') => (
    <Button variant={variant} onClick={onReset}>
      {label}
    </Button>
  );
  switch (state.kind) {
    case 'pending':
      return (
        <Message key="pending" kind="pending" icon={<HourglassIcon />} text={form.pending}>
          <SeedRow state="pending" />
          {resetButton(form.cancel)}
        </Message>
      );
    case 'success':
      return (
        <Message key="success" kind="success" icon={<CheckIcon />} text={form.success}>
          <section className={styles.next} aria-labelledby={NEXT_ID}>
            <h2 id={NEXT_ID}>{form.successNext}</h2>
            <ol>
              {form.successSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
          <div className={styles.buttons}>
            {resetButton(form.again)}
            {resetButton(form.cancel, 'link')}
          </div>
        </Message>
      );
    case 'error':
      return (
        <Message key="error" kind="error" icon={<CrossIcon />} text={form.error}>
          <MailInstead requestBody={state.submission.body} />
          <div className={styles.buttons}>
            {resetButton(form.retry)}
            {resetButton(form.cancel)}
          </div>
        </Message>
      );
  }
}

/** Takes the focus when it appears, for keyboard and screen reader users. */
function Message(props: {
  kind: 'pending' | 'success' | 'error';
  icon: ReactNode;
  text: string;
  children: ReactNode;
}) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div
      className={styles.message}
      data-kind={props.kind}
      // Otherwise the second click of a double click on the submit button would press 'Annuleren'.
      onClickCapture={(event) => {
        if (event.detail > 1) event.stopPropagation();
      }}
    >
      {props.icon}
      <p
        ref={text}
        className={styles.text}
        role={props.kind === 'error' ? 'alert' : 'status'}
        tabIndex={-1}
      >
        {props.text}
      </p>
      {props.children}
    </div>
  );
}

/**
 * The enquiry as a `mailto:` link and as text to copy, for visitors without a mail program and for
 * messages that are too long for a link.
 */
function MailInstead(props: { requestBody: string }) {
  const { texts, contact } = useForm();
  const mail = mailInstead(props.requestBody, contact.email, texts);
  return (
    <>
      <ButtonLink variant="main" href={mail.href}>
        {texts.form.mailInstead}
      </ButtonLink>
      <details className={styles.whole}>
        <summary>{texts.form.mailWhole}</summary>
        <textarea
          readOnly
          rows={8}
          aria-label={texts.form.mailWhole}
          value={mail.text}
          onFocus={(event) => event.target.select()}
        />
      </details>
    </>
  );
}
