import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { createEnquiryRequestSchema, Enquiry } from '../../enquiry/enquiry.ts';
import type { Counters } from '../counters.ts';
import { RETRY_SOON_S, type Refusal } from '../http/problems.ts';
import type { MailOptions } from '../outbox/compose-mails.ts';
import type { NewEnquiry, NewMail, Store } from '../store/store.ts';
import type { CaptchaVerifier } from './captcha/verifier.ts';
import { parseJsonObject } from './json-body.ts';
import type { createLimits } from './limits.ts';

export interface EnquiryCall {
  slug: string;
  body: Uint8Array;
  submissionId: string | undefined;
  /** The caller's, as far as it can be trusted. */
  networkAddress: string;
  /** Asked right before it is stored; false when the caller was told in the meantime that it is not. */
  mayStore: () => boolean;
}

/** What an enquiry is checked and composed by; another release may bring another. */
export interface EnquiryRules {
  requestSchema: ReturnType<typeof createEnquiryRequestSchema>;
  captcha: CaptchaVerifier;
  /** Writes the mails an enquiry owes. */
  composeMails: (enquiry: Enquiry, options: MailOptions) => NewMail[];
}

export interface AcceptParts {
  store: Store;
  limits: ReturnType<typeof createLimits>;
  counters: Counters;
  now: () => number;
  /** Called after a commit, so that the mails leave at once. */
  wakeOutbox: () => void;
}

export type Receipt = 'accepted' | Refusal;

/**
 * Takes in one enquiry. The cheap checks come first: JSON, schema, known submission, captcha. What
 * can be decided only once, whoever asks at the same moment, is decided by the store's transaction:
 * duplicate submission, limits, spent captcha. A share that is used up refuses nobody: it is answered
 * with a harder challenge, and the same enquiry is taken with its solution.
 *
 * A repeat (same submission id, same enquiry) is accepted before the captcha is looked at, because
 * the first try has spent it.
 *
 * @throws RefusalError 'malformed'; any other error means that the enquiry was not stored
 */
export async function acceptEnquiry(
  parts: AcceptParts,
  rules: EnquiryRules,
  call: EnquiryCall,
): Promise<Receipt> {
  const { store, counters } = parts;
  const checked = checkBody(rules, call.body);
  if ('problem' in checked) return checked;
  const { enquiry, captchaResult, possibleSpam, bodyHash } = checked;

  const { submissionId } = call;
  const known = submissionId === undefined ? undefined : await store.findSubmission(submissionId);
  if (known) return known.bodyHash === bodyHash ? repeated(counters) : OTHER_BODY;

  const receivedAtMs = parts.now();
  const verdict = await rules.captcha.verify(captchaResult, receivedAtMs);
  if (verdict.kind === 'unreachable') {
    const detail = 'The captcha cannot be verified now';
    const { cause } = verdict;
    return { problem: 'cannot-store', detail, cause, retryAfterS: RETRY_SOON_S };
  }
  if (verdict.kind === 'refused') return { problem: 'captcha-refused', field: 'token' };

  const newEnquiry: NewEnquiry = {
    ...(submissionId !== undefined && { submissionId }),
    bodyHash,
    captcha: verdict,
    receivedAtMs,
    mails: rules.composeMails(enquiry, { receivedAtMs, possibleSpam }),
    limits: parts.limits.limitsOf({ ...call, emailAddress: enquiry.email }),
  };
  if (!call.mayStore()) return { problem: 'cannot-store', retryAfterS: RETRY_SOON_S };

  const result = await store.acceptEnquiry(newEnquiry);
  switch (result.kind) {
    case 'stored':
      parts.wakeOutbox();
      counters.add('stored');
      if (possibleSpam) counters.add('possibleSpam');
      if (result.isConfirmationHeld) counters.add('confirmationHeld');
      if (result.isConfirmationLeftOut) counters.add('confirmationLeftOut');
      return 'accepted';
    case 'repeated':
      return repeated(counters);
    case 'other-body':
      return OTHER_BODY;
    case 'captcha-spent':
      return { problem: 'captcha-refused', field: 'token', detail: 'It was used before' };
    case 'too-easy': {
      const { createFurtherChallenge } = rules.captcha;
      const challenge = await createFurtherChallenge(parts.now(), result.times, verdict);
      return { problem: 'captcha-too-easy', field: 'token', challenge };
    }
  }
}

const OTHER_BODY: Refusal = { problem: 'other-body' };

function repeated(counters: Counters): Receipt {
  counters.add('repeated');
  return 'accepted';
}

interface CheckedBody {
  enquiry: Enquiry;
  captchaResult: string;
  /** The field that no person sees was filled in. */
  possibleSpam: boolean;
  /**
   * Tells a repeat from another enquiry under the same id. The captcha's result is no part of it: who
   * took a call back and sends the same again has a new one, and it is still one enquiry.
   */
  bodyHash: string;
}

function checkBody({ requestSchema }: EnquiryRules, body: Uint8Array): CheckedBody | Refusal {
  const checked = v.safeParse(requestSchema, parseJsonObject(body), { abortEarly: true });
  if (!checked.success) {
    const issue = checked.issues[0];
    const key = issue.path?.[0]?.key;
    const field = typeof key === 'string' ? key.toWellFormed().slice(0, 40) : undefined;
    // A rule's name when it is one of ours; the schema's own words could quote the input.
    const detail = /^[a-z]+(?:[A-Z][a-z]+)*$/.test(issue.message) ? issue.message : 'unknownField';
    return { problem: 'invalid-field', detail, ...(field !== undefined && { field }) };
  }
  const { token, recaptcha, ...rest } = checked.output;
  if (token !== recaptcha) {
    return { problem: 'invalid-field', field: 'recaptcha', detail: 'captchaRequired' };
  }
  const { website, ...enquiry } = rest;
  return {
    enquiry,
    captchaResult: token,
    possibleSpam: (website ?? '').trim() !== '',
    bodyHash: createHash('sha256')
      .update(JSON.stringify(Object.entries(rest).sort()))
      .digest('hex'),
  };
}
