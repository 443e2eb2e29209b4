import { VISIBLE_FIELDS } from '../../enquiry/payload.ts';
import type { Company, Messages } from '../content.ts';

/**
 * Longest `mailto:` address that opens everywhere, in characters. Windows hands a link to the mail
 * program on a command line of at most 2 048; what is longer opens nothing at all, without a word.
 */
const MAX_MAILTO_LENGTH = 2000;

export interface MailInstead {
  /** The enquiry as a mail, for a link. */
  href: string;
  /** All that was typed, for copying by hand: where it does not fit, the link says so and breaks off. */
  text: string;
}

/**
 * The enquiry as a ready-made e-mail to the company, so that nothing typed is lost when sending
 * fails (decisions, 'Probeer opnieuw').
 */
export function mailInstead(
  requestBody: string,
  messages: Messages,
  company: Company,
): MailInstead {
  const enquiry = JSON.parse(requestBody) as Record<string, unknown>;
  const lines = VISIBLE_FIELDS.filter((field) => enquiry[field] !== undefined).map((field) =>
    field === 'message' ? `\n${enquiry[field]}` : `${messages.fields[field]}: ${enquiry[field]}`,
  );
  const text = lines.join('\n');
  const subject = messages.form.mailSubject;
  const start = `mailto:${company.email}?subject=${encodeURIComponent(subject)}&body=`;
  const whole = start + encodeLines(text);
  if (whole.length <= MAX_MAILTO_LENGTH) return { href: whole, text };
  const ending = encodeLines(`…\n\n${messages.form.mailCut}`);
  const body = encodeUpTo(text, MAX_MAILTO_LENGTH - start.length - ending.length);
  return { href: start + body + ending, text };
}

/** Line ends as RFC 6068, section 5, wants them. */
function encodeLines(text: string): string {
  return encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'));
}

/** As much of the text as fits, never breaking a character. */
function encodeUpTo(text: string, maxLength: number): string {
  let encoded = '';
  for (const { segment } of new Intl.Segmenter('nl').segment(text)) {
    const next = encoded + encodeLines(segment);
    if (next.length > maxLength) break;
    encoded = next;
  }
  return encoded;
}
