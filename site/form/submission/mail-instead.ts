import { SHOWN_FIELDS } from '../fields/form-values.ts';
import type { EnquiryFormProps } from '../form-context.ts';

/** In characters: Windows starts the mail program with a command line of at most 2,048. */
const MAX_MAILTO_LENGTH = 2000;

type Texts = Pick<EnquiryFormProps['texts'], 'fields'> & {
  form: Pick<EnquiryFormProps['texts']['form'], 'mailSubject' | 'mailCut'>;
};

/**
 * The enquiry as an e-mail, when sending fails. The message comes last, without a label.
 *
 * @param to the company's e-mail address
 * @returns a `mailto:` link, cut off with a notice if it is too long; and the whole text
 */
export function mailInstead(requestBody: string, to: string, texts: Texts) {
  const text = writeEnquiry(requestBody, texts.fields);
  const { mailSubject, mailCut } = texts.form;
  const start = `mailto:${to}?subject=${encodeURIComponent(mailSubject)}&body=`;
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

function writeEnquiry(requestBody: string, labels: Texts['fields']): string {
  const enquiry: Record<string, unknown> = JSON.parse(requestBody);
  const lines: string[] = [];
  for (const { name } of SHOWN_FIELDS) {
    const value = enquiry[name];
    if (value === undefined) continue;
    lines.push(name === 'message' ? `\n${value}` : `${labels[name]}: ${value}`);
  }
  return lines.join('\n');
}

/** Line breaks are CRLF (RFC 6068, section 5). */
function encodeLines(text: string): string {
  return encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'));
}
