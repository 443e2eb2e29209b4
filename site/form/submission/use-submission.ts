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

/** What the visitor sees of the form (specification, section 4). */
export type FormState =
  /** The form is shown. */
  | { kind: 'inactive' }
  | { kind: 'pending' }
  /** Never before the server accepted it. */
  | { kind: 'success' }
  /** The submission is kept: it is offered as a ready-made e-mail. */
  | { kind: 'error'; submission: Submission };

interface SubmissionControl {
  state: FormState;
  /** Sends a request's body, unless one is on its way. */
  submit: (body: string) => void;
  /** Back to inactive from any state; aborts what is on its way. */
  reset: () => void;
}

/**
 * Sends submissions, one at a time, and sends again what a reload cut off.
 *
 * @param onRecall gets the body of a submission that a reload cut off, for the form to hold
 */
export function useSubmission(onRecall: (body: string) => void): SubmissionControl {
  const { api } = useForm();
  const [state, setState] = useState<FormState>({ kind: 'inactive' });
  // A ref, because two clicks can come between two renders, and must be one enquiry.
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

  const takeUp = useEffectEvent(() => {
    const kept = recallSubmission(Date.now());
    if (!kept) return;
    onRecall(kept.submission.body);
    unaccepted.current = kept.submission;
    if (kept.isPending) void send(kept.submission);
    else forgetSubmission();
  });
  useEffect(() => whenShown(() => takeUp()), []);

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
