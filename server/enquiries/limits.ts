import { createHmac } from 'node:crypto';
import type { LimitSettings } from '../settings.ts';
import type { Share } from '../store/share.ts';
import type { NewEnquiry } from '../store/store.ts';
import { mailboxOf, networksOf } from './limit-keys.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A stranger's mailbox never gets more of our confirmations than this. */
const CONFIRMATIONS_PER_MAILBOX = { anHour: 1, aDay: 3 };

/** Where an enquiry comes from, and the last part of the address it goes to. */
interface Sender {
  networkAddress: string;
  slug: string;
}

/**
 * How hard the captcha gets at most, in multiples of a visitor's usual work (decision 051): for
 * everybody, so that a slow phone stays within ten seconds, and within a network whose share is
 * used up.
 */
const HARDEST = { forEverybody: 3, inANetwork: 16 };

/**
 * The shares of an enquiry and the limits of its confirmation (decisions 032 and 051). The store
 * counts them, in the transaction that stores the enquiry.
 *
 * @param keySecret hashes the keys, because they stand in the database
 */
export function createLimits(settings: Omit<LimitSettings, 'calls'>, keySecret: string) {
  const limit = (kind: string, name: string, most: number, windowMs: number) => {
    const hash = createHmac('sha256', keySecret).update(name).digest('base64url').slice(0, 22);
    return { key: `${kind}:${hash}`, most, windowMs };
  };
  const share = (name: string, most: number, isEverybodys: boolean): Share => ({
    ...limit(isEverybodys ? 'slug' : 'network', name, most, HOUR_MS),
    hardest: isEverybodys ? HARDEST.forEverybody : HARDEST.inANetwork,
    isEverybodys,
  });
  const sharesOf = ({ networkAddress, slug }: Sender): Share[] => [
    ...networksOf(networkAddress).map(({ name, shares }) =>
      share(name, shares * settings.enquiriesPerAddress, false),
    ),
    share(slug, settings.enquiries, true),
  ];
  const ofAll = {
    companyMails: limit('mails', 'all', settings.companyMails, HOUR_MS),
    confirmationsInAll: limit('all', 'all', settings.confirmations, HOUR_MS),
  };
  const limitsOf = (enquiry: Sender & { emailAddress: string }): NewEnquiry['limits'] => {
    const mailbox = mailboxOf(enquiry.emailAddress);
    return {
      share: sharesOf(enquiry),
      confirmation: [
        limit('hour', mailbox, CONFIRMATIONS_PER_MAILBOX.anHour, HOUR_MS),
        limit('day', mailbox, CONFIRMATIONS_PER_MAILBOX.aDay, DAY_MS),
      ],
      ...ofAll,
    };
  };
  return { sharesOf, limitsOf, ofAll };
}
