import * as v from 'valibot';

/* Schemas, defaults and placeholders of texts in `content/`. */

/** Text that may contain line breaks and may be a whole quotation. */
export const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/**
 * A text that is never a quotation. Curly quotes around it are refused: a word processor wrote them
 * where YAML's quotes were meant.
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
export function overridableText(
  [title, text]: DefaultText,
  help: string,
  schema: v.GenericSchema<string> = unquoted,
) {
  const described = v.pipe(schema, v.title(title), v.description(help), v.examples([text]));
  return v.optional(described, text);
}

/** A line with a default, which contains each placeholder once: 'Foto {index} van {count}'. */
export function lineWithPlaceholders(defaultText: DefaultText, ...names: string[]) {
  const placeholders = names.map((name) => `{${name}}`);
  const hasEachOnce = (text: string) => {
    const found = text.match(/\{[^}]*\}/g) ?? [];
    return String(found.sort()) === String([...placeholders].sort());
  };
  const help = `een korte tekst met ${placeholders.join(' en ')} erin: dat vult de site zelf in`;
  return overridableText(defaultText, help, v.pipe(line, v.check(hasEachOnce)));
}

/** A group of texts, all optional. */
export function textGroup<Entries extends v.ObjectEntries>(title: string, entries: Entries) {
  return v.optional(v.pipe(v.object(entries), v.title(title)), {} as never);
}

/** Fills in the placeholders of a text. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

const DOUBLE_QUOTED = /^[“”„‟][^“”„‟]*[“”„‟]$/;
const SINGLE_QUOTED = /^[‘’‚‛][^‘’‚‛]*[‘’‚‛]$/;

/** Whether curly quotes enclose the whole text and do not occur inside it. */
export function isInCurlyQuotes(value: string): boolean {
  const text = value.trim();
  return DOUBLE_QUOTED.test(text) || SINGLE_QUOTED.test(text);
}
