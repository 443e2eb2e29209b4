import { type KeyboardEvent, useState } from 'react';
import { HONEYPOT } from '../../enquiry/fields.ts';
import { PAGE_JUMP, scrollToElement } from '../browser/scroll.ts';
import { Button } from '../parts/Button.tsx';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import { CAPTCHA_ID, CaptchaField } from './captcha/CaptchaField.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import styles from './EnquiryForm.module.css';
import { fieldId } from './fields/Field.tsx';
import { FieldGroups } from './fields/FieldGroups.tsx';
import { type FormValues, findInvalidFields, isBlank } from './fields/form-values.ts';
import { InvalidFieldLinks, jumpToElement } from './fields/InvalidFieldLinks.tsx';
import { type FormSettings, FormSettingsContext } from './form-settings.ts';
import { FormMessage } from './submission/FormMessage.tsx';
import notices from './submission/notices.module.css';
import { useServerStatus } from './submission/use-server-status.ts';
import { useSubmission } from './submission/use-submission.ts';
import { panelOf, useFormFocus } from './use-form-focus.ts';
import { useFormValues } from './use-form-values.ts';

/**
 * The enquiry form (specification, sections 2 to 5). While a message or the notice replaces it, it
 * stays mounted so that its values are kept.
 */
export default function EnquiryForm(props: FormSettings) {
  const { texts, locale, contact, api } = props;
  const isAvailable = useServerStatus(api.base);
  const captcha = useCaptcha(props);
  const { state, submit, ...submission } = useSubmission(
    props,
    (sent) => forget(sent),
    (values) => formValues.recall(values),
  );
  const panel = panelOf(state.kind, isAvailable);
  const { form, text } = useFormFocus(panel);
  const formValues = useFormValues(form, props, captcha.wake);
  const [hasTriedToSubmit, setHasTriedToSubmit] = useState(false);
  /** The values that 'Annuleren' or 'Probeer opnieuw' cleared. */
  const [cleared, setCleared] = useState<FormValues>();

  const startOver = () => {
    const previous = formValues.clear();
    captcha.reset();
    setHasTriedToSubmit(false);
    if (!isBlank(previous)) setCleared(previous);
  };
  const reset = () => {
    submission.reset();
    startOver();
  };
  const cancel = () => {
    reset();
    if (form.current) scrollToElement(form.current, PAGE_JUMP);
  };
  const undo = (values: FormValues) => {
    formValues.restore(values);
    setCleared(undefined);
    form.current?.focus({ preventScroll: true });
  };

  // Removes the values that were sent, which the browser would restore after 'Back'. Text that the
  // visitor typed meanwhile, after a reload, is kept.
  const forget = (sent: FormValues) => {
    const typed = formValues.readNow();
    startOver();
    setCleared(undefined);
    formValues.keep(typed, sent);
  };
  const validateAndSubmit = () => {
    setHasTriedToSubmit(true);
    captcha.wake();
    const values = formValues.readNow();
    const [firstInvalid] = findInvalidFields(values, locale).keys();
    if (firstInvalid) {
      formValues.showAllErrors();
      jumpToElement(fieldId(firstInvalid));
      return;
    }
    const result = captcha.readResult();
    if (result === undefined) jumpToElement(CAPTCHA_ID);
    else submit(values, result);
  };

  // Handles Enter, which a browser ignores while the submit button is disabled. As in the HTML
  // standard ('Implicit submission'), this applies to inputs only.
  const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    // Safari ends a composition before the Enter that ends it; the key's code is then 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    validateAndSubmit();
  };

  const isCaptchaMissing = captcha.state.kind !== 'verified';
  const mayUndo = cleared && isBlank(formValues.values);
  return (
    <FormSettingsContext value={props}>
      {/* Hydration starts when the island's first element comes near the window. */}
      <div>
        {/* The style sheet shows this when the scripts are slow or fail. */}
        <div className={notices.late}>
          <p className={notices.loading}>{texts.form.late}</p>
          <p className={notices.failed}>{texts.form.unavailable}</p>
          <ContactLinks contact={contact} />
        </div>
        {state.kind !== 'inactive' && <FormMessage state={state} textRef={text} onReset={reset} />}
        {panel === 'notice' && (
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
          {...formValues.listeners}
          onInput={() => {
            captcha.wake();
            formValues.listeners.onInput();
          }}
        >
          {/* 'Annuleren' can be undone, because it may have been tapped by mistake. */}
          <p className={styles.cleared} role="status">
            {mayUndo && (
              <>
                <span>{texts.form.cleared}</span>
                <button type="button" className={styles.undo} onClick={() => undo(cleared)}>
                  {texts.form.undo}
                </button>
              </>
            )}
          </p>
          <p className={styles.note}>{texts.form.requiredNote}</p>
          <FieldGroups
            values={formValues.values}
            errors={formValues.errors}
            onWrite={formValues.write}
          />
          <Honeypot />
          <CaptchaField captcha={captcha} hasTriedToSubmit={hasTriedToSubmit} />
          <div className={styles.actions}>
            <Button
              variant="main"
              type="submit"
              disabled={formValues.invalidFields.size > 0 || isCaptchaMissing}
            >
              {texts.form.submit}
            </Button>
            <InvalidFieldLinks
              invalidFields={formValues.invalidFields}
              isCaptchaMissing={isCaptchaMissing}
            />
            <Button variant="link" onClick={cancel}>
              {texts.form.cancel}
            </Button>
          </div>
        </form>
      </div>
    </FormSettingsContext>
  );
}

/** A field that only bots fill in. Its label keeps Chromium from filling in an e-mail address. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        <span>Website</span>
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
