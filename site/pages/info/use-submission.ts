import { useEffect, useRef, useState } from 'react';
import {
  type FormEvent,
  type FormState,
  type Submission,
  transition,
} from '../../../enquiry/form-state.ts';
import { useSharedContent } from '../../shared-content.tsx';
import { sendEnquiry } from './send-enquiry.ts';
import { forgetPending, newSubmission, recallPending, rememberPending } from './submission.ts';

export interface SubmissionControl {
  state: FormState;
  submit: (body: string) => void;
  again: () => void;
  retry: () => void;
  cancel: () => void;
}

/**
 * Runs the state machine of `enquiry/form-state.ts` and what belongs to it: sending, aborting, and
 * taking up a submission that a reload cut off.
 */
export function useSubmission(): SubmissionControl {
  const { site, company } = useSharedContent();
  const [state, setState] = useState<FormState>({ kind: 'inactive' });
  // What counts is the state at this moment, not the one last rendered: two clicks can come between
  // two renders, and must be one enquiry.
  const latest = useRef<FormState>(state);
  const sending = useRef<AbortController>(undefined);

  const dispatch = (event: FormEvent): boolean => {
    const next = transition(latest.current, event);
    if (next === latest.current) return false;
    latest.current = next;
    setState(next);
    return true;
  };

  const send = async (submission: Submission) => {
    if (!dispatch({ kind: 'submitted', submission })) return;
    const controller = new AbortController();
    sending.current = controller;
    const api = { base: site.api.base, slug: company.slug };
    const outcome = await sendEnquiry(submission, api, controller.signal);
    if (outcome === 'aborted') return;
    forgetPending();
    dispatch({ kind: outcome, submissionId: submission.id });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at page start
  useEffect(() => {
    const cutOff = recallPending(Date.now());
    if (cutOff) void send(cutOff);
  }, []);

  return {
    state,
    submit(body) {
      const submission = newSubmission(body);
      if (latest.current.kind === 'inactive') rememberPending(submission, Date.now());
      void send(submission);
    },
    again: () => void dispatch({ kind: 'again' }),
    retry: () => void dispatch({ kind: 'retry' }),
    cancel() {
      sending.current?.abort();
      forgetPending();
      dispatch({ kind: 'cancelled' });
    },
  };
}
