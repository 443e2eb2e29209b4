import ical, { ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import type { SendMailOptions } from 'nodemailer';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import { FIELDS, type Field } from '../../enquiry/fields.ts';
import type { Release } from '../../enquiry/release.ts';
import { fillIn } from '../../enquiry/text.ts';
import type { MailAddress, Settings } from '../settings.ts';
import type { ClaimedMail } from '../store/mails.ts';
import { mailHtml } from './mail-html.ts';
import { headerText, longDate, longTime, withOneLineEnd, writeNumber } from './mail-text.ts';

export interface MailContext {
  release: Release;
  settings: Pick<Settings, 'MAIL_FROM' | 'MAIL_TO'>;
}

/** The part of a stored mail that composing needs. */
export type ComposedFrom = Pick<
  ClaimedMail,
  'kind' | 'messageId' | 'receivedAtMs' | 'fields' | 'isSpam'
>;

/**
 * Composes a mail when it is sent, so that queued mails use corrected addresses and texts.
 * Message-ID and date are the same in each try.
 */
export function composeMail(mail: ComposedFrom, context: MailContext): SendMailOptions {
  return mail.kind === 'company' ? companyMail(mail, context) : confirmationMail(mail, context);
}

/**
 * Fallback if composing fails: lists every stored field, so that the enquiry is delivered anyway.
 */
export function composePlainList(mail: ComposedFrom, context: MailContext): SendMailOptions {
  const { company } = context.release;
  const lines = Object.entries(mail.fields).map(([name, value]) => `${name}: ${value}`);
  const isCompany = mail.kind === 'company';
  return {
    ...headers(mail, context),
    subject: company.name,
    text: isCompany ? lines.join('\n') : `${company.name}\n${company.phone}\n${company.email}\n`,
  };
}

/**
 * The company's mail, with every field. Its text is machine-readable: one line `Label: value` per
 * field, exactly as sent; then each multi-line text below its label, the message last.
 */
function companyMail(mail: ComposedFrom, context: MailContext): SendMailOptions {
  const { fields: enquiry, receivedAtMs, isSpam } = mail;
  const { release } = context;
  const texts = release.mails.company;
  const inOrder = ALL_FIELDS.toSorted((a, b) => mailPlaceOf(a) - mailPlaceOf(b));
  const values = labelledValues(enquiry, inOrder.filter(isOneLine), release, String);
  const longTexts = labelledValues(
    enquiry,
    inOrder.filter((field) => !isOneLine(field)),
    release,
    (text) => withOneLineEnd(String(text)),
  );
  const summary = summaryOf(enquiry, release);
  const sent = fillIn(texts.sent, { site: release.siteUrl, time: longTime(receivedAtMs, release) });
  const subject = `${isSpam ? `${texts.spamMark} ` : ''}${summary} – ${headerText(fullName(enquiry))}`;
  const notes = isSpam ? [texts.spamNote] : [];
  const filledIn = [
    ...values.map(({ label, value }) => `${label}: ${value}`),
    ...longTexts.flatMap(({ label, value }) => ['', `${label}:`, value]),
  ].join('\n');
  return {
    ...headers(mail, context),
    subject,
    ...bodies({
      text: [...notes, summary, sent, texts.reply, '', filledIn].join('\n'),
      html: mailHtml(release, summary, [
        ...notes.map((note) => ({ kind: 'paragraph', lines: [note] }) as const),
        { kind: 'values', values },
        ...longTexts.flatMap(
          ({ label, value }) =>
            [
              { kind: 'heading', text: label },
              { kind: 'paragraph', lines: [value] },
            ] as const,
        ),
        { kind: 'small', lines: [sent, texts.reply] },
      ]),
    }),
    ...(enquiry.date !== undefined &&
      !isSpam && { attachments: [calendarFile(mail, subject, filledIn)] }),
  };
}

/** The visitor's confirmation: it repeats only options, dates and numbers. */
function confirmationMail(mail: ComposedFrom, context: MailContext): SendMailOptions {
  const { release } = context;
  const { company } = release;
  const texts = release.mails.confirmation;
  const values = labelledValues(
    mail.fields,
    ALL_FIELDS.filter((field) => mayRepeat(field, mail.fields, release)),
    release,
    (value, field) => writeValue(value, field, release),
  );
  const contact = [
    // Required on letters and mails by Belgian company law (WVV, article 2:20).
    `${company.name} ${company.legalForm}`,
    company.registration,
    company.phone,
    company.email,
    ...company.postalAddresses,
  ];
  const summary = [
    texts.summaryHeading,
    ...values.map(({ label, value }) => `- ${label}: ${value}`),
  ];
  const lines = [
    ...[texts.greeting, '', texts.received, ''],
    ...(values.length > 0 ? [...summary, ''] : []),
    ...[texts.whatNext, '', texts.signOff, ...contact, '', texts.notYou],
  ];
  return {
    ...headers(mail, context),
    subject: texts.subject,
    ...bodies({
      text: `${lines.join('\n')}\n`,
      html: mailHtml(release, texts.subject, [
        { kind: 'paragraph', lines: [texts.greeting] },
        { kind: 'paragraph', lines: [texts.received] },
        ...(values.length > 0
          ? ([
              { kind: 'heading', text: texts.summaryHeading },
              { kind: 'values', values },
            ] as const)
          : []),
        { kind: 'paragraph', lines: [texts.whatNext] },
        { kind: 'paragraph', lines: [texts.signOff] },
        { kind: 'paragraph', lines: contact },
        { kind: 'small', lines: [texts.notYou] },
      ]),
    }),
  };
}

/**
 * Dates, numbers and options of the form's own fields. Never free text, because the form could be
 * abused to send any text to anyone; an option that is not in the current list is free text.
 */
function mayRepeat({ name, kind, group }: Field, enquiry: Enquiry, release: Release): boolean {
  if (group === undefined) return false;
  const value = (enquiry as Record<string, unknown>)[name];
  const isListed = release.enquiry.options[name]?.some((option) => option === value) ?? false;
  return kind === 'date' || kind === 'count' || (kind === 'option' && isListed);
}

/** Addresses and headers, which are the same in each try. */
function headers(mail: ComposedFrom, { release, settings }: MailContext): SendMailOptions {
  const { company, keeping } = release;
  const contact: MailAddress = { name: company.name, address: company.email };
  const visitor = mail.fields.email;
  const recipient = keeping.recipient ? { ...contact, address: keeping.recipient } : contact;
  return {
    messageId: mail.messageId,
    date: new Date(mail.receivedAtMs),
    from: settings.MAIL_FROM ?? contact,
    ...(mail.kind === 'company'
      ? {
          to: settings.MAIL_TO ?? recipient,
          replyTo: { name: headerText(fullName(mail.fields)), address: visitor },
        }
      : {
          // Without a display name, which is free text and could be abused for spam.
          to: { name: '', address: visitor },
          replyTo: contact,
          // RFC 3834; the second header suppresses automatic replies by Exchange.
          headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
        }),
    // Prevents nodemailer from loading URLs or files that a field names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Quoted-printable preserves trailing spaces and long lines. */
function bodies({ text, html }: { text: string; html: string }): SendMailOptions {
  const part = (contentType: string, content: string) => ({
    contentType: `${contentType}; charset=utf-8`,
    contentTransferEncoding: 'quoted-printable' as const,
    content,
  });
  return { alternatives: [part('text/plain', text), part('text/html', html)] };
}

/** An iCalendar file (RFC 5545) with one whole day, tentative: nothing is agreed yet. */
function calendarFile(mail: ComposedFrom, summary: string, description: string) {
  const [day = 0, month = 0, year = 0] = String(mail.fields.date).split('-').map(Number);
  const calendar = ical({
    prodId: '-//Website//Enquiries//NL',
    events: [
      {
        id: mail.messageId.slice(1, -1),
        stamp: new Date(mail.receivedAtMs),
        start: new Date(Date.UTC(year, month - 1, day)),
        end: new Date(Date.UTC(year, month - 1, day + 1)),
        allDay: true,
        summary,
        description,
        location: mail.fields.partyLocation ?? null,
        status: ICalEventStatus.TENTATIVE,
        busystatus: ICalEventBusyStatus.TENTATIVE,
      },
    ],
  });
  return {
    contentType: 'text/calendar; charset=utf-8',
    contentDisposition: 'attachment' as const,
    // Its lines must end in CRLF, which quoted-printable text may lose.
    contentTransferEncoding: 'base64' as const,
    filename: 'agenda.ics',
    content: calendar.toString(),
  };
}

export interface LabelledValue {
  label: string;
  value: string;
}

/** Fields that come first in the mail; the others follow in form order. */
const FIRST_IN_MAIL: readonly string[] = [
  ...['productType', 'date', 'personCount', 'grownupCount', 'childrenCount', 'partyLocation'],
  ...['clientType', 'name', 'firstName', 'company', 'email', 'phone'],
];

function mailPlaceOf({ name }: Field): number {
  const place = FIRST_IN_MAIL.indexOf(name);
  return place < 0 ? FIRST_IN_MAIL.length : place;
}

const ALL_FIELDS: readonly Field[] = FIELDS;
const isOneLine = ({ kind }: Field) => kind !== 'text';

/** The filled-in fields with their labels, in order. */
function labelledValues(
  enquiry: Readonly<Record<string, string | number | undefined>>,
  fields: readonly Field[],
  release: Release,
  write: (value: string | number, field: Field) => string,
): LabelledValue[] {
  return fields.flatMap((field) => {
    const value = enquiry[field.name];
    if (value === undefined) return [];
    // The label without its hint: 'Datum (dd/mm/jjjj)' becomes 'Datum'.
    const label = (release.enquiry.labels[field.name] ?? field.label).replace(/\s*\([^)]*\)$/, '');
    return [{ label, value: write(value, field) }];
  });
}

function writeValue(value: string | number, { kind }: Field, release: Release): string {
  if (typeof value === 'number') return writeNumber(value, release);
  return kind === 'date' ? longDate(value, release) : value;
}

/** 'Huwelijksfeest, vrijdag 5 maart 2027, 120 personen' */
function summaryOf({ productType, date, personCount }: Enquiry, release: Release): string {
  const { noSubject, personOne, personOther } = release.mails.company;
  const parts = [productType === undefined ? noSubject : headerText(productType)];
  if (date !== undefined) parts.push(longDate(date, release));
  if (personCount !== undefined) {
    const isOne = new Intl.PluralRules(release.locale).select(personCount) === 'one';
    parts.push(
      fillIn(isOne ? personOne : personOther, { count: writeNumber(personCount, release) }),
    );
  }
  return parts.join(', ');
}

/** The visitor's whole name, as typed. */
export function fullName({ firstName, name }: Enquiry): string {
  return firstName === undefined ? name : `${firstName} ${name}`;
}
