import type { ErrorCode } from 'yaml';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { ContentProblem } from '../content-error.ts';

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

type Description = Pick<ContentProblem, 'found' | 'expected' | 'example'>;

const QUOTE_THE_TEXT =
  'dubbele aanhalingstekens rond de hele tekst: rechte ("), aan het begin en aan het einde';
const QUOTED_TEXT = `heading: "'s Avonds aan tafel"`;
const QUOTED_COLON = 'heading: "Recepties: klein en groot"';

const COLON: Description = {
  found: 'een dubbele punt waar geen veld kan beginnen, of een dubbele punt die ontbreekt',
  expected:
    "'veld: tekst'; een tekst met een dubbele punt staat tussen rechte dubbele aanhalingstekens",
  example: QUOTED_COLON,
};
const INDENT: Description = {
  found: 'de regel springt niet goed in',
  expected: 'evenveel spaties vooraan als de regels die erbij horen',
  example: 'hero:\n  sentence: Schuif gerust aan.\n  scrollLink: Lees meer',
};
const NEW_DOCUMENT: Description = {
  found: 'een regel die met --- of ... begint, waarna er een nieuw bestand lijkt te komen',
  expected: 'die regel weg, of tussen rechte dubbele aanhalingstekens als hij tekst is',
  example: 'heading: "..."',
};
const COMMA: Description = {
  found: 'een lijst tussen [ en ] met een komma te veel of te weinig',
  expected: 'één komma tussen elke twee',
  example: 'photos: [champagne, canapes]',
};

/** What the caterer sees of it: what went wrong, and what to do. */
export function describeMistake({ code, message, offset }: YamlMistake, text: string): Description {
  switch (code) {
    case 'TAB_AS_INDENT':
      return {
        found: 'de regel springt in met een tab',
        expected: 'spaties: twee per stap naar rechts',
        example: 'hero:\n  sentence: Schuif gerust aan.',
      };
    case 'BAD_INDENT':
    case 'BLOCK_IN_FLOW':
      return INDENT;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS':
    case 'NON_STRING_KEY':
      return COLON;
    case 'MISSING_CHAR':
      return describeMissing(message, text[offset] ?? '');
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
      return describeSign(text[offset] ?? '');
    case 'UNEXPECTED_TOKEN':
      if (/^Unexpected (?:,|empty item)/.test(message)) return COMMA;
      return {
        found:
          'iets dat hier niet kan staan, bijvoorbeeld tekst na een aanhalingsteken dat dicht gaat',
        expected: QUOTE_THE_TEXT,
        example: QUOTED_TEXT,
      };
    case 'IMPOSSIBLE':
    case 'RESOURCE_EXHAUSTION':
      return describeUnknown(message);
    default:
      // A newer parser may know more.
      code satisfies never;
      return describeUnknown(message);
  }
}

/** A field written a second time. */
export function describeDuplicate({ field, firstLine, first }: DuplicateField): Description {
  return {
    found: `het veld '${field.at(-1)}' staat hier een tweede keer`,
    expected: `elk veld één keer; haal dit weg of wat op regel ${firstLine} staat`,
    example: first,
  };
}

function describeSign(sign: string): Description {
  return {
    found: `een tekst die begint met een teken dat voor de computer iets anders betekent: ${sign}`,
    expected: QUOTE_THE_TEXT,
    example: QUOTED_TEXT,
  };
}

/** The parser has one code for all that it misses. */
function describeMissing(message: string, sign: string): Description {
  if (/map values|^Missing space after :/.test(message)) return COLON;
  if (/^Sequence item|explicit indent/.test(message)) return INDENT;
  if (/^Comments/.test(message)) {
    return {
      found: 'een # die meteen na een aanhalingsteken of haakje staat',
      expected:
        'een spatie voor de #, of de # tussen de aanhalingstekens als hij bij de tekst hoort',
      example: 'heading: "Feest #1"',
    };
  }
  if (/^Missing , /.test(message)) return COMMA;
  if (/directives-end/.test(message)) return NEW_DOCUMENT;
  if (/ props$|^Tags and anchors/.test(message)) return describeSign(sign);
  return {
    found: 'een aanhalingsteken of haakje dat open gaat en niet dicht',
    expected: QUOTE_THE_TEXT,
    example: QUOTED_TEXT,
  };
}

function describeUnknown(message: string): Description {
  return {
    found: `iets dat de computer niet kan lezen; in zijn eigen woorden: ${message.replace(/\s+/g, ' ')}`,
    expected: QUOTE_THE_TEXT,
    example: QUOTED_TEXT,
  };
}
