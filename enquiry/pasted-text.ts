/*
 * Normalizes pasted text where its meaning is clear. The browser and the server use the same
 * functions, so that the server stores what the form accepted.
 */

/**
 * The characters of the bytes 0x80 to 0x9f in Windows-1252 (WHATWG Encoding). A space stands for a
 * byte without a character.
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Vertical tab (PowerPoint), form feed (PDF), next line, line and paragraph separator. */
const LINE_BREAK = /[\v\f\u0085\u2028\u2029]/g;

/** Word copies its special hyphens as these control characters. */
const NO_BREAK_HYPHEN = '\u001e';
const OPTIONAL_HYPHEN = '\u001f';

/** A program that decodes Windows-1252 as ISO 8859-1 turns its letters into these characters. */
const C1_CONTROL = /[\u0080-\u009f]/g;

/** Direction marks, soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE_IN_LINE = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/gu;

/** White space, and characters that draw nothing, some of which are letters (the Hangul filler). */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufffc]*$/u;

/** Whether a text is empty, or nothing of it can be seen. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}

/** Normalizes a text of several lines: every line break becomes one that all programs know. */
export function normalizeText(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .replaceAll(NO_BREAK_HYPHEN, '-')
    .replaceAll(OPTIONAL_HYPHEN, '')
    .replace(C1_CONTROL, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80).trim());
}

/**
 * Normalizes a single line. Tabs and the line breaks that a browser lets into a field become a
 * space. A browser removes CR and LF itself, so these stay and are refused.
 */
export function normalizeLine(text: string): string {
  const spaced = text.replace(LINE_BREAK, ' ').replaceAll('\t', ' ');
  return normalizeText(spaced).replace(INVISIBLE_IN_LINE, '');
}

/**
 * Removes what a program's 'Copy' command puts around an e-mail address: `mailto:` and its query, a
 * name and angle brackets, invisible characters, the punctuation of a sentence. Full-width
 * characters become ASCII, as in domain names (UTS #46).
 */
export function normalizeEmailAddress(text: string): string {
  const visible = text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim();
  const [, bracketed = visible] = /^[^<>]*<([^<>]*)>$/.exec(visible) ?? [];
  const address = bracketed.trim().replace(/[.,;]+$/, '');
  if (!/^mailto:/i.test(address)) return address;
  const [withoutQuery = ''] = address.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(withoutQuery).trim();
  } catch {
    return withoutQuery.trim();
  }
}
