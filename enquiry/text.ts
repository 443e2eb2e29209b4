import * as v from 'valibot';

/** The kinds of text that people write in `content/`. */

/** Copy: may run over lines, and may be a quotation from its first word to its last. */
export const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/**
 * A text that is never a quotation: who wraps it in the curly quotes of a word processor means
 * YAML's straight ones, and every visitor would see the curly ones.
 */
export const unquoted = v.pipe(
  text,
  v.check((value) => !isInCurlyQuotes(value)),
);

/** An unquoted text on one line, for a place where a line break breaks something: a mail's subject. */
export const line = v.pipe(unquoted, v.regex(/^[^\r\n]*$/));

/** A line with places in braces that are filled in later: 'Foto {index} van {count}'. */
export const lineWith = (...places: string[]) =>
  v.pipe(
    line,
    v.check((value) => {
      const written: string[] = value.match(/\{[^}]*\}/g) ?? [];
      return (
        written.length === places.length && places.every((name) => written.includes(`{${name}}`))
      );
    }),
  );

/** Whether curly quotes stand around a whole text and nowhere within. */
export function isInCurlyQuotes(value: string): boolean {
  return /^(?:[“”„‟][^“”„‟]*[“”„‟]|[‘’‚‛][^‘’‚‛]*[‘’‚‛])$/.test(value.trim());
}
