import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { type EnquiryFormProps, useForm } from '../form-context.tsx';
import styles from './CaptchaField.module.css';
import { type CaptchaState, isStartable } from './captcha.ts';
import { SeedRow } from './SeedRow.tsx';
import type { CaptchaControl } from './use-captcha.ts';

/** Id of the captcha, for links to it. */
export const CAPTCHA_ID = 'enquiry-captcha';
type Texts = EnquiryFormProps['texts'];

const PROBLEM_ID = `${CAPTCHA_ID}-problem`;

/**
 * The captcha of the form: our own status line for ALTCHA, the provider's widget otherwise. The
 * space is reserved, so that the layout does not shift when the widget loads.
 *
 * @param hasTriedToSubmit whether the visitor tried to submit the form
 */
export function CaptchaField(props: { control: CaptchaControl; hasTriedToSubmit: boolean }) {
  const { texts, captcha, contact } = useForm();
  const { state, trouble, host, retry } = props.control;
  const hasWidget = captcha.provider !== 'altcha';
  const isLoading = state.kind === 'verifying' && !trouble;
  return (
    <fieldset className={styles.captcha} id={hasWidget ? CAPTCHA_ID : undefined}>
      <legend className={styles.label}>
        {texts.captcha.label} <span className={styles.star}>*</span>
      </legend>
      {hasWidget ? (
        <div className={styles.place}>
          <div className={styles.host} ref={host}>
            {/* The provider renders its widget here, outside React. */}
          </div>
          <p className={styles.loading} role="status">
            {isLoading && texts.captcha.loading}
          </p>
        </div>
      ) : (
        <AltchaLine state={state} start={retry} hostRef={host} texts={texts.captcha} />
      )}
      {hasWidget && trouble && (
        <button
          type="button"
          className={styles.again}
          aria-disabled={!isStartable(state)}
          onClick={retry}
        >
          {texts.captcha.start}
        </button>
      )}
      <p className={styles.problem} id={PROBLEM_ID} role="status">
        {trouble ? texts.captcha[trouble] : problemOf(state, props.hasTriedToSubmit, texts)}
      </p>
      {trouble && <ContactLinks contact={contact} />}
    </fieldset>
  );
}

function AltchaLine(props: {
  state: CaptchaState;
  start: () => void;
  hostRef: CaptchaControl['host'];
  texts: Texts['captcha'];
}) {
  const { texts, state } = props;
  const { kind } = state;
  return (
    <div ref={props.hostRef}>
      <button
        type="button"
        id={CAPTCHA_ID}
        className={styles.line}
        data-state={kind}
        aria-disabled={!isStartable(state)}
        aria-describedby={PROBLEM_ID}
        onClick={props.start}
      >
        <SeedRow state={kind} />
        {kind === 'verified'
          ? texts.verified
          : kind === 'verifying'
            ? `${texts.verifying}…`
            : texts.start}
      </button>
    </div>
  );
}

function problemOf(state: CaptchaState, hasTriedToSubmit: boolean, texts: Texts): string {
  if (state.kind === 'expired') return texts.captcha.expired;
  return hasTriedToSubmit && state.kind !== 'verified' ? texts.rules.captchaRequired : '';
}
