import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { enquiryRequestSchema } from '../../enquiry/enquiry.ts';
import type { Store } from '../store/store.ts';
import type { Captcha } from './captcha/captcha.ts';
import { mailboxOf, type NetworkCounts } from './networks.ts';
import { ProblemError, RETRY_SOON_S } from './problems.ts';

/**
 * When a network sends more enquiries than this in an hour, the mails of the next ones are sent
 * after all others.
 */
export const MANY_ENQUIRIES = 5;

/**
 * The captcha's work doubles at each of these numbers of enquiries that a network sent in an hour.
 */
export const HARDER_AT = [20, 40, 80];

interface AcceptDependencies {
  store: Store;
  captcha: Captcha;
  networks: NetworkCounts;
  /** The host of the mails' Message-IDs. */
  mailHost: string;
}

interface EnquiryCall {
  body: Uint8Array;
  idempotencyKey: string | undefined;
  /** The client's address, as far as it can be trusted. */
  networkAddress: string;
}

/**
 * Parses and validates an enquiry, verifies its captcha and stores it. The checks for a repeated
 * submission and a spent captcha are repeated in the store's transaction, because two simultaneous
 * calls could both pass them here.
 *
 * @returns 'stored' when there is a mail to send
 * @throws ProblemError when the enquiry is refused; after any other error it is unknown whether the
 *   enquiry was stored
 */
export async function acceptEnquiry(
  { store, captcha, networks, mailHost }: AcceptDependencies,
  { body, idempotencyKey, networkAddress }: EnquiryCall,
): Promise<'stored' | 'repeated'> {
  const { fields, captchaResult, isSpam, bodyHash } = checkBody(body);
  // A repeated call carries the captcha that the first call spent, so look for it before the
  // captcha is checked.
  const acceptedHash = idempotencyKey && (await store.findSubmission(idempotencyKey));
  if (acceptedHash === bodyHash) return 'repeated';
  if (acceptedHash) throw new ProblemError('other-body');

  const receivedAtMs = Date.now();
  const verdict = await captcha.verify(captchaResult, receivedAtMs);
  if (verdict.kind === 'unreachable') {
    const { reason } = verdict;
    throw new ProblemError('cannot-store', { reason, retryAfterS: RETRY_SOON_S });
  }
  if (verdict.kind === 'refused') throw new ProblemError('captcha-refused', { field: 'token' });
  const requiredWork = captchaWork(networks, networkAddress);
  if (verdict.workFactor < requiredWork && captcha.createChallenge) {
    const challenge = await captcha.createChallenge(receivedAtMs, requiredWork);
    throw new ProblemError('captcha-too-easy', { field: 'token', challenge });
  }

  const result = await store.storeEnquiry({
    receivedAtMs,
    fields,
    idempotencyKey,
    bodyHash,
    captcha: verdict,
    isSpam,
    mailbox: mailboxOf(fields.email),
    isLowPriority: networks.countOf(networkAddress) >= MANY_ENQUIRIES,
    mailHost,
  });
  if (result === 'other-body') throw new ProblemError('other-body');
  if (result === 'captcha-spent') {
    throw new ProblemError('captcha-refused', { field: 'token', detail: 'It was used before' });
  }
  if (result === 'stored') networks.add(networkAddress);
  return result;
}

/**
 * How much captcha work a network must do, as a multiple of the usual work. It doubles at each of
 * {@link HARDER_AT}.
 */
export function captchaWork(networks: NetworkCounts, networkAddress: string): number {
  const count = networks.countOf(networkAddress);
  return 2 ** HARDER_AT.filter((limit) => count >= limit).length;
}

function checkBody(body: Uint8Array) {
  const sentBody = parseJsonObject(body);
  const checked = v.safeParse(enquiryRequestSchema, sentBody, { abortEarly: true });
  if (!checked.success) throw fieldProblem(checked.issues[0]);
  const { token, recaptcha, ...sent } = checked.output;
  if (token !== recaptcha) {
    throw new ProblemError('invalid-field', { field: 'recaptcha', detail: 'captchaRequired' });
  }
  const { website: honeypot = '', ...fields } = sent;
  // The captcha's result is left out, because a retry may have another one.
  const hashed = JSON.stringify(Object.entries(sent).sort());
  const bodyHash = createHash('sha256').update(hashed).digest('hex');
  return { fields, captchaResult: token, isSpam: honeypot.trim() !== '', bodyHash };
}

function fieldProblem({ message, path }: v.BaseIssue<unknown>): ProblemError {
  // Only the names of our own rules are passed on: the schema's own messages could contain input.
  const detail = /^[a-z]+(?:[A-Z][a-z]+)*$/.test(message) ? message : 'unknownField';
  const key = path?.[0]?.key;
  if (typeof key !== 'string') return new ProblemError('invalid-field', { detail });
  const field = key.toWellFormed().slice(0, 40);
  return new ProblemError('invalid-field', { detail, field });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses one JSON object (RFC 8259): valid UTF-8 without a byte order mark. */
function parseJsonObject(body: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(decoder.decode(body));
    const isObject = typeof value === 'object' && value !== null;
    if (isObject && !Array.isArray(value)) return value;
  } catch {
    // The error below is thrown for invalid JSON too.
  }
  throw new ProblemError('malformed');
}
