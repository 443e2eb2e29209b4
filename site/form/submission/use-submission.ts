import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from '../form-context.tsx';
import { sendEnquiry } from './send-enquiry.ts';
import {
  forgetSubmission,
  newSubmission,
  recallSubmission,
  rememberRefused,
  rememberSubmission,
  type Submission,
} from './submission.ts';
import { whenShown } from './when-shown.ts';

/** State of the form (specification, section 4). */
export type FormState =
  /** The form is shown. */
  | { kind: 'inactive' }
  | { kind: 'pending' }
  /** Only after the server has accepted the enquiry. */
  | { kind: 'success' }
  /** The submission is offered as an e-mail. */
  | { kind: 'error'; submission: Submission };

interface SubmissionControl {
  state: FormState;
  /** Sends a request body, unless one is already being sent. */
  submit: (body: string) => void;
  /** Returns to inactive and aborts a running request. */
  reset: () => void;
}

/**
 * Sends submissions one at a time, and resumes one that a reload interrupted.
 *
 * @param onRecall called with the body of an interrupted submission, to refill the form
 */
export function useSubmission(onRecall: (body: string) => void): SubmissionControl {
  const { api } = useForm();
  const [state, setState] = useState<FormState>({ kind: 'inactive' });
  // A ref, because two clicks between two renders must not send twice.
  const sending = useRef<AbortController>(undefined);
  /** The last submission that the server has not accepted. */
  const unaccepted = useRef<Submission>(undefined);

  const send = async (submission: Submission) => {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    unaccepted.current = submission;
    rememberSubmission(submission, Date.now());
    setState({ kind: 'pending' });
    const outcome = await sendEnquiry(submission, api, controller.signal);
    if (controller.signal.aborted) return;
    sending.current = undefined;
    if (outcome === 'accepted') {
      unaccepted.current = undefined;
      forgetSubmission();
      setState({ kind: 'success' });
    } else {
      rememberRefused(submission);
      setState({ kind: 'error', submission });
    }
  };

  const resumeSubmission = useEffectEvent(() => {
    const kept = recallSubmission(Date.now());
    if (!kept) return;
    onRecall(kept.submission.body);
    unaccepted.current = kept.submission;
    if (kept.isPending) void send(kept.submission);
    else forgetSubmission();
  });
  useEffect(() => whenShown(() => resumeSubmission()), []);

  return {
    state,
    submit: (body) => void send(newSubmission(body, unaccepted.current)),
    reset() {
      sending.current?.abort();
      sending.current = undefined;
      forgetSubmission();
      setState({ kind: 'inactive' });
    },
  };
}
