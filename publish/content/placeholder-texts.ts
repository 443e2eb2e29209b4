/*
 * Placeholder texts fill a new section, answer or price until the caterer types. Publishing refuses
 * them.
 */

/** The placeholder of a web address. RFC 2606 reserves `.invalid`. */
export const PLACEHOLDER_URL = 'https://invullen.invalid';

/** @param name for example 'Kop' */
export const placeholderText = (name: string) => `[${name}]`;

export function isPlaceholderText(text: string): boolean {
  return /^\[[^[\]]+\]$/.test(text) || text.startsWith(PLACEHOLDER_URL);
}
