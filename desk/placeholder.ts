/*
 * What a new section, answer or price has until the caterer types over it. Publishing refuses it,
 * so that no invented text goes online.
 */

/** For a web address. RFC 2606 keeps `.invalid` from ever existing. */
export const PLACEHOLDER_URL = 'https://invullen.invalid';

/** @param name 'Kop' */
export const placeholder = (name: string) => `[${name}]`;

export function isPlaceholder(text: string): boolean {
  return /^\[[^[\]]+\]$/.test(text) || text.startsWith(PLACEHOLDER_URL);
}
