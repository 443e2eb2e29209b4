import type { ErrorCode } from 'yaml';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { Finding } from '../content-error.ts';

/** Something that makes a file unreadable, as the YAML parser sees it. */
export interface YamlMistake {
  code: Exclude<ErrorCode, 'DUPLICATE_KEY'> | 'REFERENCE';
  /** The parser's own words, in English. */
  message: string;
  /** Where in the text. */
  offset: number;
}

/** A field that has its name from a field above it. */
export interface DuplicateField {
  field: FieldPath;
  offset: number;
  /** Line of the first. */
  firstLine: number;
  /** The first as it stands in the file: 'legalForm: VOF'. */
  first: string;
}

const QUOTE_THE_TEXT =
  'dubbele aanhalingstekens rond de hele tekst: rechte ("), aan het begin en aan het einde';
const QUOTED_TEXT = `heading: "'s Avonds aan tafel"`;
const quoteTheText = (found: string): Finding => ({
  found,
  expected: QUOTE_THE_TEXT,
  example: QUOTED_TEXT,
});

const COLON: Finding = {
  found: 'een dubbele punt waar geen veld kan beginnen, of een dubbele punt die ontbreekt',
  expected:
    "'veld: tekst'; een tekst met een dubbele punt staat tussen rechte dubbele aanhalingstekens",
  example: 'heading: "Recepties: klein en groot"',
};
const INDENT: Finding = {
  found: 'de regel springt niet goed in',
  expected: 'evenveel spaties vooraan als de regels die erbij horen',
  example: 'navigation:\n  label: Feesten\n  place: 2',
};
const TAB: Finding = {
  found: 'de regel springt in met een tab',
  expected: 'spaties: twee per stap naar rechts',
  example: 'navigation:\n  label: Feesten',
};
const NEW_DOCUMENT: Finding = {
  found: 'een regel die met --- of ... begint, waarna er een nieuw bestand lijkt te komen',
  expected: 'die regel weg, of tussen rechte dubbele aanhalingstekens als hij tekst is',
  example: 'heading: "..."',
};
const COMMA: Finding = {
  found: 'een lijst tussen [ en ] met een komma te veel of te weinig',
  expected: 'één komma tussen elke twee',
  example: 'photos: [champagne, canapes]',
};
const COMMENT: Finding = {
  found: 'een # die meteen na een aanhalingsteken of haakje staat',
  expected: 'een spatie voor de #, of de # tussen de aanhalingstekens als hij bij de tekst hoort',
  example: 'heading: "Feest #1"',
};
const UNCLOSED = quoteTheText('een aanhalingsteken of haakje dat open gaat en niet dicht');
const UNEXPECTED = quoteTheText(
  'iets dat hier niet kan staan, bijvoorbeeld tekst na een aanhalingsteken dat dicht gaat',
);

/** What the caterer sees of it: what went wrong, and what to do. */
export function describeMistake({ code, message, offset }: YamlMistake, text: string): Finding {
  const sign = text[offset] ?? '';
  switch (code) {
    case 'TAB_AS_INDENT':
      return TAB;
    case 'BAD_INDENT':
    case 'BLOCK_IN_FLOW':
      return INDENT;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS':
    case 'NON_STRING_KEY':
      return COLON;
    case 'MISSING_CHAR':
      return describeMissing(message, sign);
    case 'BAD_DQ_ESCAPE':
      return {
        found: `een schuine streep naar links in een tekst tussen dubbele aanhalingstekens: ${text.slice(offset, offset + 2)}`,
        expected: 'een gewone schuine streep, of twee keer na elkaar een schuine streep naar links',
        example: 'heading: "Vlees en/of vis"',
      };
    case 'MULTIPLE_DOCS':
      return NEW_DOCUMENT;
    case 'BAD_DIRECTIVE':
      return describeSign('%');
    case 'ALIAS_PROPS':
    case 'BAD_ALIAS':
    case 'BAD_COLLECTION_TYPE':
    case 'BAD_PROP_ORDER':
    case 'BAD_SCALAR_START':
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
    case 'REFERENCE':
    case 'TAG_RESOLVE_FAILED':
      return describeSign(sign);
    case 'UNEXPECTED_TOKEN':
      return /^Unexpected (?:,|empty item)/.test(message) ? COMMA : UNEXPECTED;
    default:
      // 'IMPOSSIBLE', 'RESOURCE_EXHAUSTION', and what a newer parser may know.
      return quoteTheText(
        `iets dat de computer niet kan lezen; in zijn eigen woorden: ${message.replace(/\s+/g, ' ')}`,
      );
  }
}

/** A field written a second time. */
export function describeDuplicate({ field, firstLine, first }: DuplicateField): Finding {
  return {
    found: `het veld '${field.at(-1)}' staat hier een tweede keer`,
    expected: `elk veld één keer; haal dit weg of wat op regel ${firstLine} staat`,
    example: first,
  };
}

const describeSign = (sign: string) =>
  quoteTheText(
    `een tekst die begint met een teken dat voor de computer iets anders betekent: ${sign}`,
  );

/** The parser has one code for all that it misses. */
function describeMissing(message: string, sign: string): Finding {
  if (/map values|^Missing space after :/.test(message)) return COLON;
  if (/^Sequence item|explicit indent/.test(message)) return INDENT;
  if (/^Comments/.test(message)) return COMMENT;
  if (/^Missing , /.test(message)) return COMMA;
  if (/directives-end/.test(message)) return NEW_DOCUMENT;
  if (/ props$|^Tags and anchors/.test(message)) return describeSign(sign);
  return UNCLOSED;
}
