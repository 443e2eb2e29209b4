/*
 * A new section, answer or price has these until the caterer types. They cannot go online.
 */

/** For a web address. RFC 2606 reserves `.invalid`. */
export const PLACEHOLDER_URL = 'https://invullen.invalid';

/** @param name 'Kop' */
export const placeholder = (name: string) => `[${name}]`;

export function isPlaceholder(text: string): boolean {
  return /^\[[^[\]]+\]$/.test(text) || text.startsWith(PLACEHOLDER_URL);
}
