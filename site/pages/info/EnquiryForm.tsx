import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_REQUEST_BYTES } from '../../../enquiry/enquiry.ts';
import { type FormValues, toRequest } from '../../../enquiry/payload.ts';
import { Button } from '../../components/Button/Button.tsx';
import { PAGE_JUMP, scrollToElement } from '../../scroll.ts';
import { useSharedContent } from '../../shared-content.tsx';
import { CAPTCHA_ID, CaptchaField } from './captcha/CaptchaField.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import styles from './EnquiryForm.module.css';
import { ErrorAnnouncer } from './ErrorAnnouncer.tsx';
import { findWrongFields } from './enquiry-resolver.ts';
import { FieldGroups } from './FieldGroups.tsx';
import { FormMessage } from './FormMessage.tsx';
import { fieldId } from './form-fields.ts';
import { Honeypot } from './Honeypot.tsx';
import { leadTo, type MissingField, MissingFields } from './MissingFields.tsx';
import { NoScriptNote, UnavailableNotice } from './notices.tsx';
import { UndoNote } from './UndoNote.tsx';
import { useEnquiryForm } from './use-enquiry-form.ts';
import { useFocusOnNotice } from './use-focus-on-notice.ts';
import { useFocusOnReturn } from './use-focus-on-return.ts';
import { useServerFlag } from './use-server-flag.ts';
import { useSubmission } from './use-submission.ts';

/**
 * The contact form (specification, sections 2 to 5). Nothing that is typed is ever unmounted: while
 * a message or the notice takes its place, the form is hidden and keeps its values.
 */
export function EnquiryForm() {
  const { messages } = useSharedContent();
  const flag = useServerFlag();
  const captcha = useCaptcha();
  const submission = useSubmission();
  const { element, form, values, clear, restore } = useEnquiryForm();
  const [isAttempted, setIsAttempted] = useState(false);
  const [taken, setTaken] = useState<FormValues>();
  useFocusOnReturn(submission.state.kind, element);
  const notice = useRef<HTMLDivElement>(null);
  const isAway = flag === false && submission.state.kind === 'inactive';
  useFocusOnNotice(isAway, element, notice);

  const wrong = findWrongFields(values);
  const missing: MissingField[] = [...wrong.keys()].map((field) => ({
    id: fieldId(field),
    label: messages.fields[field],
  }));
  if (captcha.state.kind !== 'verified') {
    missing.push({ id: CAPTCHA_ID, label: messages.captcha.label });
  }

  const isShown = flag !== false && submission.state.kind === 'inactive';
  const startOver = () => {
    const held = clear();
    captcha.reset();
    setIsAttempted(false);
    return held;
  };

  // What was sent is no longer in the form, or 'back' would offer it to be sent once more.
  const onSuccess = useEffectEvent(() => startOver());
  useEffect(() => {
    if (submission.state.kind === 'success') onSuccess();
  }, [submission.state.kind]);

  const cancel = () => {
    submission.cancel();
    setTaken(startOver());
    if (isShown && element.current) scrollToElement(element.current, PAGE_JUMP);
  };

  const send = (valid: FormValues) => {
    const captchaResult = captcha.readResult();
    if (captchaResult === undefined) {
      leadTo(CAPTCHA_ID);
      return;
    }
    const body = JSON.stringify(toRequest(valid, captchaResult));
    if (new TextEncoder().encode(body).length > MAX_REQUEST_BYTES) {
      form.setError('message', { type: 'tooLong', message: 'tooLong' });
      leadTo(fieldId('message'));
      return;
    }
    submission.submit(body);
  };

  const attempt = () => {
    setIsAttempted(true);
    captcha.wake();
    const leadToFirst = () =>
      leadTo(fieldId([...findWrongFields(form.getValues()).keys()][0] ?? 'email'));
    void form.handleSubmit(() => send(form.getValues()), leadToFirst)();
  };

  // A disabled button keeps the browser from submitting on Enter; the visitor should hear why.
  const attemptOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    attempt();
  };

  return (
    <>
      <NoScriptNote />
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
        aria-label={messages.navigation.info}
        onSubmit={(event) => {
          event.preventDefault();
          attempt();
        }}
        onKeyDown={attemptOnEnter}
        onFocus={(event) => {
          if (event.target !== element.current) captcha.wake();
        }}
        onInput={() => {
          captcha.wake();
          setTaken(undefined);
        }}
      >
        <UndoNote
          taken={taken}
          onUndo={(held) => {
            restore(held);
            setTaken(undefined);
            element.current?.focus({ preventScroll: true });
          }}
        />
        <p className={styles.note}>{messages.form.requiredNote}</p>
        <FieldGroups form={form} values={values} />
        <Honeypot registration={form.register('website')} />
        <CaptchaField control={captcha} isMissed={isAttempted} />
        <div className={styles.actions}>
          <Button variant="main" type="submit" disabled={missing.length > 0}>
            {messages.form.submit}
          </Button>
          <MissingFields fields={missing} />
          <button type="button" className={styles.cancel} onClick={cancel}>
            {messages.form.cancel}
          </button>
        </div>
        <ErrorAnnouncer errors={form.formState.errors} />
      </form>
    </>
  );
}
