import type { ErrorCode } from 'yaml';
import type { ContentProblem } from './content-error.ts';

/** Something that makes a file unreadable, as the YAML parser sees it. */
export interface YamlMistake {
  code: ErrorCode | 'REFERENCE';
  /** The parser's own words, in English; of a reference, its sign. */
  message: string;
  /** Where in the text. */
  offset: number;
}

const QUOTE_THE_TEXT =
  'dubbele aanhalingstekens rond de hele tekst, aan het begin en aan het einde';
const QUOTED_TEXT = `heading: "'s Avonds aan tafel"`;

/** What the caterer sees of it: what went wrong, and what to do. */
export function describeMistake(
  { code, message, offset }: YamlMistake,
  text: string,
): Pick<ContentProblem, 'found' | 'expected' | 'example'> {
  switch (code) {
    case 'DUPLICATE_KEY': {
      const field = text.slice(offset).match(/^[^\s:]+/)?.[0];
      return {
        found: `het veld '${field}' staat hier een tweede keer`,
        expected: 'elk veld één keer; haal er een weg',
      };
    }
    case 'TAB_AS_INDENT':
      return {
        found: 'de regel springt in met een tab',
        expected: 'spaties: twee per stap naar rechts',
        example: 'hero:\n  sentence: Schuif gerust aan.',
      };
    case 'BAD_INDENT':
    case 'BLOCK_IN_FLOW':
      return {
        found: 'de regel springt niet goed in',
        expected: 'evenveel spaties vooraan als de regels die erbij horen',
        example: 'hero:\n  sentence: Schuif gerust aan.\n  scrollLink: Lees meer',
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        found: 'een dubbele punt waar geen veld kan beginnen, of een dubbele punt die ontbreekt',
        expected: "'veld: tekst'; een tekst met een dubbele punt staat tussen aanhalingstekens",
        example: 'heading: "Recepties: klein en groot"',
      };
    case 'MISSING_CHAR':
      return {
        found: 'een aanhalingsteken of haakje dat open gaat en niet dicht',
        expected: QUOTE_THE_TEXT,
        example: QUOTED_TEXT,
      };
    case 'BAD_SCALAR_START':
    case 'TAG_RESOLVE_FAILED':
    case 'REFERENCE':
      return {
        found: `een tekst die begint met een teken dat voor de computer iets anders betekent: ${code === 'REFERENCE' ? message : text[offset]}`,
        expected: QUOTE_THE_TEXT,
        example: QUOTED_TEXT,
      };
    case 'UNEXPECTED_TOKEN':
      return {
        found:
          'iets dat hier niet kan staan, bijvoorbeeld tekst na een aanhalingsteken dat dicht gaat',
        expected: QUOTE_THE_TEXT,
        example: QUOTED_TEXT,
      };
    default:
      return {
        found: `de computer kan dit niet lezen (${message.replace(/\s+/g, ' ')})`,
        expected: QUOTE_THE_TEXT,
        example: QUOTED_TEXT,
      };
  }
}
