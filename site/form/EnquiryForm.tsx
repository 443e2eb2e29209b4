import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { HONEYPOT } from '../../enquiry/fields.ts';
import { Button } from '../parts/Button.tsx';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import { PAGE_JUMP, scrollToElement } from '../scroll/scroll.ts';
import { CAPTCHA_ID, CaptchaField } from './captcha/CaptchaField.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import styles from './EnquiryForm.module.css';
import { fieldId } from './fields/Field.tsx';
import { FieldGroups } from './fields/FieldGroups.tsx';
import {
  type FormValues,
  findWrongFields,
  fromRequest,
  isBlank,
  toRequest,
} from './fields/form-values.ts';
import { jumpToElement, MissingFields } from './fields/MissingFields.tsx';
import { type EnquiryFormProps, FormContext } from './form-context.ts';
import { FormMessage } from './submission/FormMessage.tsx';
import notices from './submission/notices.module.css';
import { useServerFlag } from './submission/server-flag.ts';
import { useSubmission } from './submission/use-submission.ts';
import { type Panel, useFormFocus } from './use-form-focus.ts';
import { useFormValues } from './use-form-values.ts';

/**
 * The enquiry form (specification, sections 2 to 5). While a message or the notice replaces it, the
 * form is hidden but stays mounted, so that it keeps its values.
 */
export default function EnquiryForm(props: EnquiryFormProps) {
  const { texts, locale, contact, api } = props;
  const flag = useServerFlag(api.base);
  const captcha = useCaptcha(props);
  const { state, submit, ...submission } = useSubmission(api, (body) =>
    control.restore(fromRequest(body, locale)),
  );
  const isUnavailable = flag === false && state.kind === 'inactive';
  const panel: Panel = isUnavailable ? 'notice' : state.kind === 'inactive' ? 'form' : state.kind;
  const { form, text } = useFormFocus(panel);
  const control = useFormValues(form, props, captcha.wake);
  const [hasTriedToSubmit, setHasTriedToSubmit] = useState(false);
  /** The values that 'Annuleren' or 'Probeer opnieuw' cleared. */
  const [cleared, setCleared] = useState<FormValues>();

  const startOver = () => {
    const previous = control.clear();
    captcha.reset();
    setHasTriedToSubmit(false);
    if (!isBlank(previous)) setCleared(previous);
  };
  const reset = () => {
    submission.reset();
    startOver();
  };

  // Clears the values that were sent. Otherwise the browser's back button would offer them again.
  const onSuccess = useEffectEvent(() => {
    startOver();
    setCleared(undefined);
  });
  useEffect(() => {
    if (state.kind === 'success') onSuccess();
  }, [state.kind]);

  const validateAndSubmit = () => {
    setHasTriedToSubmit(true);
    captcha.wake();
    const values = control.readNow();
    const [firstWrong] = findWrongFields(values, locale).keys();
    const result = captcha.readResult();
    if (firstWrong) {
      control.showAllErrors();
      jumpToElement(fieldId(firstWrong));
    } else if (result === undefined) jumpToElement(CAPTCHA_ID);
    else submit(JSON.stringify(toRequest(values, result, locale)));
  };

  // With a disabled submit button the browser ignores Enter, and the visitor would not learn why.
  // This applies to inputs only, as in the HTML standard ('Implicit submission').
  const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    validateAndSubmit();
  };

  const isCaptchaMissing = captcha.state.kind !== 'verified';
  return (
    <FormContext value={props}>
      {/* Hydration starts when the island's first element comes near the window. */}
      <div>
        {/* The style sheet shows this when the scripts are slow or fail. */}
        <div className={notices.late}>
          <p>{texts.form.late}</p>
          <ContactLinks contact={contact} />
        </div>
        {state.kind !== 'inactive' && <FormMessage state={state} textRef={text} onReset={reset} />}
        {isUnavailable && (
          <div ref={text} className={notices.notice} role="status" tabIndex={-1}>
            <p className={notices.text}>{texts.form.unavailable}</p>
            <ContactLinks contact={contact} />
          </div>
        )}
        <form
          ref={form}
          className={styles.form}
          hidden={panel !== 'form'}
          method="post"
          noValidate
          tabIndex={-1}
          aria-label={texts.form.label}
          onSubmit={(event) => {
            event.preventDefault();
            validateAndSubmit();
          }}
          onKeyDown={submitOnEnter}
          onFocus={(event) => {
            if (event.target !== form.current) captcha.wake();
          }}
          {...control.listeners}
          onInput={() => {
            captcha.wake();
            control.listeners.onInput();
          }}
        >
          {/* One wrong tap does not lose a long message: clearing can be undone while the form is empty. */}
          <p className={styles.cleared} role="status">
            {cleared && isBlank(control.values) && (
              <>
                {texts.form.cleared}{' '}
                <button
                  type="button"
                  className={styles.undo}
                  onClick={() => {
                    control.restore(cleared);
                    setCleared(undefined);
                    form.current?.focus({ preventScroll: true });
                  }}
                >
                  {texts.form.undo}
                </button>
              </>
            )}
          </p>
          <p className={styles.note}>{texts.form.requiredNote}</p>
          <FieldGroups values={control.values} errors={control.errors} onWrite={control.write} />
          <Honeypot />
          <CaptchaField control={captcha} hasTriedToSubmit={hasTriedToSubmit} />
          <div className={styles.actions}>
            <Button
              variant="main"
              type="submit"
              disabled={control.wrong.size > 0 || isCaptchaMissing}
            >
              {texts.form.submit}
            </Button>
            <MissingFields wrong={control.wrong} isCaptchaMissing={isCaptchaMissing} />
            <Button
              variant="link"
              onClick={() => {
                reset();
                if (form.current) scrollToElement(form.current, PAGE_JUMP);
              }}
            >
              {texts.form.cancel}
            </Button>
          </div>
        </form>
      </div>
    </FormContext>
  );
}

/**
 * A field that people cannot see or reach, but bots fill in. The server keeps such an enquiry and
 * marks it as suspicious. The label prevents autofill: without one Chromium treats the field as an
 * e-mail address.
 */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Website <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
