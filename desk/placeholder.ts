/*
 * What a new section, answer or price is written with until the caterer types over it. Publishing
 * refuses these values, so that no invented text goes online.
 */

/** For a field that takes a web address only. RFC 2606 keeps `.invalid` from ever existing. */
export const PLACEHOLDER_URL = 'https://invullen.invalid';

/** @param name what is to be typed: 'Kop' */
export const placeholder = (name: string) => `[${name}]`;

export function isPlaceholder(text: string): boolean {
  return /^\[[^[\]]+\]$/.test(text) || text.startsWith(PLACEHOLDER_URL);
}
