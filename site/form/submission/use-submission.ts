import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContent } from '../form-content.tsx';
import { type FormEvent, type FormState, type Submission, transition } from './form-state.ts';
import { sendEnquiry } from './send-enquiry.ts';
import {
  forgetSubmission,
  newSubmission,
  recallSubmission,
  rememberRefused,
  rememberSubmission,
} from './submission.ts';
import { whenShown } from './when-shown.ts';

export interface SubmissionControl {
  state: FormState;
  submit: (body: string) => void;
  again: () => void;
  retry: () => void;
  cancel: () => void;
}

/**
 * Runs the state machine of `form-state.ts` and what belongs to it: sending, aborting, and
 * taking up a submission that a reload cut off.
 *
 * @param onRecall gets the body of a submission that a reload cut off, for the form to hold
 */
export function useSubmission(onRecall: (body: string) => void): SubmissionControl {
  const { api } = useFormContent();
  const [state, setState] = useState<FormState>({ kind: 'inactive' });
  // What counts is the state at this moment, not the one last rendered: two clicks can come between
  // two renders, and must be one enquiry.
  const latest = useRef<FormState>(state);
  const sending = useRef<AbortController>(undefined);
  /** Nobody said yes to it yet. */
  const last = useRef<Submission>(undefined);

  const dispatch = (event: FormEvent): boolean => {
    const next = transition(latest.current, event);
    if (next === latest.current) return false;
    latest.current = next;
    setState(next);
    return true;
  };

  const send = async (submission: Submission) => {
    if (!dispatch({ kind: 'submitted', submission })) return;
    last.current = submission;
    rememberSubmission(submission, Date.now());
    const controller = new AbortController();
    sending.current = controller;
    const outcome = await sendEnquiry(submission, api, controller.signal);
    if (outcome === 'aborted') return;
    if (outcome === 'accepted') {
      last.current = undefined;
      forgetSubmission();
    } else rememberRefused(submission);
    dispatch({ kind: outcome, submissionId: submission.id });
  };

  const takeUp = useEffectEvent(() => {
    const kept = recallSubmission(Date.now());
    if (!kept) return;
    onRecall(kept.submission.body);
    last.current = kept.submission;
    if (kept.isPending) void send(kept.submission);
    else forgetSubmission();
  });
  useEffect(() => whenShown(() => takeUp()), []);

  return {
    state,
    submit: (body) => void send(newSubmission(body, last.current)),
    again: () => void dispatch({ kind: 'again' }),
    retry() {
      forgetSubmission();
      dispatch({ kind: 'retry' });
    },
    cancel() {
      sending.current?.abort();
      forgetSubmission();
      dispatch({ kind: 'cancelled' });
    },
  };
}
