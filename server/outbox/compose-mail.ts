import ical, { ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import type { SendMailOptions } from 'nodemailer';
import { type Enquiry, wireDateToMs } from '../../enquiry/enquiry.ts';
import { partyDayOf } from '../../enquiry/enquiry-states.ts';
import { FIELDS, type Field } from '../../enquiry/fields.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { fillIn } from '../../release/text.ts';
import type { MailAddress, Settings } from '../../runtime/settings.ts';
import type { ClaimedMail } from '../store/mails.ts';
import {
  type LabelledValue,
  type MailPart,
  mailBodies,
  mailLink,
  phoneLink,
  plainTextOf,
} from './mail-body.ts';

interface MailContext {
  manifest: ReleaseManifest;
  settings: Pick<Settings, 'MAIL_FROM' | 'MAIL_TO'>;
}

type MailSource = Pick<ClaimedMail, 'kind' | 'messageId' | 'receivedAtMs' | 'fields' | 'isSpam'>;

/**
 * Composes a mail. This happens anew at each attempt, so that a queued mail gets corrected
 * addresses and texts; its Message-ID and date stay the same.
 */
export function composeMail(mail: MailSource, context: MailContext): SendMailOptions {
  if (mail.kind === 'company') return companyMail(mail, context);
  return confirmationMail(mail, context);
}

/**
 * Composes a plain mail: to the company a list of every stored field, to the visitor only how to
 * reach the company. It is the fallback when composing the usual mail fails.
 */
export function composePlainMail(mail: MailSource, context: MailContext): SendMailOptions {
  const { name, phone, email } = context.manifest.company;
  const fields = Object.entries(mail.fields).map(([field, value]) => `${field}: ${value}`);
  const lines = mail.kind === 'company' ? fields : [name, phone, email];
  return { ...headers(mail, context), subject: name, text: lines.join('\n') };
}

/**
 * Shows every field exactly as sent: the party, the visitor, then each multi-line text. HTML shows
 * the date in words, and the visitor's phone number and address as links.
 */
function companyMail(mail: MailSource, context: MailContext): SendMailOptions {
  const { fields: enquiry, isSpam } = mail;
  const { manifest } = context;
  const texts = manifest.mails.company;
  const summary = summaryOf(enquiry, manifest);
  const mark = isSpam ? `${texts.spamMark} ` : '';
  const subject = `${mark}${summary} – ${headerText(fullName(enquiry))}`;
  const time = longTime(mail.receivedAtMs, manifest);
  const sent = fillIn(texts.sent, { site: manifest.siteUrl, time });

  const asSent = (value: string | number) => String(value).replace(/\r\n?/g, '\n');
  const about = [...ABOUT_PARTY, ...ABOUT_VISITOR];
  const values = labelledValues(enquiry, about, manifest, asSent).map((value) => {
    const { name } = value;
    if (name === 'date') return { ...value, shown: longDate(value.value, manifest) };
    if (name === 'phone') return { ...value, href: phoneLink(value.value) };
    return name === 'email' ? { ...value, href: mailLink(value.value) } : value;
  });
  const filledIn: MailPart[] = [{ values }];
  for (const { label, value } of labelledValues(enquiry, TEXTS, manifest, asSent)) {
    filledIn.push({ heading: label, text: value });
  }
  const parts = [{ text: `${sent}\n${texts.reply}`, isSmall: true }, ...filledIn];
  const day = partyDayOf(enquiry);
  if (day !== undefined && manifest.fullDays.includes(day)) parts.unshift({ text: texts.fullDay });
  if (isSpam) parts.unshift({ text: texts.spamNote });
  const bodies = mailBodies(manifest, summary, parts);
  const composed = { ...headers(mail, context), subject, ...bodies };
  if (enquiry.date === undefined || isSpam) return composed;
  const calendar = calendarFile(mail, subject, plainTextOf(filledIn));
  return { ...composed, attachments: [...(bodies.attachments ?? []), calendar] };
}

/** The confirmation repeats only options, dates and numbers. */
function confirmationMail(mail: MailSource, context: MailContext): SendMailOptions {
  const { manifest } = context;
  const { company } = manifest;
  const texts = manifest.mails.confirmation;
  const repeated = ALL_FIELDS.filter((field) => mayRepeat(field, mail.fields, manifest));
  const values = labelledValues(mail.fields, repeated, manifest, (value, { kind }) => {
    if (typeof value === 'number') return formatNumber(value, manifest);
    return kind === 'date' ? longDate(value, manifest) : value;
  });
  const contact: MailPart = {
    text: texts.signOff,
    lines: [
      // Belgian company law requires the company's particulars on letters and mails (WVV, article
      // 2:20).
      { value: `${company.name} ${company.legalForm}` },
      { value: company.registration },
      { value: company.phone, href: phoneLink(company.phone) },
      { value: company.email, href: mailLink(company.email) },
      ...company.postalAddresses.map((value) => ({ value })),
    ],
  };
  const parts: MailPart[] = [{ text: texts.greeting }, { text: texts.received }];
  if (values.length > 0) parts.push({ heading: texts.summaryHeading, values });
  parts.push({ text: texts.whatNext });
  parts.push(contact);
  parts.push({ text: texts.notYou, isSmall: true });
  const { subject } = texts;
  const bodies = mailBodies(manifest, subject, parts);
  return { ...headers(mail, context), subject, ...bodies };
}

/**
 * Whether the confirmation may repeat a field. Dates, numbers and options are allowed; free text is
 * not, because anybody could use the form to send any text to any address. An option that is not in
 * the current list counts as free text.
 */
function mayRepeat(
  { name, kind, group }: Field,
  enquiry: Enquiry,
  manifest: ReleaseManifest,
): boolean {
  if (group === undefined) return false;
  if (kind === 'date' || kind === 'count') return true;
  const { [name]: value }: Record<string, unknown> = enquiry;
  const options = manifest.enquiry.options[name] ?? [];
  return kind === 'option' && options.some((option) => option === value);
}

/** The address in `From` of both mails. */
export function senderOf({ manifest: { company }, settings }: MailContext): MailAddress {
  return settings.MAIL_FROM ?? { name: company.name, address: company.email };
}

function headers(mail: MailSource, context: MailContext): SendMailOptions {
  const { manifest, settings } = context;
  const { company, keeping } = manifest;
  const contact: MailAddress = { name: company.name, address: company.email };
  const recipient = { ...contact, address: keeping.recipient || company.email };
  const visitor = mail.fields.email;
  const common = {
    messageId: mail.messageId,
    date: new Date(mail.receivedAtMs),
    from: senderOf(context),
    xMailer: false as const,
    // This prevents nodemailer from loading URLs or files that a field names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (mail.kind === 'company') {
    const replyTo = { name: headerText(fullName(mail.fields)), address: visitor };
    return { ...common, to: settings.MAIL_TO ?? recipient, replyTo };
  }
  return {
    ...common,
    // A display name is free text, so there is none.
    to: { name: '', address: visitor },
    replyTo: contact,
    // RFC 3834; the second header suppresses automatic replies by Exchange.
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  };
}

/**
 * Makes an iCalendar file (RFC 5545) with one whole day. The event is tentative, because nothing is
 * agreed yet.
 */
function calendarFile(mail: MailSource, summary: string, description: string) {
  const startMs = wireDateToMs(String(mail.fields.date));
  const calendar = ical({
    prodId: '-//Website//Enquiries//NL',
    events: [
      {
        id: mail.messageId.slice(1, -1),
        stamp: new Date(mail.receivedAtMs),
        start: new Date(startMs),
        end: new Date(startMs + 24 * 3_600_000),
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
    // The lines of the file must end in CRLF, which quoted-printable text may lose.
    contentTransferEncoding: 'base64' as const,
    filename: 'agenda.ics',
    content: calendar.toString(),
  };
}

const ALL_FIELDS: readonly Field[] = FIELDS;
const TEXTS = ALL_FIELDS.filter(({ kind }) => kind === 'text');
const ABOUT_VISITOR = ALL_FIELDS.filter(({ group }) => group === 'you');
const ABOUT_PARTY = ALL_FIELDS.filter(({ kind, group }) => kind !== 'text' && group !== 'you');

/** The filled-in fields with their labels, in order. */
function labelledValues(
  enquiry: Readonly<Record<string, string | number | undefined>>,
  fields: readonly Field[],
  manifest: ReleaseManifest,
  format: (value: string | number, field: Field) => string,
): (LabelledValue & { name: string })[] {
  return fields.flatMap((field) => {
    const value = enquiry[field.name];
    if (value === undefined) return [];
    const label = manifest.enquiry.labels[field.name] ?? field.label;
    // 'Datum (dd/mm/jjjj)' becomes 'Datum'.
    const withoutHint = label.replace(/\s*\([^)]*\)$/, '');
    return [{ name: field.name, label: withoutHint, value: format(value, field) }];
  });
}

/** 'Huwelijksfeest, vrijdag 5 maart 2027, 120 personen' */
function summaryOf({ productType, date, personCount }: Enquiry, manifest: ReleaseManifest): string {
  const { noSubject, personOne, personOther } = manifest.mails.company;
  const parts = [productType === undefined ? noSubject : headerText(productType)];
  if (date !== undefined) parts.push(longDate(date, manifest));
  if (personCount !== undefined) {
    const isOne = new Intl.PluralRules(manifest.locale).select(personCount) === 'one';
    const count = formatNumber(personCount, manifest);
    parts.push(fillIn(isOne ? personOne : personOther, { count }));
  }
  return parts.join(', ');
}

export function fullName({ firstName, name }: Enquiry): string {
  return firstName === undefined ? name : `${firstName} ${name}`;
}

const MAX_HEADER_TEXT_LENGTH = 120;

/**
 * Makes free text fit for a display name or subject: one short line without control or
 * bidirectional characters, and without encoded-words (RFC 2047), which a mail program would
 * decode.
 */
function headerText(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .replace(/=\?/g, '= ?');
  const characters = [...line];
  if (characters.length <= MAX_HEADER_TEXT_LENGTH) return line;
  return `${characters.slice(0, MAX_HEADER_TEXT_LENGTH - 1).join('')}…`;
}

/** 'vrijdag 5 maart 2027' for the wire date '5-3-2027'. */
function longDate(wireDate: string, { locale }: ReleaseManifest): string {
  const style = { dateStyle: 'full', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, style).format(wireDateToMs(wireDate));
}

/** 'vrijdag 5 maart 2027 om 14:03', on the caterer's clock. */
function longTime(ms: number, { locale, timeZone }: ReleaseManifest): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(locale, style).format(ms);
}

/** '120', '1200', '12.000': the number has thousands separators from five digits on. */
function formatNumber(value: number, { locale }: ReleaseManifest): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(value);
}
