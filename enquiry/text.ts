import * as v from 'valibot';

/** Texts in `content/`: their schemas, defaults and placeholders. */

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

/** A text's title at the desk, and its default. */
export type DefaultText = readonly [title: string, text: string];

/**
 * A text that `content/` may override.
 *
 * @param help what the caterer may enter
 */
export function textOr(
  [title, text]: DefaultText,
  help: string,
  schema: v.GenericSchema<string> = unquoted,
) {
  return v.optional(v.pipe(schema, v.title(title), v.description(help), v.examples([text])), text);
}

/** A line that contains each of these placeholders once: 'Foto {index} van {count}'. */
export function lineOr(defaultText: DefaultText, ...names: string[]) {
  const places = names.map((name) => `{${name}}`);
  const schema = v.pipe(
    line,
    v.check((text) => String(text.match(/\{[^}]*\}/g)?.sort()) === String(places.toSorted())),
  );
  const help = `een korte tekst met ${places.join(' en ')} erin: dat vult de site zelf in`;
  return textOr(defaultText, help, schema);
}

/** A group of texts, all optional. */
export function textGroup<Entries extends v.ObjectEntries>(title: string, entries: Entries) {
  return v.optional(v.pipe(v.object(entries), v.title(title)), {} as never);
}

/** Fills in the placeholders of a text. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Whether curly quotes enclose the whole text and do not occur inside it. */
export function isInCurlyQuotes(value: string): boolean {
  return /^(?:[“”„‟][^“”„‟]*[“”„‟]|[‘’‚‛][^‘’‚‛]*[‘’‚‛])$/.test(value.trim());
}
