import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type Enquiry, enquiryRequestSchema } from '../../enquiry/enquiry.ts';
import type { Counters } from '../counters.ts';
import { RETRY_SOON_S, type Refusal } from '../http/problems.ts';
import type { MailOptions } from '../outbox/compose-mails.ts';
import type { NewEnquiry, OutgoingMail, Store } from '../store/store.ts';
import type { CaptchaVerifier } from './captcha/verifier.ts';
import { parseJsonObject } from './json-body.ts';
import type { Limits } from './limits.ts';

export interface EnquiryCall {
  slug: string;
  body: Uint8Array;
  submissionId: string | undefined;
  /** The caller's address, as far as it can be trusted. */
  address: string;
  /** Asked right before it is stored; false when the caller was told in the meantime that it is not. */
  mayStore: () => boolean;
}

export interface ReceiverParts {
  store: Store;
  captcha: CaptchaVerifier;
  limits: Limits;
  counters: Counters;
  /** Writes the mails an enquiry owes. */
  composeMails: (enquiry: Enquiry, options: MailOptions) => OutgoingMail[];
  now: () => number;
  /** Called after a commit, so that the mails leave at once. */
  wakeOutbox: () => void;
}

export type Receipt = 'accepted' | Refusal;

/** How long one of two twins waits for the other's commit, in milliseconds, try by try. */
const TWIN_WAITS_MS = [20, 40, 80, 160, 320, 400];

/**
 * Takes in one enquiry. The cheap checks come first, and nothing is written before all have passed:
 * JSON, schema, known submission, captcha, limits, store.
 *
 * A repeat (same submission id, same enquiry) is accepted before the captcha is looked at, because
 * the first try has spent it.
 *
 * @throws RefusalError 'malformed'; any other error means that the enquiry was not stored
 */
export async function receiveEnquiry(parts: ReceiverParts, call: EnquiryCall): Promise<Receipt> {
  const { store, limits, counters } = parts;
  const checked = checkBody(call.body);
  if ('problem' in checked) return checked;
  const { enquiry, captchaResult, possibleSpam, bodyHash } = checked;

  const known = await findTwin(store, call.submissionId, bodyHash);
  if (known !== undefined) return countRepeat(counters, known);

  const receivedAtMs = parts.now();
  const verdict = await parts.captcha.verify(captchaResult, receivedAtMs);
  if (verdict.kind === 'unreachable') {
    const detail = 'The captcha cannot be verified now';
    const { cause } = verdict;
    return { problem: 'cannot-store', detail, cause, retryAfterS: RETRY_SOON_S };
  }
  if (verdict.kind === 'refused') return { problem: 'captcha-refused', field: 'token' };

  // Two tries of one submission at the same moment (a repeat after a time-out) must not count twice
  // against the limits, or the second could take the first one's confirmation away.
  const { submissionId } = call;
  const isFirst = submissionId === undefined || (await limits.claimSubmission(submissionId));
  if (!isFirst) {
    const twin = await waitForTwin(store, submissionId, bodyHash);
    if (twin !== undefined) return countRepeat(counters, twin);
    // The other try died half-way; this one takes over what it counted.
  }

  const waitS = await limits.countEnquiry(call.address, call.slug);
  if (waitS !== undefined) {
    if (isFirst && submissionId !== undefined) await limits.unclaimSubmission(submissionId);
    return { problem: 'too-many', retryAfterS: waitS };
  }
  const mayConfirm = isFirst
    ? !possibleSpam && (await limits.countConfirmation(enquiry.email))
    : !possibleSpam && (await limits.wasConfirmationCounted(enquiry.email));

  const giveBack = async () => {
    await limits.uncountEnquiry(call.address, call.slug);
    // What a twin counted or claimed is not this call's to give back.
    if (!isFirst) return;
    if (mayConfirm) await limits.uncountConfirmation(enquiry.email);
    if (submissionId !== undefined) await limits.unclaimSubmission(submissionId);
  };
  if (!call.mayStore()) {
    await giveBack();
    return { problem: 'cannot-store', retryAfterS: RETRY_SOON_S };
  }
  const newEnquiry: NewEnquiry = {
    slug: call.slug,
    enquiry,
    ...(submissionId !== undefined && { submissionId }),
    bodyHash,
    captchaNonce: verdict.nonce,
    captchaExpiresAtMs: verdict.expiresAtMs,
    receivedAtMs,
    mails: parts.composeMails(enquiry, {
      receivedAtMs,
      possibleSpam,
      withConfirmation: mayConfirm,
    }),
  };
  const result = await store.acceptEnquiry(newEnquiry).catch(async (error: unknown) => {
    await giveBack().catch(() => undefined);
    throw error;
  });
  if (result.kind === 'stored') {
    parts.wakeOutbox();
    counters.add('stored');
    if (possibleSpam) counters.add('possibleSpam');
    else if (!mayConfirm) counters.add('confirmationLeftOut');
    return 'accepted';
  }
  await giveBack();
  switch (result.kind) {
    case 'repeated':
      return countRepeat(counters, 'accepted');
    case 'other-body':
      return { problem: 'other-body' };
    case 'captcha-spent':
      return { problem: 'captcha-refused', field: 'token', detail: 'It was used before' };
  }
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

function checkBody(body: Uint8Array): CheckedBody | Refusal {
  const checked = v.safeParse(enquiryRequestSchema, parseJsonObject(body), { abortEarly: true });
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
    bodyHash: createHash('sha256').update(JSON.stringify(rest)).digest('hex'),
  };
}

async function findTwin(
  store: Store,
  submissionId: string | undefined,
  bodyHash: string,
): Promise<Receipt | undefined> {
  if (submissionId === undefined) return undefined;
  const seen = await store.findSubmission(submissionId);
  if (seen === undefined) return undefined;
  return seen.bodyHash === bodyHash ? 'accepted' : { problem: 'other-body' };
}

async function waitForTwin(
  store: Store,
  submissionId: string,
  bodyHash: string,
): Promise<Receipt | undefined> {
  for (const waitMs of TWIN_WAITS_MS) {
    const twin = await findTwin(store, submissionId, bodyHash);
    if (twin !== undefined) return twin;
    await sleep(waitMs);
  }
  return findTwin(store, submissionId, bodyHash);
}

function countRepeat(counters: Counters, receipt: Receipt): Receipt {
  if (receipt === 'accepted') counters.add('repeated');
  return receipt;
}
