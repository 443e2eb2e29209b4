import { isUtf8 } from 'node:buffer';
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { FieldPath } from '../../site/schema/content-walk.ts';
import { type Finding, findingAbout, type LocatedFile } from './finding.ts';

/** A parsed YAML file with source positions. */
export interface YamlFile extends LocatedFile {
  value: unknown;
}

export function readYaml(file: string, bytes: Uint8Array): { yaml: YamlFile } | { error: Finding } {
  if (!isUtf8(bytes)) {
    const message = 'De letters met accenten zijn niet leesbaar; bewaar het bestand als UTF-8.';
    const example = 'in Kladblok: Bestand > Opslaan als > Codering: UTF-8';
    return { error: findingAbout('error', file, message, example) };
  }
  // The decoder removes a byte order mark.
  const text = new TextDecoder().decode(bytes);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  // Report only the first syntax error, because errors after it are usually consequences.
  const [broken = findUnsupportedSyntax(document)] = [...document.errors, ...document.warnings];
  if (broken) {
    const line = lineAt(offsetOf(broken, document));
    const source = text.split('\n')[line - 1] ?? '';
    const [message, example] = explain(broken, source);
    return { error: { ...findingAbout('error', file, message, example), line } };
  }
  const lineOf = (path: FieldPath) => lineAt(findOffset(document, path));
  return { yaml: { file, value: document.toJS(), lineOf } };
}

interface SyntaxProblem {
  code: string;
  message: string;
  /** Offsets in the text. */
  pos: readonly [number, ...number[]];
}

const ADVICE = 'zet rechte dubbele aanhalingstekens rond de hele tekst.';
const QUOTED = `heading: "'s Avonds aan tafel"`;

/** @param source the line with the mistake */
function explain(
  { code, message }: SyntaxProblem,
  source: string,
): [message: string, example: string] {
  switch (code) {
    case 'TAB_AS_INDENT':
      return [
        'De regel springt in met een tab; gebruik spaties, twee per stap naar rechts.',
        'navigation:\n  label: Feesten',
      ];
    case 'BAD_INDENT':
    case 'BLOCK_IN_FLOW':
      return [
        'De regel springt niet goed in; zet er evenveel spaties voor als bij de andere.',
        'navigation:\n  label: Feesten\n  place: 2',
      ];
    case 'DUPLICATE_KEY':
      return ['Dit veld staat hier een tweede keer; haal één van de twee weg.', 'title: Feesten'];
    case 'BAD_ALIAS':
    case 'BAD_SCALAR_START':
    case 'BAD_DIRECTIVE':
    case 'TAG_RESOLVE_FAILED':
      return [
        `De tekst begint met een teken dat iets anders betekent; ${ADVICE}`,
        'heading: "*Nieuw* op de kaart"',
      ];
    case 'UNEXPECTED_TOKEN':
      if (!/["']/.test(source)) return explainColon();
      return [`Er staat tekst na een aanhalingsteken dat dichtgaat; ${ADVICE}`, QUOTED];
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return explainColon();
    case 'MISSING_CHAR':
      if (/map values|Missing space after :/.test(message)) return explainColon();
      return [`Een aanhalingsteken of haakje gaat open en niet dicht; ${ADVICE}`, QUOTED];
    default:
      return [`De computer kan dit niet lezen: ${message}`, QUOTED];
  }
}

function explainColon(): [message: string, example: string] {
  return [
    `Hier staat een dubbele punt te veel of te weinig; ${ADVICE}`,
    'heading: "Recepties: klein en groot"',
  ];
}

/** The parser notices an unclosed quote only at the end of the file; this is where it opens. */
function offsetOf({ code, pos: [offset] }: SyntaxProblem, document: Document): number {
  if (code !== 'MISSING_CHAR') return offset;
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
 * Finds YAML anchors, aliases and tags, none of which content uses: the caterer wrote a text that
 * starts with `&`, `*` or `!`.
 */
function findUnsupportedSyntax(document: Document): SyntaxProblem | undefined {
  let found: SyntaxProblem | undefined;
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
