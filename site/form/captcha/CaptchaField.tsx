import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { useFormSettings } from '../form-settings.ts';
import styles from './CaptchaField.module.css';
import { SeedRow } from './SeedRow.tsx';
import { isStartable, type useCaptcha } from './use-captcha.ts';

export const CAPTCHA_ID = 'enquiry-captcha';
const PROBLEM_ID = `${CAPTCHA_ID}-problem`;

/** Shows our own status line for ALTCHA, and the provider's widget otherwise. */
export function CaptchaField(props: {
  captcha: ReturnType<typeof useCaptcha>;
  hasTriedToSubmit: boolean;
}) {
  const { texts, captcha, contact } = useFormSettings();
  const { state, failure, host, start } = props.captcha;
  const { kind } = state;
  const hasWidget = captcha.provider !== 'altcha';
  const isLoading = kind === 'verifying' && !failure;

  const status = () => {
    if (kind === 'verified') return texts.captcha.verified;
    if (kind === 'verifying') return `${texts.captcha.verifying}…`;
    return texts.captcha.start;
  };
  const problem = () => {
    if (failure) return texts.captcha[failure];
    if (kind === 'expired') return texts.captcha.expired;
    const isMissing = props.hasTriedToSubmit && kind !== 'verified';
    return isMissing ? texts.rules.captchaRequired : '';
  };
  return (
    <fieldset className={styles.captcha} id={hasWidget ? CAPTCHA_ID : undefined}>
      <legend className={styles.label}>
        <span>{texts.captcha.label}</span>
        <span className={styles.star}>{' *'}</span>
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
      {(!hasWidget || failure) && (
        <button
          type="button"
          id={hasWidget ? undefined : CAPTCHA_ID}
          className={styles.line}
          data-state={kind}
          aria-disabled={!isStartable(state)}
          aria-describedby={PROBLEM_ID}
          onClick={start}
        >
          <SeedRow state={kind} />
          <span>{status()}</span>
        </button>
      )}
      <p className={styles.problem} id={PROBLEM_ID} role="status">
        {problem()}
      </p>
      {failure && <ContactLinks contact={contact} />}
    </fieldset>
  );
}
