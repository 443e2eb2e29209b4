import { SHOWN_FIELDS } from '../fields/form-values.ts';
import type { EnquiryFormProps } from '../form-context.ts';

/**
 * Longest `mailto:` address that opens everywhere, in characters. Windows hands a link to the mail
 * program on a command line of at most 2 048; a longer link does not open.
 */
const MAX_MAILTO_LENGTH = 2000;

type Texts = Pick<EnquiryFormProps['texts'], 'fields'> & {
  form: Pick<EnquiryFormProps['texts']['form'], 'mailSubject' | 'mailCut'>;
};

/**
 * The enquiry as an e-mail to the company, as a fallback when sending fails. The message comes
 * last, without a label.
 *
 * @param to the company's e-mail address
 * @returns a `mailto:` link, cut off with a notice if it is too long; and the whole text, to copy
 */
export function mailInstead(requestBody: string, to: string, texts: Texts) {
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
  let href = start;
  for (const character of text) {
    const encoded = encodeLines(character);
    if (href.length + encoded.length + ending.length > MAX_MAILTO_LENGTH) break;
    href += encoded;
  }
  return { href: href + ending, text };
}

/** Line breaks are CRLF (RFC 6068, section 5). */
function encodeLines(text: string): string {
  return encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'));
}
