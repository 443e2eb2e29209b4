import * as v from 'valibot';

/** Schemas of texts in `content/`. */

/** Text that may contain line breaks and may be a whole quotation. */
export const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/**
 * Text that is never a quotation. Curly quotes around it come from a word processor and were meant
 * as YAML quotes, so they are refused.
 */
export const unquoted = v.pipe(
  text,
  v.check((value) => !isInCurlyQuotes(value)),
);

/** An unquoted text on one line, such as a mail subject. */
export const line = v.pipe(unquoted, v.regex(/^[^\r\n]*$/));

/** A line with placeholders: 'Foto {index} van {count}'. */
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

/** Whether curly quotes enclose the whole text and do not occur inside it. */
export function isInCurlyQuotes(value: string): boolean {
  return /^(?:[“”„‟][^“”„‟]*[“”„‟]|[‘’‚‛][^‘’‚‛]*[‘’‚‛])$/.test(value.trim());
}
