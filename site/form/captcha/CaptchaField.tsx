import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { type EnquiryFormProps, useForm } from '../form-context.ts';
import styles from './CaptchaField.module.css';
import { SeedRow } from './SeedRow.tsx';
import { type CaptchaState, isStartable, type useCaptcha } from './use-captcha.ts';

/** Id of the captcha, for links to it. */
export const CAPTCHA_ID = 'enquiry-captcha';
const PROBLEM_ID = `${CAPTCHA_ID}-problem`;

/**
 * The captcha of the form: our own status line for ALTCHA, the provider's widget otherwise. The
 * space is reserved, so that the layout does not shift when the widget loads.
 *
 * @param hasTriedToSubmit whether the visitor tried to submit the form
 */
export function CaptchaField(props: {
  control: ReturnType<typeof useCaptcha>;
  hasTriedToSubmit: boolean;
}) {
  const { texts, captcha, contact } = useForm();
  const { state, trouble, host, start } = props.control;
  const hasWidget = captcha.provider !== 'altcha';
  const isLoading = state.kind === 'verifying' && !trouble;
  return (
    <fieldset className={styles.captcha} id={hasWidget ? CAPTCHA_ID : undefined}>
      <legend className={styles.label}>
        {texts.captcha.label} <span className={styles.star}>*</span>
      </legend>
      {hasWidget && (
        <div className={styles.place}>
          <div className={styles.host} ref={host}>
            {/* The provider renders its widget here, outside React. */}
          </div>
          <p className={styles.loading} role="status">
            {isLoading && texts.captcha.loading}
          </p>
        </div>
      )}
      {(!hasWidget || trouble) && (
        <button
          type="button"
          id={hasWidget ? undefined : CAPTCHA_ID}
          className={styles.line}
          data-state={state.kind}
          aria-disabled={!isStartable(state)}
          aria-describedby={PROBLEM_ID}
          onClick={start}
        >
          <SeedRow state={state.kind} />
          {lineOf(state, texts.captcha)}
        </button>
      )}
      <p className={styles.problem} id={PROBLEM_ID} role="status">
        {trouble ? texts.captcha[trouble] : problemOf(state, props.hasTriedToSubmit, texts)}
      </p>
      {trouble && <ContactLinks contact={contact} />}
    </fieldset>
  );
}

type Texts = EnquiryFormProps['texts'];

function lineOf({ kind }: CaptchaState, texts: Texts['captcha']): string {
  if (kind === 'verified') return texts.verified;
  return kind === 'verifying' ? `${texts.verifying}…` : texts.start;
}

function problemOf({ kind }: CaptchaState, hasTriedToSubmit: boolean, texts: Texts): string {
  if (kind === 'expired') return texts.captcha.expired;
  return hasTriedToSubmit && kind !== 'verified' ? texts.rules.captchaRequired : '';
}
