import { SHOWN_FIELDS } from '../fields/form-values.ts';

/**
 * Longest `mailto:` address that opens everywhere, in characters. Windows hands a link to the mail
 * program on a command line of at most 2 048; a longer link does not open.
 */
const MAX_MAILTO_LENGTH = 2000;

export interface MailInstead {
  /** `mailto:` link with the enquiry; cut off with a notice if it is too long. */
  href: string;
  /** The whole enquiry, to copy. */
  text: string;
}

export interface MailInsteadTexts {
  /** Labels by wire name. */
  fields: Readonly<Record<string, string>>;
  form: { mailSubject: string; mailCut: string };
}

/**
 * The enquiry as an e-mail to the company, as a fallback when sending fails. The message comes
 * last, without a label.
 *
 * @param to the company's e-mail address
 */
export function mailInstead(requestBody: string, to: string, texts: MailInsteadTexts): MailInstead {
  const enquiry: Record<string, unknown> = JSON.parse(requestBody);
  const lines = SHOWN_FIELDS.filter(({ name }) => enquiry[name] !== undefined).map(({ name }) =>
    name === 'message' ? `\n${enquiry[name]}` : `${texts.fields[name]}: ${enquiry[name]}`,
  );
  const text = lines.join('\n');
  const { mailSubject, mailCut } = texts.form;
  const start = `mailto:${to}?subject=${encodeURIComponent(mailSubject)}&body=`;
  const whole = start + encodeLines(text);
  if (whole.length <= MAX_MAILTO_LENGTH) return { href: whole, text };
  const ending = encodeLines(`…\n\n${mailCut}`);
  const body = encodeUpTo(text, MAX_MAILTO_LENGTH - start.length - ending.length);
  return { href: start + body + ending, text };
}

/** Line breaks are CRLF (RFC 6068, section 5). */
function encodeLines(text: string): string {
  return encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'));
}

/** Encodes as many whole characters as fit. */
function encodeUpTo(text: string, maxLength: number): string {
  let encoded = '';
  for (const character of text) {
    const next = encoded + encodeLines(character);
    if (next.length > maxLength) break;
    encoded = next;
  }
  return encoded;
}
