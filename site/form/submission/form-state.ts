/**
 * What the visitor sees of the form (specification, section 4; decisions, 'Contact form').
 * The table of all transitions stands in `../README.md`, and a test compares the two.
 */
export type FormState =
  /** The form is shown. */
  | { kind: 'inactive' }
  | { kind: 'pending'; submission: Submission }
  /** Never before the server's yes. */
  | { kind: 'success' }
  /** The submission is kept: it is offered as a ready-made e-mail. */
  | { kind: 'error'; submission: Submission };

export type FormEvent =
  /** A valid form was submitted, or a reload found a submission whose answer was never seen. */
  | { kind: 'submitted'; submission: Submission }
  /** The server took it. */
  | { kind: 'accepted'; submissionId: string }
  /** The server refused it, or could not be reached. */
  | { kind: 'refused'; submissionId: string }
  /** 'Stuur nog een bericht' */
  | { kind: 'again' }
  /** 'Probeer opnieuw' */
  | { kind: 'retry' }
  /** 'Annuleren' */
  | { kind: 'cancelled' };

/** One submission is one enquiry, however often it is sent. */
export interface Submission {
  /** Sent as `Idempotency-Key`. */
  id: string;
  /** The request's body, the same bytes on every try. */
  body: string;
}

/**
 * The next state. Returns the very same object when the event does not apply, so that a second
 * click or the answer to an aborted submission changes nothing.
 */
export function transition(state: FormState, event: FormEvent): FormState {
  switch (event.kind) {
    case 'submitted':
      return state.kind === 'inactive' ? { kind: 'pending', submission: event.submission } : state;
    case 'accepted':
      return isAnswerTo(state, event.submissionId) ? { kind: 'success' } : state;
    case 'refused':
      return isAnswerTo(state, event.submissionId)
        ? { kind: 'error', submission: state.submission }
        : state;
    case 'again':
      return state.kind === 'success' ? { kind: 'inactive' } : state;
    case 'retry':
      return state.kind === 'error' ? { kind: 'inactive' } : state;
    case 'cancelled':
      return state.kind === 'inactive' ? state : { kind: 'inactive' };
  }
}

function isAnswerTo(
  state: FormState,
  submissionId: string,
): state is Extract<FormState, { kind: 'pending' }> {
  return state.kind === 'pending' && state.submission.id === submissionId;
}
