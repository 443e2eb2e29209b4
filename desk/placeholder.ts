/*
 * What a new section, answer or price is written with until the caterer types over it. Publishing
 * refuses these values, so that no invented text goes online.
 */

/** Where only a web address may stand. RFC 2606 keeps `.invalid` from ever existing. */
export const PLACEHOLDER_URL = 'https://invullen.invalid';

/** @param name what shall stand there: 'Kop' */
export function placeholder(name: string): string {
  return `[${name}]`;
}

export function isPlaceholder(text: string): boolean {
  return /^\[[^[\]]+\]$/.test(text) || text.startsWith(PLACEHOLDER_URL);
}
