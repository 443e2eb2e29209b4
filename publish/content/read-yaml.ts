import { isUtf8 } from 'node:buffer';
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
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
  // Report only the first syntax error, because errors after it are usually consequences.
  const broken = [...document.errors, ...document.warnings][0] ?? findReference(document);
  if (broken) {
    const [offset] = broken.pos;
    const line = lineAt(broken.code === 'MISSING_CHAR' ? startOfText(document, offset) : offset);
    const source = text.split('\n')[line - 1];
    const [, message = '', example] = MISTAKES.find(([pattern]) =>
      pattern.test(`${broken.code} ${broken.message}\n${source}`),
    ) ?? [undefined, `De computer kan dit niet lezen: ${broken.message}`, QUOTED];
    return { error: { ...findingAbout('error', file, message, example), line } };
  }
  const lineOf = (path: FieldPath) => lineAt(findOffset(document, path));
  return { yaml: { file, value: document.toJS(), lineOf } };
}

const ADVICE = 'zet rechte dubbele aanhalingstekens rond de hele tekst.';
const QUOTED = `heading: "'s Avonds aan tafel"`;

/**
 * Explanations of common mistakes, by the parser's code and message and the line of the mistake. For
 * others the message is quoted.
 */
const MISTAKES: [pattern: RegExp, message: string, example: string][] = [
  [
    /^TAB_AS_INDENT/,
    'De regel springt in met een tab; gebruik spaties, twee per stap naar rechts.',
    'navigation:\n  label: Feesten',
  ],
  [
    /^(?:BAD_INDENT|BLOCK_IN_FLOW)/,
    'De regel springt niet goed in; zet evenveel spaties vooraan als bij de regels die erbij horen.',
    'navigation:\n  label: Feesten\n  place: 2',
  ],
  [
    /^UNEXPECTED_TOKEN.*\n.*["']/,
    `Er staat tekst na een aanhalingsteken dat dichtgaat; ${ADVICE}`,
    QUOTED,
  ],
  [
    /^(?:UNEXPECTED_TOKEN|.*_IMPLICIT_KEY|MISSING_CHAR .*(?:map values|Missing space after :))/,
    `Hier staat een dubbele punt te veel of te weinig; ${ADVICE}`,
    'heading: "Recepties: klein en groot"',
  ],
  [/^MISSING_CHAR/, `Een aanhalingsteken of haakje gaat open en niet dicht; ${ADVICE}`, QUOTED],
  [
    /^(?:BAD_ALIAS|BAD_SCALAR_START|BAD_DIRECTIVE|TAG_RESOLVE_FAILED)/,
    `De tekst begint met een teken dat voor de computer iets anders betekent; ${ADVICE}`,
    'heading: "*Nieuw* op de kaart"',
  ],
  [
    /^DUPLICATE_KEY/,
    'Dit veld staat in deze groep een tweede keer; haal één van de twee weg.',
    'title: Feesten',
  ],
];

/** The parser notices an unclosed quote only at the end of the file; returns where it opens. */
function startOfText(document: Document, offset: number): number {
  let start = offset;
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
function findReference(document: Document) {
  let found: { code: string; message: string; pos: [number] } | undefined;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node) && node.anchor === undefined && node.tag === undefined) return;
      found ??= { code: 'BAD_ALIAS', message: '', pos: [node.range?.[0] ?? 0] };
    },
  });
  return found;
}

/** The position of the value at a path, or of its nearest parent. */
function findOffset(document: Document, path: FieldPath): number {
  const node = document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length > 0 ? findOffset(document, path.slice(0, -1)) : 0;
}
