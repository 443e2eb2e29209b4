import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_REQUEST_BYTES } from '../../enquiry/enquiry.ts';
import { Button } from '../parts/Button.tsx';
import { PAGE_JUMP, scrollToElement } from '../scroll/scroll.ts';
import { CAPTCHA_ID, CaptchaField } from './captcha/CaptchaField.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import styles from './EnquiryForm.module.css';
import { ErrorAnnouncer } from './fields/ErrorAnnouncer.tsx';
import { ErrorSummary, type FailedAttempt } from './fields/ErrorSummary.tsx';
import { FieldGroups } from './fields/FieldGroups.tsx';
import { type FormValues, fromRequest, isBlank, toRequest } from './fields/form-values.ts';
import { Honeypot } from './fields/Honeypot.tsx';
import { leadTo, listOpenFields, OpenFields } from './fields/OpenFields.tsx';
import { type EnquiryFormProps, FormContentProvider, useFormContent } from './form-content.tsx';
import { FormMessage } from './submission/FormMessage.tsx';
import { LateNote, UnavailableNotice } from './submission/notices.tsx';
import { useServerFlag } from './submission/use-server-flag.ts';
import { useSubmission } from './submission/use-submission.ts';
import { UndoNote } from './UndoNote.tsx';
import { useEnquiryForm } from './use-enquiry-form.ts';
import { useFormFocus } from './use-form-focus.ts';

/**
 * The contact form (specification, sections 2 to 5). Nothing that is typed is ever unmounted: while
 * a message or the notice takes its place, the form is hidden and keeps its values.
 */
export default function EnquiryForm(props: EnquiryFormProps) {
  return (
    <FormContentProvider content={props}>
      <Form />
    </FormContentProvider>
  );
}

function Form() {
  const content = useFormContent();
  const { words, locale, findWrongFields } = content;
  const flag = useServerFlag();
  const captcha = useCaptcha();
  const control = useEnquiryForm(captcha.wake);
  const { element, values, errors, listeners, clear, restore } = control;
  const submission = useSubmission((body) => restore(fromRequest(body, locale)));
  const [isAttempted, setIsAttempted] = useState(false);
  const [failedAttempt, setFailedAttempt] = useState<FailedAttempt>();
  const [taken, setTaken] = useState<FormValues>();
  const notice = useRef<HTMLDivElement>(null);
  const isInactive = submission.state.kind === 'inactive';
  const isAway = flag === false && isInactive;
  const isShown = flag !== false && isInactive;
  useFormFocus(submission.state.kind, isAway, element, notice);
  const { missing, wrong } = listOpenFields(control.wrong, captcha.state, content);
  const startOver = () => {
    const held = clear();
    captcha.reset();
    setIsAttempted(false);
    setFailedAttempt(undefined);
    if (!isBlank(held)) setTaken(held);
  };

  // What was sent is no longer in the form, or 'back' would offer it to be sent once more.
  const onSuccess = useEffectEvent(() => {
    startOver();
    setTaken(undefined);
  });
  useEffect(() => {
    if (submission.state.kind === 'success') onSuccess();
  }, [submission.state.kind]);

  const cancel = () => {
    submission.cancel();
    startOver();
    if (isShown && element.current) scrollToElement(element.current, PAGE_JUMP);
  };

  const send = (valid: FormValues) => {
    const captchaResult = captcha.readResult();
    if (captchaResult === undefined) {
      leadTo(CAPTCHA_ID);
      return;
    }
    const body = JSON.stringify(toRequest(valid, captchaResult, locale));
    if (new TextEncoder().encode(body).length > MAX_REQUEST_BYTES) {
      setFailedAttempt({ rules: new Map([['message', 'tooLong']]), isCaptchaOpen: false });
      return;
    }
    submission.submit(body);
  };

  const attempt = () => {
    setIsAttempted(true);
    captcha.wake();
    const now = control.readNow();
    const rules = findWrongFields(now);
    if (rules.size === 0) return send(now);
    control.leaveAll();
    const isCaptchaOpen = !['verified', 'verifying'].includes(captcha.state.kind);
    setFailedAttempt({ rules, isCaptchaOpen });
  };

  // A disabled button keeps the browser from submitting on Enter; the visitor should hear why. In
  // the fields where Enter submits (HTML standard, 'Implicit submission'): a select is none of them.
  const attemptOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    attempt();
  };

  return (
    // Its first element: the island wakes when this comes near.
    <div>
      <LateNote />
      {submission.state.kind !== 'inactive' ? (
        <FormMessage
          state={submission.state}
          onAgain={submission.again}
          onRetry={() => {
            submission.retry();
            startOver();
          }}
          onCancel={cancel}
        />
      ) : (
        isAway && <UnavailableNotice ref={notice} />
      )}
      <form
        ref={element}
        className={styles.form}
        hidden={!isShown}
        method="post"
        noValidate
        tabIndex={-1}
        aria-label={words.form.label}
        onSubmit={(event) => {
          event.preventDefault();
          attempt();
        }}
        onKeyDown={attemptOnEnter}
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
          taken={isBlank(values) ? taken : undefined}
          onUndo={(held) => {
            restore(held);
            setTaken(undefined);
            element.current?.focus({ preventScroll: true });
          }}
        />
        <ErrorSummary attempt={failedAttempt} />
        <p className={styles.note}>{words.form.requiredNote}</p>
        <FieldGroups values={values} errors={errors} onWrite={control.write} />
        <Honeypot />
        <CaptchaField control={captcha} isMissed={isAttempted} />
        <div className={styles.actions}>
          <Button variant="main" type="submit" disabled={missing.length + wrong.length > 0}>
            {words.form.submit}
          </Button>
          <OpenFields missing={missing} wrong={wrong} />
          <Button variant="link" onClick={cancel}>
            {words.form.cancel}
          </Button>
        </div>
        <ErrorAnnouncer errors={errors} />
      </form>
    </div>
  );
}
