/**
 * Reads a number as Belgians type it: '12,50', '12.50', '€ 12,50' and '1.250' (a thousand, two hundred
 * and fifty), whatever the browser's language is.
 *
 * @returns undefined for what is no number
 */
export function readNumber(text: string): number | undefined {
  const typed = text.replace(/[\s\u00a0€]|EUR/gi, '');
  const plain = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(typed) ? typed.replaceAll('.', '') : typed;
  return /^-?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/** '12,50', '7', '51,0543' */
export function writeNumber(value: number): string {
  const text = String(value).replace('.', ',');
  return /,\d$/.test(text) ? `${text}0` : text;
}
