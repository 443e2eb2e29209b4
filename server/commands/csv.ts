/** Excel takes a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Lines of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe
 * in front, which it shows as text (OWASP, CSV injection).
 */
export function printCsv(heads: string[], rows: string[][]): string {
  const lines = [heads, ...rows].map((row) => row.map(cellOf).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
