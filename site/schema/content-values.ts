import * as v from 'valibot';
import { line, text } from '../../release/text.ts';

/*
 * Schemas of the single values in `content/`.
 *
 * Each field carries its Dutch title, help text and example as Valibot metadata. The checks quote
 * them and the desk builds its forms from them.
 */

/**
 * A described field.
 *
 * @param title the label that the caterer sees
 * @param help what to enter
 * @param example a valid value, quoted in findings
 */
export function field<const Schema extends v.GenericSchema>(
  schema: Schema,
  title: string,
  help = title,
  example?: v.InferInput<Schema>,
) {
  const examples = example === undefined ? [] : [example];
  return v.pipe(schema, v.title(title), v.description(help), v.examples(examples));
}

/** A field that may be absent. */
export function optionalField<const Schema extends v.GenericSchema>(
  ...described: Parameters<typeof field<Schema>>
) {
  return v.optional(field<Schema>(...described));
}

/** A field with a default. */
export function fieldWithDefault<const Schema extends v.GenericSchema>(
  byDefault: NoInfer<v.InferInput<Schema>>,
  schema: Schema,
  title: string,
  help: string,
  example = byDefault,
): v.OptionalSchema<Schema, v.InferInput<Schema>> {
  return v.optional(field(schema, title, help, example), byDefault) as never;
}

/** A field that is false by default. */
export function flag(title: string, help: string) {
  return fieldWithDefault(false, v.boolean(), title, help, true);
}

/** A group of fields. */
export function group<const Entries extends v.ObjectEntries>(title: string, entries: Entries) {
  return v.pipe(v.object(entries), v.title(title));
}

/** A list of groups. By default it needs at least one. */
export function listOf<const Entries extends v.ObjectEntries>(
  title: string,
  itemTitle: string,
  entries: Entries,
  atLeast = 1,
) {
  return v.pipe(v.array(group(itemTitle, entries)), v.minLength(atLeast), v.title(title));
}

/** Makes the fields of a group, one for each key. */
export function byKey<const Key extends string, Schema extends v.GenericSchema>(
  keys: readonly Key[],
  schemaOf: (key: Key) => Schema,
): Record<Key, Schema> {
  const entries = keys.map((key) => [key, schemaOf(key)] as const);
  return Object.fromEntries(entries) as Record<Key, Schema>;
}

/** A list with at least one entry. */
export const nonEmpty = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.minLength(1));

/** A text that matches a pattern. */
export const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));

/** The value, or an empty text. */
export const orEmpty = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.union([v.literal(''), schema]);

/**
 * The kind of thing that a value refers to. The checks, the preparation of photos and the desk find
 * references by it.
 */
export type Reference = 'photo' | 'file' | 'link' | 'subject';

const refersTo = <const To extends Reference>(reference: To) =>
  v.metadata<string, { reference: To }>({ reference });

/** The name of a photo in photos/photos.yaml. */
export const photoName = field(
  v.pipe(line, refersTo('photo')),
  'Foto',
  'de naam van een foto uit photos/photos.yaml',
  'champagne',
);

/** Photos in the order in which they are shown. */
export const photoList = field(
  nonEmpty(photoName),
  'Foto’s',
  'de namen van foto’s uit photos/photos.yaml; de eerste ziet de bezoeker het eerst',
);

/** Marks a list whose order has no meaning. */
export const unordered = <Entry>() =>
  v.metadata<Entry[], { isUnordered: true }>({ isUnordered: true });

/** A file in content/files/: 'maandmenu.pdf'. */
export const fileName = v.pipe(line, v.regex(/^[^/\\]+\.[a-z0-9]+$/i), refersTo('file'));

/** A page ('/feesten'), a place on one ('/feesten#recepties'), or a web address. */
export const linkTarget = v.pipe(
  line,
  v.regex(/^(?:\/(?![/\\])|#[a-z]|https:\/\/[^/\s]|mailto:|tel:)/),
  refersTo('link'),
);

/** One of the form's options for 'Betreft'. */
const subject = v.pipe(line, refersTo('subject'));

/**
 * Which Markdown a text supports (`rich-text/`): 'blocks' includes lists, 'line' only emphasis and
 * links.
 */
export type Markup = 'blocks' | 'line';

const markedUp = <const Kind extends Markup>(markup: Kind) =>
  v.metadata<string, { markup: Kind }>({ markup });

/** One or more sentences in one paragraph, which may have emphasis and links. */
export const sentences = v.pipe(text, markedUp('line'));

const paragraph = field(
  v.pipe(text, markedUp('blocks')),
  'Alinea',
  'een alinea tekst, die ook een lijst mag zijn',
  'We koken met wat er die week van het land komt.',
);
export const paragraphs = field(nonEmpty(paragraph), 'Tekst', 'één of meer alinea’s');

/** A text whose line breaks the page shows, by `white-space: pre-line`. */
export const lines = v.pipe(text, v.metadata({ hasLineBreaks: true }));

export const heading = field(text, 'Kop', 'een kop', 'Over ons');

/** A sentence above the paragraphs. */
export const lead = optionalField(
  sentences,
  'Inleiding',
  'een inleidende zin',
  'We koken aan huis of op locatie.',
);

/** A button or link that leads somewhere. */
export const linkTo = group('Link', {
  label: field(text, 'Tekst', 'de tekst op de knop of link', 'Contacteer ons'),
  to: field(
    linkTarget,
    'Waarheen',
    'een pagina van de site, met / vooraan, of een volledig webadres',
    '/info',
  ),
});

/** A link to the form with a subject already chosen. */
export const proposal = group('Link naar het formulier', {
  label: field(text, 'Tekst', 'de tekst van de link naar het formulier', 'Vraag een voorstel'),
  subject: field(subject, 'Betreft', 'één van de keuzes van het formulier bij Betreft', 'Receptie'),
});

const amount = v.pipe(
  v.number(),
  v.minValue(0),
  // `multipleOf(0.01)` would refuse 4.5, which leaves a remainder in binary.
  v.check((euros) => Number(euros.toFixed(2)) === euros),
);

/** A price in the currency of site.yaml, with at most two decimals. */
export const price = field(
  v.object({
    amount: field(amount, 'Bedrag', 'een bedrag in euro, met hoogstens twee decimalen', 12.5),
    from: optionalField(
      line,
      'Ervoor',
      'een woord vóór het bedrag, als dat de laagste prijs is',
      'vanaf',
    ),
    per: optionalField(line, 'Per', 'waarvoor die prijs is', 'per persoon'),
  }),
  'Prijs',
);

/** Signature below a story or a call to action. */
export const signature = field(
  line,
  'Ondertekening',
  'wie er kookt en wie er antwoordt, met hun voornaam',
  'Hanne kookt, Wout antwoordt',
);

/** A short fact, with or without a price. */
export const fact = v.union([
  field(text, 'Feit', 'een kort feit op één regel', 'vanaf 20 gasten'),
  v.object({
    text: field(text, 'Feit', 'een kort feit op één regel', 'glas cava bij aankomst'),
    price,
  }),
]);

/** URL fragment without '#': 'walking-dinner'. */
export const anchor = field(
  matching(/^[a-z]+(?:-[a-z0-9]+)*$/),
  'Anker',
  'kleine letters, met een koppelteken in plaats van een spatie',
  'walking-dinner',
);

/**
 * Absolute http(s) URL. Rejects `javascript:`, and 'school.be:80', which parses with the protocol
 * 'school.be:'.
 */
export const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s]/i), v.url());

/**
 * A substitute for `URL.parse`, which Safari before 18 lacks. The desk uses these schemas in the
 * browser.
 */
function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** The origin of the site: 'https://maanzaad.example'. */
export const siteOrigin = v.pipe(
  webAddress,
  v.check((address) => parseUrl(address)?.origin === address),
);

/**
 * Base URL of the API, on this server ('/api') or another ('https://api.maanzaad.example/v1'). It
 * must be in normal form: no `..`, query or trailing slash, and no leading `//` or `/\`, which
 * would name another host.
 */
export const apiBase = v.pipe(
  v.string(),
  v.check((base) => {
    const whole = base.startsWith('/') ? `https://this-server.invalid${base}` : base;
    const url = parseUrl(base, 'https://this-server.invalid');
    if (!url || !/^https?:$/.test(url.protocol) || base.endsWith('/')) return false;
    return url.origin + url.pathname.replace(/\/$/, '') === whole;
  }),
);
