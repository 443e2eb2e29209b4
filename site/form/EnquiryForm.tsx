import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
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
import { type EnquiryFormProps, FormContext, useForm } from './form-context.tsx';
import { FormMessage } from './submission/FormMessage.tsx';
import notices from './submission/notices.module.css';
import { useServerFlag } from './submission/server-flag.ts';
import { useSubmission } from './submission/use-submission.ts';
import undo from './UndoNote.module.css';
import { useFormFocus } from './use-form-focus.ts';
import { useFormValues } from './use-form-values.ts';

/**
 * The enquiry form (specification, sections 2 to 5). While a message or the notice replaces it, the
 * form is hidden but stays mounted, so that it keeps its values.
 */
export default function EnquiryForm(props: EnquiryFormProps) {
  return (
    <FormContext value={props}>
      <Form />
    </FormContext>
  );
}

function Form() {
  const { texts, locale, contact } = useForm();
  const flag = useServerFlag();
  const captcha = useCaptcha();
  const control = useFormValues(captcha.wake);
  const { element, values, wrong, errors, listeners } = control;
  const submission = useSubmission((body) => control.restore(fromRequest(body, locale)));
  const [hasTriedToSubmit, setHasTriedToSubmit] = useState(false);
  const [cleared, setCleared] = useState<FormValues>();
  const notice = useRef<HTMLDivElement>(null);
  const isInactive = submission.state.kind === 'inactive';
  const isUnavailable = flag === false && isInactive;
  const isShown = flag !== false && isInactive;
  useFormFocus(submission.state.kind, isUnavailable, element, notice);
  const isCaptchaMissing = captcha.state.kind !== 'verified';

  const startOver = () => {
    const held = control.clear();
    captcha.reset();
    setHasTriedToSubmit(false);
    if (!isBlank(held)) setCleared(held);
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
    if (submission.state.kind === 'success') onSuccess();
  }, [submission.state.kind]);

  const validateAndSubmit = () => {
    setHasTriedToSubmit(true);
    captcha.wake();
    const now = control.readNow();
    const [firstWrong] = findWrongFields(now, locale).keys();
    const result = captcha.readResult();
    if (firstWrong) {
      control.showAllErrors();
      jumpToElement(fieldId(firstWrong));
    } else if (result === undefined) jumpToElement(CAPTCHA_ID);
    else submission.submit(JSON.stringify(toRequest(now, result, locale)));
  };

  // With a disabled submit button the browser ignores Enter, and the visitor would not learn why.
  // This applies to inputs only, as in the HTML standard ('Implicit submission').
  const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    validateAndSubmit();
  };

  return (
    // Hydration starts when the island's first element comes near the window.
    <div>
      {/* The style sheet shows this when the scripts are slow or fail. */}
      <div className={notices.late}>
        <p>{texts.form.late}</p>
        <ContactLinks contact={contact} />
      </div>
      {submission.state.kind !== 'inactive' && (
        <FormMessage state={submission.state} onReset={reset} />
      )}
      {isUnavailable && (
        <div ref={notice} className={notices.notice} role="status" tabIndex={-1}>
          <p className={notices.text}>{texts.form.unavailable}</p>
          <ContactLinks contact={contact} />
        </div>
      )}
      <form
        ref={element}
        className={styles.form}
        hidden={!isShown}
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
          if (event.target !== element.current) captcha.wake();
        }}
        {...listeners}
        onInput={() => {
          captcha.wake();
          listeners.onInput();
        }}
      >
        <UndoNote
          cleared={isBlank(values) ? cleared : undefined}
          onUndo={(held) => {
            control.restore(held);
            setCleared(undefined);
            element.current?.focus({ preventScroll: true });
          }}
        />
        <p className={styles.note}>{texts.form.requiredNote}</p>
        <FieldGroups values={values} errors={errors} onWrite={control.write} />
        <Honeypot />
        <CaptchaField control={captcha} hasTriedToSubmit={hasTriedToSubmit} />
        <div className={styles.actions}>
          <Button variant="main" type="submit" disabled={wrong.size > 0 || isCaptchaMissing}>
            {texts.form.submit}
          </Button>
          <MissingFields wrong={wrong} isCaptchaMissing={isCaptchaMissing} />
          <Button
            variant="link"
            onClick={() => {
              reset();
              if (isShown && element.current) scrollToElement(element.current, PAGE_JUMP);
            }}
          >
            {texts.form.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}

/**
 * 'Annuleren' and 'Probeer opnieuw' clear the form at once (specification, section 4). Visitors can
 * undo this as long as the form is empty, so that one wrong tap does not lose a long message.
 *
 * @param cleared the cleared values; undefined when there is nothing to undo
 */
function UndoNote(props: {
  cleared: FormValues | undefined;
  onUndo: (cleared: FormValues) => void;
}) {
  const { texts } = useForm();
  const { cleared, onUndo } = props;
  return (
    <p className={undo.note} role="status">
      {cleared && (
        <>
          {texts.form.cleared}{' '}
          <button type="button" className={undo.undo} onClick={() => onUndo(cleared)}>
            {texts.form.undo}
          </button>
        </>
      )}
    </p>
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
