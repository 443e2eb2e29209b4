import { type Document, isAlias, isMap, isScalar, isSeq, visit } from 'yaml';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { DuplicateField, YamlMistake } from './yaml-mistakes.ts';

/** Fields with the name of a field above them in the same group. */
export function findDuplicates(
  document: Document,
  text: string,
  lineAt: (offset: number) => number,
): DuplicateField[] {
  return search(document.contents, []);

  function search(node: unknown, path: FieldPath): DuplicateField[] {
    if (isSeq(node)) return node.items.flatMap((item, i) => search(item, [...path, i]));
    if (!isMap(node)) return [];
    const firsts = new Map<string, { start: number; end: number }>();
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key) || !key.range) return [];
      const name = String(key.value);
      const [start, keyEnd] = key.range;
      const field = [...path, name];
      const first = firsts.get(name);
      if (first) {
        const written = text.slice(first.start, first.end).trimEnd();
        return [{ field, offset: start, firstLine: lineAt(first.start), first: written }];
      }
      const end = (value as { range?: [number, number, number] } | null)?.range?.[1] ?? keyEnd;
      firsts.set(name, { start, end });
      return search(value, field);
    });
  }
}

/** All that keeps the parser from reading a text as it was meant, in the order of the text. */
export function findMistakes(document: Document, text: string): YamlMistake[] {
  const mistakes: YamlMistake[] = [...document.errors, ...document.warnings].flatMap(
    ({ code, message, pos: [offset] }): YamlMistake[] => {
      switch (code) {
        case 'DUPLICATE_KEY': // found by findDuplicates, with its path
          return [];
        case 'MISSING_CHAR':
          return [{ code, message, offset: findOpening(document, offset) }];
        case 'MULTIPLE_DOCS':
          return [{ code, message, offset: findMarker(text, offset) }];
        default:
          return [{ code, message, offset }];
      }
    },
  );
  // YAML's own references and types: nobody means them here, but a text may begin with their signs.
  visit(document, {
    Node: (_, node) => {
      const isReference = isAlias(node) || node.anchor !== undefined || node.tag !== undefined;
      if (!isReference) return;
      const offset = findSign(text, node.range?.[0] ?? 0);
      mistakes.push({ code: 'REFERENCE', message: '', offset });
    },
  });
  return mistakes.sort((a, b) => a.offset - b.offset);
}

/** A node begins behind its own sign: `&` of an anchor, `!` of a type. */
function findSign(text: string, offset: number): number {
  if (text[offset] === '*') return offset;
  return Math.max(text.lastIndexOf('&', offset), text.lastIndexOf('!', offset), 0);
}

/** The line that ends a document stands before the one that is not expected any more. */
function findMarker(text: string, offset: number): number {
  const markers = [...text.matchAll(/^(?:---|\.\.\.)/gm)].map(({ index }) => index);
  return markers.findLast((index) => index <= offset) ?? offset;
}

/** A quote that is never closed is missed at the end of the file; it is mended where it opens. */
function findOpening(document: Document, offset: number): number {
  let opening = offset;
  visit(document, {
    Scalar: (_, { type, range }) => {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < offset && range[2] >= offset) opening = range[0];
    },
  });
  return opening;
}
