import type { Enquiry } from './enquiry.ts';
import { FIELDS } from './fields.ts';

/** The cells of an enquiry, one for each of {@link FIELDS}. */
export function fieldCells(enquiry: Enquiry): string[] {
  return FIELDS.map(({ name }) => String(enquiry[name] ?? ''));
}

/**
 * Writes CSV (RFC 4180), with a byte order mark by which Excel detects UTF-8. The Belgian Excel
 * expects ';' as the separator. So ';' also means that the file is for a spreadsheet, and numbers
 * are written such that a spreadsheet shows them as they were typed.
 */
export function writeCsv(rows: readonly string[][], separator: ',' | ';'): string {
  const cellOf = separator === ';' ? spreadsheetCell : guarded;
  const lines = rows.map((row) => `${row.map((text) => quoted(cellOf(text))).join(separator)}\r\n`);
  return `\ufeff${lines.join('')}`;
}

/** Digits and the signs between them, such as '0475 12 34 56', '+32 9 …', '12-3' and '1/2'. */
const DIGITS = /^\+?[\d\s./()-]*\d[\d\s./()-]*$/;
/** Values that a spreadsheet leaves unchanged: whole numbers, and dates with a year. */
const NUMBER_OR_DATE = /^(?:0|[1-9]\d{0,14}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d\d-\d\d)$/;
/** A longer text is no telephone number, VAT number or date. */
const MAX_NUMBER_LENGTH = 40;

/**
 * Writes digits and the signs between them as a formula whose value is that text. Otherwise a
 * spreadsheet drops the zero of '0475', reads '12-3' as a date, and calculates with '+32 475'. The
 * formula is harmless, because it contains only digits and signs.
 */
function spreadsheetCell(text: string): string {
  const isText =
    DIGITS.test(text) && !NUMBER_OR_DATE.test(text) && text.length <= MAX_NUMBER_LENGTH;
  return isText && !/[\t\r\n]/.test(text) ? `="${text}"` : guarded(text);
}

/** Prefixes an apostrophe to prevent CSV injection (OWASP). */
const guarded = (text: string) => (/^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

function quoted(text: string): string {
  const needsQuotes = /[",;\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
