const NO_BREAK_SPACE = '\u00a0';
/**
 * A hyphen between word joiners. None of the fonts has U+2011, the no-break hyphen, while a word
 * joiner needs no glyph.
 */
const NO_BREAK_HYPHEN = '\u2060-\u2060';

/**
 * The space after a clitic: ’s morgens, ’t huis. React writes a straight apostrophe as `&#x27;`.
 */
const CLIPPED = /(?<=(?:^|[\s(])(?:[’']|&#x27;)[nst]) (?=\p{L})/giu;
/** The space between a number and its unit: 20 gasten, 400 %. */
const COUNTED = /(?<=\d) (?=[\p{L}%])/gu;
/** The space between a name or symbol and its number: WCAG 2.2, € 500, artikel 6. */
const NUMBERED = /(?<=(?:^|[\s(])(?:\p{Lu}{2,}|€|artikel|lid)) (?=\d)/gu;
/** The hyphens in a name: Sint-Martens-Latem, Bollebeek-aan-de-Molen. */
const HYPHENATED = /(?<=\p{Lu}\p{Ll}+(?:-\p{Ll}+)*)-(?=(?:\p{Ll}+-)*\p{Lu}\p{Ll})/gu;
/** A visible web or mail address, which people copy. */
const ADDRESS = /[@/]|www\./;

const TOKEN = /<(\/?)([a-z][\w-]*)[^>]*>|<!--.*?-->|[^<]+/gisu;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** Elements whose text must not change: code, styles, fields of the form and the title. */
const VALUES = /^(?:code|kbd|option|script|style|textarea|title)$/i;

/**
 * Keeps words that belong together on one line. Changes only the text nodes of HTML as React writes
 * it, never an attribute, a link's address or a form's value. Leaves out islands, because React
 * compares their text with what it renders in the browser.
 */
export function preventBreaks(html: string): string {
  let depth = 0;
  let skippedAt: number | undefined;
  return html.replace(TOKEN, (token, slash: string | undefined, name: string | undefined) => {
    if (name === undefined) {
      const isText = !token.startsWith('<') && skippedAt === undefined;
      return isText ? textWithoutBreaks(token) : token;
    }
    if (slash) {
      depth--;
      if (depth === skippedAt) skippedAt = undefined;
    } else if (!VOID.test(name)) {
      if (VALUES.test(name) || token.includes(' data-island=')) skippedAt ??= depth;
      depth++;
    }
    return token;
  });
}

function textWithoutBreaks(text: string): string {
  let result = text;
  for (const space of [CLIPPED, COUNTED, NUMBERED]) {
    result = result.replace(space, NO_BREAK_SPACE);
  }
  return result.replace(/\S+/g, (word) => {
    return ADDRESS.test(word) ? word : word.replace(HYPHENATED, NO_BREAK_HYPHEN);
  });
}
