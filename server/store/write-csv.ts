/** CSV (RFC 4180) with a byte order mark, by which Excel detects UTF-8; Belgium's expects ';'. */
export function writeCsv(rows: readonly string[][], separator: ',' | ';'): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(separator)}\r\n`);
  return `\ufeff${lines.join('')}`;
}

/** Prefixes an apostrophe to prevent CSV injection (OWASP). */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  const isQuoted = /[",;\r\n]|^\s|\s$/.test(safe);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
