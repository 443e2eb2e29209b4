import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FormValues, toEnquiry } from '../fields/form-values.ts';
import { type SendOptions, sendEnquiry } from './send-enquiry.ts';
import { waitUntilShown } from './use-server-status.ts';

/** One enquiry, which may be sent several times. */
export interface Submission {
  /** The id is sent as `Idempotency-Key`. */
  id: string;
  values: FormValues;
  captchaResult: string;
}

/** State of the form (specification, section 4). */
export type FormState =
  | { kind: 'inactive' }
  | { kind: 'pending' }
  /** The form succeeds only after the server has accepted the enquiry. */
  | { kind: 'success' }
  | { kind: 'error'; submission: Submission };

/**
 * Sends submissions one at a time, and resumes one that a reload interrupted.
 *
 * @param onAccepted called with the values of an enquiry that the server has accepted
 * @param onRecall called with the values of an interrupted submission, to refill the form
 */
export function useSubmission(
  options: SendOptions,
  onAccepted: (sent: FormValues) => void,
  onRecall: (values: FormValues) => void,
) {
  const [state, setState] = useState<FormState>({ kind: 'inactive' });
  // This is a ref, because two clicks between two renders must not send twice.
  const sending = useRef<AbortController>(undefined);
  /** The last submission that the server has not accepted. */
  const unaccepted = useRef<Submission>(undefined);

  const send = async (submission: Submission) => {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    unaccepted.current = submission;
    storeSubmission(submission, Date.now());
    setState({ kind: 'pending' });
    const outcome = await sendEnquiry(submission, options, controller.signal);
    if (controller.signal.aborted) return;
    sending.current = undefined;
    if (outcome === 'accepted') {
      unaccepted.current = undefined;
      storeSubmission(undefined);
      setState({ kind: 'success' });
      onAccepted(submission.values);
    } else {
      storeSubmission(submission);
      setState({ kind: 'error', submission });
    }
  };

  const resume = useEffectEvent(() => {
    const stored = recallSubmission(Date.now());
    if (!stored) return;
    onRecall(stored.submission.values);
    unaccepted.current = stored.submission;
    if (stored.isPending) void send(stored.submission);
    else storeSubmission(undefined);
  });
  useEffect(() => {
    void waitUntilShown().then(() => resume());
  }, []);

  return {
    state,
    submit(values: FormValues, captchaResult: string) {
      const id = idFor(values, options.locale, unaccepted.current);
      void send({ id, values, captchaResult });
    },
    /** Makes the form inactive and aborts a running request. */
    reset() {
      sending.current?.abort();
      sending.current = undefined;
      storeSubmission(undefined);
      setState({ kind: 'inactive' });
    },
  };
}

/** The same enquiry reuses its id, because the server may have received it. */
function idFor(values: FormValues, locale: string, last: Submission | undefined): string {
  const write = (given: FormValues) => JSON.stringify(toEnquiry(given, locale));
  const isSame = last !== undefined && write(last.values) === write(values);
  return isSame ? last.id : crypto.randomUUID();
}

/** The submission is in session storage, so that it survives a reload. */
const STORAGE_KEY = 'pending-enquiry';

/** After this time the captcha result in a submission has expired. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * @param submission the one that the server has not accepted; undefined removes it
 * @param sentAtMs set while pending: a reload then sends it again, instead of refilling the form
 */
export function storeSubmission(submission: Submission | undefined, sentAtMs?: number): void {
  try {
    if (submission) {
      const item = JSON.stringify({ ...submission, sentAtMs });
      sessionStorage.setItem(STORAGE_KEY, item);
    } else {
      sessionStorage.removeItem(STORAGE_KEY);
    }
  } catch {}
}

/** Reads the stored submission. It is pending while its captcha result is still valid. */
export function recallSubmission(nowMs: number) {
  try {
    const item = sessionStorage.getItem(STORAGE_KEY) ?? '';
    const stored: Submission & { sentAtMs?: number } = JSON.parse(item);
    const { sentAtMs, ...submission } = stored;
    // An earlier version of the site may have stored something else.
    if (!submission.values) return undefined;
    const ageMs = nowMs - Number(sentAtMs);
    return { submission, isPending: ageMs >= 0 && ageMs < MAX_AGE_MS };
  } catch {
    return undefined;
  }
}
