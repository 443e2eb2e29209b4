import { createHmac } from 'node:crypto';
import type { LimitSettings } from '../settings.ts';
import type { NewEnquiry } from '../store/store.ts';
import { mailboxOf, networkOf } from './limit-keys.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A stranger's mailbox never gets more of our confirmations than this. */
const CONFIRMATIONS_PER_MAILBOX = { anHour: 1, aDay: 3 };

/**
 * The limits of an enquiry and of its confirmation (decision 032). The store counts them, in the
 * transaction that stores the enquiry.
 *
 * @param keySecret hashes the keys, because they stand in the database
 */
export function createLimits(settings: LimitSettings, keySecret: string) {
  const limit = (kind: string, name: string, most: number, windowMs: number) => {
    const hash = createHmac('sha256', keySecret).update(name).digest('base64url').slice(0, 22);
    return { key: `${kind}:${hash}`, most, windowMs };
  };
  return ({
    networkAddress,
    slug,
    emailAddress,
  }: {
    networkAddress: string;
    slug: string;
    emailAddress: string;
  }): NewEnquiry['limits'] => {
    const network = networkOf(networkAddress);
    const mailbox = mailboxOf(emailAddress);
    return {
      enquiry: [
        limit('network', network, settings.enquiriesPerAddress, HOUR_MS),
        limit('slug', slug, settings.enquiries, HOUR_MS),
      ],
      confirmation: [
        limit('hour', mailbox, CONFIRMATIONS_PER_MAILBOX.anHour, HOUR_MS),
        limit('day', mailbox, CONFIRMATIONS_PER_MAILBOX.aDay, DAY_MS),
        limit('all', 'all', settings.confirmations, HOUR_MS),
      ],
    };
  };
}
