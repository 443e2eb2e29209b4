import * as v from 'valibot';

/** The kinds of single values that `site/content.ts` is made of. */

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

/** Whether curly quotes stand around a whole text and nowhere within. */
export function isInCurlyQuotes(value: string): boolean {
  return /^(?:[“”„‟][^“”„‟]*[“”„‟]|[‘’‚‛][^‘’‚‛]*[‘’‚‛])$/.test(value.trim());
}

/** Absolute, for a link: no `javascript:`, and no 'school.be:80', whose protocol is 'school.be:'. */
export const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s]/i), v.url());

/** Where a site stands, to put paths behind: 'https://maanzaad.example'. */
export const siteAddress = v.pipe(
  webAddress,
  v.check((address) => URL.parse(address)?.origin === address),
);

/**
 * What an API's paths are put behind: on this server ('/api') or on another
 * ('https://api.maanzaad.example/v1'). Only what a URL keeps as it is: no `..`, no query, no slash
 * at the end, and no `//` or `/\` at the start, which name another host.
 */
export const apiBase = v.pipe(
  v.string(),
  v.check((base) => {
    const whole = base.startsWith('/') ? `https://this-server.invalid${base}` : base;
    const url = URL.parse(base, 'https://this-server.invalid');
    if (!url || !/^https?:$/.test(url.protocol) || base.endsWith('/')) return false;
    return url.origin + url.pathname.replace(/\/$/, '') === whole;
  }),
);

/** Written in full. */
export const year = v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100));
