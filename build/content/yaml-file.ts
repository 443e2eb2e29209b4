import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import type { ContentProblem, FieldPath } from './content-error.ts';
import { describeMistake, type YamlMistake } from './yaml-mistakes.ts';

/** A YAML file as it was read, still knowing where everything stands. */
export interface YamlFile {
  /** Path from the content folder: 'pages/home.yaml'. */
  file: string;
  value: unknown;
  /** Line of a field, from 1; of the nearest field around it when the field is missing. */
  lineOf(path: FieldPath): number;
}

/**
 * Reads one YAML file. Problems of spelling go to `problems`.
 *
 * @returns undefined when nothing useful could be read.
 */
export async function readYamlFile(
  contentDir: string,
  file: string,
  problems: ContentProblem[],
): Promise<YamlFile | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(join(contentDir, file));
  } catch {
    problems.push({ file, found: 'dit bestand ontbreekt', expected: `een bestand ${file}` });
    return undefined;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    problems.push({
      file,
      found: 'letters met accenten (é, ë, ï) zijn niet leesbaar',
      expected: "een bestand dat als 'UTF-8' bewaard is; kies dat bij 'Opslaan als'",
    });
    return undefined;
  }

  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const mistakes = findMistakes(document);
  const twice = mistakes.filter(({ code }) => code === 'DUPLICATE_KEY');
  // A field written twice can still be read. After any other mistake nothing below it is certain,
  // and what the parser says about the rest is more confusing than helpful.
  const broken = mistakes.find(({ code }) => code !== 'DUPLICATE_KEY');
  for (const mistake of broken ? [...twice, broken] : twice) {
    const { line } = lines.linePos(mistake.offset);
    problems.push({ file, line, ...describeMistake(mistake, text) });
  }
  if (broken) return undefined;

  const lineOf = (path: FieldPath) => lines.linePos(findOffset(document, path)).line;
  return { file, value: document.toJS(), lineOf };
}

function findMistakes(document: Document): YamlMistake[] {
  const mistakes: YamlMistake[] = [...document.errors, ...document.warnings].map(
    ({ code, message, pos }) => ({
      code,
      message,
      offset: code === 'MISSING_CHAR' ? findOpening(document, pos[0]) : pos[0],
    }),
  );
  // YAML's own references: nobody means them here, but a text may begin with their signs.
  visit(document, {
    Node: (_, node) => {
      const sign = isAlias(node) ? '*' : node.anchor === undefined ? undefined : '&';
      if (!sign) return;
      mistakes.push({ code: 'REFERENCE', message: sign, offset: node.range?.[0] ?? 0 });
    },
  });
  return mistakes.sort((a, b) => a.offset - b.offset);
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
