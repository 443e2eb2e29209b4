import { type FormValues, toEnquiry, VISIBLE_FIELDS } from '../fields/form-values.ts';
import type { FormSettings } from '../form-settings.ts';

/**
 * The most characters of a link: Windows starts the mail program with a command line of at most
 * 2,048.
 */
const MAX_MAILTO_LENGTH = 2000;

/**
 * The enquiry as an e-mail, when sending fails. The message comes last, without a label.
 *
 * @returns a `mailto:` link, cut off with a notice if it is too long; and the whole text
 */
export function mailInstead(values: FormValues, settings: FormSettings) {
  const text = writeEnquiry(values, settings);
  const { mailSubject, mailCut } = settings.texts.form;
  const subject = encodeURIComponent(mailSubject);
  const start = `mailto:${settings.contact.email}?subject=${subject}&body=`;
  const whole = start + encodeLines(text);
  if (whole.length <= MAX_MAILTO_LENGTH) return { href: whole, text };

  const ending = encodeLines(`…\n\n${mailCut}`);
  let href = start;
  for (const character of text) {
    const encoded = encodeLines(character);
    if (href.length + encoded.length + ending.length > MAX_MAILTO_LENGTH) break;
    href += encoded;
  }
  return { href: href + ending, text };
}

function writeEnquiry(values: FormValues, { locale, texts }: FormSettings): string {
  const enquiry = toEnquiry(values, locale);
  const lines: string[] = [];
  for (const { name } of VISIBLE_FIELDS) {
    const value = enquiry[name];
    if (value === undefined) continue;
    lines.push(name === 'message' ? `\n${value}` : `${texts.fields[name]}: ${value}`);
  }
  return lines.join('\n');
}

/** Line breaks are CRLF (RFC 6068, section 5). */
function encodeLines(text: string): string {
  return encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'));
}
