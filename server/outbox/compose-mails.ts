import { randomUUID } from 'node:crypto';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { Field } from '../../enquiry/field.ts';
import { FIELDS } from '../../enquiry/fields.ts';
import { fillIn } from '../../enquiry/fill-in.ts';
import type { Release } from '../../enquiry/release.ts';
import type { NewMail } from '../store/store.ts';
import { calendarEvent } from './calendar-event.ts';
import {
  companyMailHtml,
  confirmationHtml,
  digestPartHtml,
  type LabelledValue,
} from './mail-html.ts';
import {
  headerText,
  longDate,
  longTime,
  withOneLineEnd,
  writeCount,
  writeNumber,
} from './mail-text.ts';
import { replyLink } from './reply-link.ts';

export interface MailOptions {
  receivedAtMs: number;
  /** The honeypot was filled in: the company's mail is marked, no confirmation is owed. */
  possibleSpam: boolean;
}

/**
 * Composes the mails an enquiry owes. Message-ID and Date are fixed here, once, so that every try
 * repeats them. The site's own addresses come with each try (`mime-message.ts`).
 *
 * @param fields default: {@link FIELDS}
 */
export function mailComposer(release: Release, fields: readonly Field[] = FIELDS) {
  return (enquiry: Enquiry, options: MailOptions): NewMail[] => {
    const mails = [companyMail(enquiry, options, release, fields)];
    if (!options.possibleSpam) mails.push(confirmationMail(enquiry, options, release, fields));
    return mails;
  };
}

/**
 * The company's mail, with every field. Its text can be read by a program: one line `Label: value` a
 * field, exactly as sent; then `Bericht:` on a line of its own; and after that nothing but the
 * message, whose line ends are all `\n`. Another text of several lines stands between the two, under
 * its label.
 */
function companyMail(
  enquiry: Enquiry,
  { receivedAtMs, possibleSpam }: MailOptions,
  release: Release,
  fields: readonly Field[],
): NewMail {
  const words = release.mails.company;
  const inOrder = fields.toSorted((a, b) => a.mailPlace - b.mailPlace);
  const values = labelledValues(enquiry, inOrder.filter(isOneLine), release, String);
  const texts = labelledValues(
    enquiry,
    inOrder.filter((field) => !isOneLine(field)),
    release,
    (text) => withOneLineEnd(String(text)),
  );
  const summary = summaryOf(enquiry, release);
  const sent = fillIn(words.sent, {
    site: release.siteUrl,
    time: longTime(receivedAtMs, release),
  });
  const note = possibleSpam ? [words.spamNote, ''] : [];
  const filledIn = [
    '',
    ...values.map(({ label, value }) => `${label}: ${value}`),
    ...texts.flatMap(({ label, value }) => ['', `${label}:`, value]),
  ];
  const visitor = headerText(fullName(enquiry));
  const marked = possibleSpam ? `${words.spamMark} ${summary}` : summary;
  const subject = `${marked} – ${visitor}`;
  const reply = {
    words: fillIn('Antwoord aan {address}', { address: enquiry.email }),
    url: replyLink(enquiry.email, subject),
  };
  const stamped = stamp(receivedAtMs, release);
  // What a machine sent has no place in an agenda.
  const calendar =
    enquiry.date === undefined || possibleSpam
      ? undefined
      : calendarEvent({
          uid: stamped.messageId.slice(1, -1),
          stampMs: receivedAtMs,
          date: enquiry.date,
          summary: subject,
          location: enquiry.partyLocation ?? '',
          description: filledIn.join('\n').trim(),
        });
  const shown = { note: possibleSpam ? words.spamNote : '', values, texts };
  return {
    ...stamped,
    kind: 'company',
    ...(calendar !== undefined && { calendar }),
    visitor: { name: visitor, address: enquiry.email },
    subject,
    text: [...note, summary, sent, words.reply, ...filledIn].join('\n'),
    html: companyMailHtml(release, {
      ...shown,
      title: summary,
      closing: [sent, words.reply],
    }),
    digestPart: {
      text: [...note, summary, sent, `${reply.words}: ${reply.url}`, ...filledIn].join('\n'),
      html: digestPartHtml(release, { ...shown, title: subject, sent, reply }),
    },
  };
}

/** The visitor's confirmation: of what was filled in only our own lists, dates and numbers. */
function confirmationMail(
  enquiry: Enquiry,
  { receivedAtMs }: MailOptions,
  release: Release,
  fields: readonly Field[],
): NewMail {
  const { company } = release;
  const words = release.mails.confirmation;
  const values = labelledValues(
    enquiry,
    fields.filter((field) => field.inConfirmation),
    release,
    (value, field) => writeValue(value, field, release),
  );
  const contact = [
    // WVV, article 2:20: on letters, mails among them.
    `${company.name} ${company.legalForm}`,
    company.registration,
    company.phone,
    company.email,
    ...company.postalAddresses,
  ];
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
    ...contact,
    '',
    words.notYou,
  ];
  return {
    ...stamp(receivedAtMs, release),
    kind: 'confirmation',
    // No name: it is free text, and would let anyone mail a slogan to anyone.
    visitor: { name: '', address: enquiry.email },
    subject: words.subject,
    text: `${lines.join('\n')}\n`,
    html: confirmationHtml(release, { values, contact }),
  };
}

/** The Message-ID stands under the site's own name, whatever address mails come from. */
function stamp(receivedAtMs: number, { siteUrl }: Release) {
  const { hostname } = new URL(siteUrl);
  return { messageId: `<${randomUUID()}@${hostname}>`, dateMs: receivedAtMs };
}

const isOneLine = ({ kind }: Field) => kind !== 'text';

/** What was filled in of these fields, in their order. */
function labelledValues(
  enquiry: Readonly<Record<string, string | number | undefined>>,
  fields: readonly Field[],
  release: Release,
  write: (value: string | number, field: Field) => string,
): LabelledValue[] {
  return fields.flatMap((field) => {
    const value = enquiry[field.name];
    return value === undefined
      ? []
      : [{ label: labelOf(field, release), value: write(value, field) }];
  });
}

/** The label the visitor saw, without its hint: 'Datum (dd/mm/jjjj)' is 'Datum' in a mail. */
function labelOf({ name }: Field, release: Release): string {
  return (release.enquiry.labels[name] ?? name).replace(/\s*\([^)]*\)$/, '');
}

function writeValue(value: string | number, { kind }: Field, release: Release): string {
  if (typeof value === 'number') return writeNumber(value, release);
  return kind === 'date' ? longDate(value, release) : value;
}

/** 'Huwelijksfeest, vrijdag 5 maart 2027, 120 personen': only our own lists, a date, a number. */
function summaryOf({ productType, date, personCount }: Enquiry, release: Release): string {
  return [
    productType ?? release.mails.company.noSubject,
    date && longDate(date, release),
    personCount !== undefined && persons(personCount, release),
  ]
    .filter(Boolean)
    .join(', ');
}

function persons(personCount: number, release: Release): string {
  const { personOne, personOther } = release.mails.company;
  return writeCount(personCount, { one: personOne, other: personOther }, release);
}

function fullName({ firstName, name }: Enquiry): string {
  return firstName === undefined ? name : `${firstName} ${name}`;
}
