import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { SeedRow } from '../captcha/SeedRow.tsx';
import { useFormContent } from '../form-content.tsx';
import { CheckIcon, CrossIcon, HourglassIcon } from '../icons.tsx';
import styles from './FormMessage.module.css';
import type { FormState } from './form-state.ts';
import { mailInstead } from './mail-instead.ts';

const NEXT_ID = 'after-the-enquiry';

interface FormMessageProps {
  state: Exclude<FormState, { kind: 'inactive' }>;
  onAgain: () => void;
  onRetry: () => void;
  onCancel: () => void;
}

/** What stands in the form's place while an enquiry is on its way, and after (specification, section 4). */
export function FormMessage({ state, onAgain, onRetry, onCancel }: FormMessageProps) {
  const { form } = useFormContent().words;
  switch (state.kind) {
    case 'pending':
      return (
        <Message key="pending" kind="pending" icon={<HourglassIcon />} text={form.pending}>
          <SeedRow state="pending" />
          <Button variant="quiet" onClick={onCancel}>
            {form.cancel}
          </Button>
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
            <Button variant="quiet" onClick={onAgain}>
              {form.again}
            </Button>
            <Button variant="link" onClick={onCancel}>
              {form.cancel}
            </Button>
          </div>
        </Message>
      );
    case 'error':
      return (
        <Message key="error" kind="error" icon={<CrossIcon />} text={form.error}>
          <MailInstead requestBody={state.submission.body} />
          <div className={styles.buttons}>
            <Button variant="quiet" onClick={onRetry}>
              {form.retry}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {form.cancel}
            </Button>
          </div>
        </Message>
      );
  }
}

/** Takes the focus when it appears, so that keyboard and screen reader are where the eyes are. */
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
    return ignoreSecondClick();
  }, []);
  return (
    <div className={styles.message} data-kind={props.kind}>
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

/** As long as the second click of a double click may take, in milliseconds (Windows' slowest setting). */
const DOUBLE_CLICK_MS = 900;

/**
 * The second click of a double click on the button falls on what has come in the form's place: it
 * would take the focus away again, or press 'Annuleren'.
 */
function ignoreSecondClick(): () => void {
  const controller = new AbortController();
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['mousedown', 'click'] as const) {
    document.addEventListener(type, ignore, { capture: true, signal: controller.signal });
  }
  const timer = setTimeout(() => controller.abort(), DOUBLE_CLICK_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/**
 * Everything that was typed as a ready-made e-mail, and for copying: a link opens nothing where no
 * mail program is set up, and does not hold the longest messages.
 */
function MailInstead(props: { requestBody: string }) {
  const { words, contact } = useFormContent();
  const mail = mailInstead(props.requestBody, contact.email, words);
  return (
    <>
      <ButtonLink variant="main" href={mail.href}>
        {words.form.mailInstead}
      </ButtonLink>
      <details className={styles.whole}>
        <summary>{words.form.mailWhole}</summary>
        <textarea
          readOnly
          rows={8}
          aria-label={words.form.mailWhole}
          value={mail.text}
          onFocus={(event) => event.target.select()}
        />
      </details>
    </>
  );
}
