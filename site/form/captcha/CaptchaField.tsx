import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { type EnquiryFormProps, useForm } from '../form-context.tsx';
import styles from './CaptchaField.module.css';
import { type CaptchaState, isStartable } from './captcha.ts';
import { SeedRow } from './SeedRow.tsx';
import type { CaptchaControl } from './use-captcha.ts';

/** Anchor of the captcha, so that a link can lead to it. */
export const CAPTCHA_ID = 'enquiry-captcha';
type Texts = EnquiryFormProps['texts'];

const PROBLEM_ID = `${CAPTCHA_ID}-problem`;

/**
 * The captcha in the form: for ALTCHA a line of our own that asks for no attention, for the others
 * the provider's widget. Its space is kept from the start, so that nothing moves when it arrives.
 *
 * @param isMissed the visitor tried to send without its result
 */
export function CaptchaField(props: { control: CaptchaControl; isMissed: boolean }) {
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
            {/* The provider puts its widget here; React never does. */}
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
        {trouble ? texts.captcha[trouble] : problemOf(state, props.isMissed, texts)}
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

function problemOf(state: CaptchaState, isMissed: boolean, texts: Texts): string {
  if (state.kind === 'expired') return texts.captcha.expired;
  return isMissed && state.kind !== 'verified' ? texts.rules.captchaRequired : '';
}
