import { isUtf8 } from 'node:buffer';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type { FieldPath } from '../../site/content-walk.ts';
import { type Finding, findingAbout } from './finding.ts';

/** A parsed YAML file with source positions. */
export interface YamlFile {
  /** Path below the content folder: 'pages/home.yaml'. */
  file: string;
  value: unknown;
  /** Line of a field, from 1; for a missing field, the line of its nearest parent. */
  lineOf(path: FieldPath): number;
}

/** @returns the file, or why it cannot be read */
export function readYaml(file: string, bytes: Uint8Array): { yaml: YamlFile } | { error: Finding } {
  if (!isUtf8(bytes)) {
    const message =
      'De letters met accenten (é, ë, ï) zijn niet leesbaar; bewaar het bestand als UTF-8.';
    const example = 'in Kladblok: Bestand > Opslaan als > Codering: UTF-8';
    return { error: findingAbout('error', file, message, example) };
  }
  // Without a byte order mark.
  const text = new TextDecoder().decode(bytes);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const failAt = (offset: number, [message, example]: Mistake) => ({
    error: { ...findingAbout('error', file, message, example), line: lineAt(offset) },
  });
  // Report only the first syntax error, because errors after it are usually consequences.
  const [broken] = [...document.errors, ...document.warnings];
  if (broken) return failAt(startOf(broken, document), describe(broken, text));
  const sign = findReference(document);
  if (sign !== undefined) return failAt(sign, MISTAKES.sign);
  const lineOf = (path: FieldPath) => lineAt(findOffset(document, path));
  return { yaml: { file, value: document.toJS(), lineOf } };
}

type Mistake = [message: string, example: string];

const QUOTED = `heading: "'s Avonds aan tafel"`;

/** Explanations of common mistakes; for others the parser's message is quoted. */
const MISTAKES = {
  tab: [
    'De regel springt in met een tab; gebruik spaties, twee per stap naar rechts.',
    'navigation:\n  label: Feesten',
  ],
  indent: [
    'De regel springt niet goed in; zet evenveel spaties vooraan als bij de regels die erbij horen.',
    'navigation:\n  label: Feesten\n  place: 2',
  ],
  colon: [
    'Hier staat een dubbele punt te veel of te weinig; een tekst met een dubbele punt staat tussen rechte dubbele aanhalingstekens.',
    'heading: "Recepties: klein en groot"',
  ],
  unclosed: [
    'Een aanhalingsteken of haakje gaat open en niet dicht; zet rechte dubbele aanhalingstekens rond de hele tekst.',
    QUOTED,
  ],
  afterQuote: [
    'Er staat tekst na een aanhalingsteken dat dichtgaat; zet rechte dubbele aanhalingstekens rond de hele tekst.',
    QUOTED,
  ],
  sign: [
    'De tekst begint met een teken dat voor de computer iets anders betekent; zet rechte dubbele aanhalingstekens rond de hele tekst.',
    'heading: "*Nieuw* op de kaart"',
  ],
  twice: [
    'Dit veld staat in deze groep een tweede keer; haal één van de twee weg.',
    'title: Feesten',
  ],
} satisfies Record<string, Mistake>;

function describe({ code, message }: YAMLError, text: string): Mistake {
  switch (code) {
    case 'TAB_AS_INDENT':
      return MISTAKES.tab;
    case 'BAD_INDENT':
    case 'BLOCK_IN_FLOW':
      return MISTAKES.indent;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return MISTAKES.colon;
    case 'MISSING_CHAR':
      return /map values|^Missing space after :/.test(message) ? MISTAKES.colon : MISTAKES.unclosed;
    case 'UNEXPECTED_TOKEN':
      return text.includes('"') || text.includes("'") ? MISTAKES.afterQuote : MISTAKES.colon;
    case 'DUPLICATE_KEY':
      return MISTAKES.twice;
    case 'BAD_ALIAS':
    case 'BAD_SCALAR_START':
    case 'BAD_DIRECTIVE':
    case 'TAG_RESOLVE_FAILED':
      return MISTAKES.sign;
    default:
      return [`De computer kan dit niet lezen: ${message.replace(/\s+/g, ' ')}`, QUOTED];
  }
}

/** Position to report: the parser notices an unclosed quote only at the end of the file. */
function startOf({ code, pos: [offset] }: YAMLError, document: Document): number {
  let start = offset;
  if (code !== 'MISSING_CHAR') return start;
  visit(document, {
    Scalar: (_, { type, range }) => {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < offset && range[2] >= offset) start = range[0];
    },
  });
  return start;
}

/**
 * Finds YAML anchors, aliases and tags. They are not intended here, but a text may start with their
 * characters.
 */
function findReference(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node) && node.anchor === undefined && node.tag === undefined) return;
      offset ??= node.range?.[0] ?? 0;
    },
  });
  return offset;
}

function findOffset(document: Document, path: FieldPath): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    let at: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      at = pair?.key;
      node = pair?.value;
    } else if (isSeq(node) && typeof step === 'number') {
      at = node.items[step];
      node = at;
    }
    const start = (at as { range?: [number, number, number] } | undefined)?.range?.[0];
    if (start === undefined) break;
    offset = start;
  }
  return offset;
}
