import { randomUUID } from 'node:crypto';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { Release } from '../release.ts';
import type { CompanyMail, ConfirmationMail, OutgoingMail } from '../store/store.ts';
import { companyMailHtml, confirmationHtml, type LabelledValue } from './mail-html.ts';
import { headerText, longDate, longTime, withOneLineEnd } from './mail-words.ts';

export interface MailOptions {
  receivedAtMs: number;
  /** The honeypot was filled in: the company's mail is marked, no confirmation is owed. */
  possibleSpam: boolean;
  /** False when the limits on confirmation mails are reached. */
  withConfirmation: boolean;
}

/** The order in which the caterer reads the fields; the message comes last and on its own. */
const COMPANY_FIELDS = [
  'productType',
  'date',
  'personCount',
  'grownupCount',
  'childrenCount',
  'partyLocation',
  'clientType',
  'name',
  'firstName',
  'company',
  'email',
  'phone',
  'street',
  'number',
  'postalCode',
  'city',
  'vatNumber',
] as const satisfies (keyof Enquiry)[];

/** What a confirmation may repeat: our own lists, a date, a number. Never free text (decisions). */
const CONFIRMATION_FIELDS = ['clientType', 'productType', 'date', 'personCount'] as const;

/**
 * Composes the mails an enquiry owes. Message-ID and Date are fixed here, once, so that every try
 * repeats them. The site's own addresses come with each try (`mime-message.ts`).
 */
export function mailComposer(release: Release) {
  return (enquiry: Enquiry, options: MailOptions): OutgoingMail[] => {
    const mails: OutgoingMail[] = [companyMail(enquiry, options, release)];
    if (options.withConfirmation && !options.possibleSpam) {
      mails.push(confirmationMail(enquiry, options, release));
    }
    return mails;
  };
}

/**
 * The company's mail. Its text can be read by a program: one line `Label: value` a field, exactly
 * as sent; then `Bericht:` on a line of its own; and after that nothing but the message, whose
 * line ends are all `\n`.
 */
function companyMail(
  enquiry: Enquiry,
  { receivedAtMs, possibleSpam }: MailOptions,
  release: Release,
): CompanyMail {
  const values = labelledValues(enquiry, COMPANY_FIELDS, release);
  const message = withOneLineEnd(enquiry.message);
  const messageLabel = labelOf('message', release);
  const summary = summaryOf(enquiry);
  const received = `Verstuurd via ${release.siteUrl} op ${longTime(receivedAtMs)}.`;
  const lines = [
    ...(possibleSpam ? [SPAM_NOTE, ''] : []),
    summary,
    received,
    'Antwoord gewoon op deze mail: je antwoord gaat naar de aanvrager.',
    '',
    ...values.map(({ label, value }) => `${label}: ${value}`),
    '',
    `${messageLabel}:`,
    message,
  ];
  const subject = [summary, headerText(fullName(enquiry))].join(' – ');
  return {
    ...stamp(receivedAtMs, release),
    kind: 'company',
    replyTo: { name: headerText(fullName(enquiry)), address: enquiry.email },
    subject: possibleSpam ? `[mogelijk spam] ${subject}` : subject,
    text: lines.join('\n'),
    html: companyMailHtml({
      title: summary,
      note: possibleSpam ? SPAM_NOTE : undefined,
      received,
      values,
      messageLabel,
      message,
      replyAddress: enquiry.email,
      release,
    }),
  };
}

const SPAM_NOTE =
  'Mogelijk spam: een veld dat mensen niet zien, was ingevuld. De aanvrager kreeg geen bevestiging.';

function confirmationMail(
  enquiry: Enquiry,
  { receivedAtMs }: MailOptions,
  release: Release,
): ConfirmationMail {
  const { confirmation: words, company } = release;
  const values = labelledValues(enquiry, CONFIRMATION_FIELDS, release).map(({ label, value }) => ({
    label,
    value: value === enquiry.date ? longDate(value) : value,
  }));
  const lines = [
    words.greeting,
    '',
    words.received,
    '',
    ...(values.length > 0
      ? [words.summaryHeading, ...values.map(({ label, value }) => `- ${label}: ${value}`), '']
      : []),
    words.whatNext,
    '',
    words.signOff,
    `${company.name} ${company.legalForm}`,
    company.phone,
    company.email,
    ...company.addresses,
    '',
    words.notYou,
  ];
  return {
    ...stamp(receivedAtMs, release),
    kind: 'confirmation',
    // No name: it is free text, and would let anyone mail a slogan to anyone.
    to: { name: '', address: enquiry.email },
    subject: words.subject,
    text: `${lines.join('\n')}\n`,
    html: confirmationHtml({ values, release }),
    autoSubmitted: 'auto-replied',
  };
}

/** The Message-ID stands under the site's own name, whatever address mails come from. */
function stamp(receivedAtMs: number, { siteUrl }: Release) {
  const { hostname } = new URL(siteUrl);
  return { messageId: `<${randomUUID()}@${hostname}>`, dateMs: receivedAtMs };
}

function labelledValues(
  enquiry: Enquiry,
  fields: readonly (keyof Enquiry)[],
  release: Release,
): LabelledValue[] {
  return fields.flatMap((field) => {
    const value = enquiry[field];
    return value === undefined ? [] : [{ label: labelOf(field, release), value: String(value) }];
  });
}

/** The label the visitor saw, without its hint: 'Datum (dd/mm/jjjj)' is 'Datum' in a mail. */
function labelOf(field: keyof Enquiry, release: Release): string {
  return (release.fieldLabels[field] ?? field).replace(/\s*\([^)]*\)$/, '');
}

/** 'Huwelijksfeest, vrijdag 5 maart 2027, 120 personen': only our own lists, a date, a number. */
function summaryOf({ productType, date, personCount }: Enquiry): string {
  return [
    productType ?? 'Aanvraag',
    date && longDate(date),
    personCount !== undefined && `${personCount} ${personCount === 1 ? 'persoon' : 'personen'}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function fullName({ firstName, name }: Enquiry): string {
  return firstName === undefined ? name : `${firstName} ${name}`;
}
