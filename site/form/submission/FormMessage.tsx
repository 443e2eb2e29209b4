import type { Ref } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { SeedRow } from '../captcha/SeedRow.tsx';
import type { FormValues } from '../fields/form-values.ts';
import { useFormSettings } from '../form-settings.ts';
import { Icon } from '../icons.tsx';
import styles from './FormMessage.module.css';
import { mailInstead } from './mail-instead.ts';
import type { FormState } from './use-submission.ts';

const NEXT_ID = 'after-the-enquiry';
const ICONS = {
  pending: 'hourglass',
  success: 'check',
  error: 'cross',
} as const;

/** The message that replaces the form during and after sending (specification, section 4). */
export function FormMessage(props: {
  state: Exclude<FormState, { kind: 'inactive' }>;
  textRef: Ref<HTMLParagraphElement>;
  onReset: () => void;
}) {
  const { state, onReset } = props;
  const { form } = useFormSettings().texts;
  const { kind } = state;
  return (
    <div
      // Each message is a new element, so that screen readers announce it.
      key={kind}
      className={styles.message}
      data-kind={kind}
      // 'Annuleren' takes the submit button's place, so the second click of a double click would
      // press it.
      onClickCapture={(event) => {
        if (event.detail > 1) event.stopPropagation();
      }}
    >
      <Icon name={ICONS[kind]} size="large" />
      <p
        ref={props.textRef}
        className={styles.text}
        role={kind === 'error' ? 'alert' : 'status'}
        tabIndex={-1}
      >
        {form[kind]}
      </p>
      {kind === 'pending' && <SeedRow state={kind} />}
      {kind === 'success' && (
        <section className={styles.next} aria-labelledby={NEXT_ID}>
          <h2 id={NEXT_ID}>{form.successNext}</h2>
          <ol>
            {form.successSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      {kind === 'error' && <MailInstead values={state.submission.values} />}
      <div className={styles.buttons}>
        {/* After an error the mail is the main action: it keeps what the visitor wrote. */}
        {kind !== 'pending' && (
          <Button variant={kind === 'success' ? 'quiet' : 'link'} onClick={onReset}>
            {kind === 'success' ? form.again : form.retry}
          </Button>
        )}
        <Button variant={kind === 'pending' ? 'quiet' : 'link'} onClick={onReset}>
          {form.cancel}
        </Button>
      </div>
    </div>
  );
}

/** The enquiry as a `mailto:` link, and as text to copy. */
function MailInstead(props: { values: FormValues }) {
  const settings = useFormSettings();
  const { texts } = settings;
  const mail = mailInstead(props.values, settings);
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
