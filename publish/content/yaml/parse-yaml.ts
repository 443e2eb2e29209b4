import { LRUCache } from 'lru-cache';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { ContentProblem } from '../content-error.ts';
import { findDuplicates, findMistakes } from './find-yaml-mistakes.ts';
import { describeDuplicate, describeMistake } from './yaml-mistakes.ts';

/** A YAML file as it was read, still knowing where everything stands. */
export interface YamlFile {
  /** Path from the content folder: 'pages/home.yaml'. */
  file: string;
  value: unknown;
  /** Line of a field, from 1; of the nearest field around it when the field is missing. */
  lineOf(path: FieldPath): number;
}

interface Parsed {
  yaml: YamlFile | undefined;
  problems: ContentProblem[];
}

/** The desk reads all files at every pause in typing, and one of them has changed. */
const parsed = new LRUCache<string, Parsed>({ max: 100 });

/**
 * Reads YAML. Problems of spelling go to `problems`. The same text gives the same value again, which
 * nobody may change.
 *
 * @param file its name there
 * @returns undefined when nothing useful could be read.
 */
export function parseYaml(
  file: string,
  text: string,
  problems: ContentProblem[],
): YamlFile | undefined {
  const key = `${file}\0${text}`;
  const found = parsed.get(key) ?? parse(file, text);
  parsed.set(key, found);
  problems.push(...found.problems);
  return found.yaml;
}

function parse(file: string, text: string): Parsed {
  const problems: ContentProblem[] = [];
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  // A field written twice can still be read. After any other mistake nothing below it is certain,
  // and what the parser says about the rest is more confusing than helpful.
  for (const twice of findDuplicates(document, text, lineAt)) {
    const { field, offset } = twice;
    problems.push({ file, line: lineAt(offset), field, ...describeDuplicate(twice) });
  }
  const broken = findMistakes(document, text)[0];
  if (broken) {
    problems.push({ file, line: lineAt(broken.offset), ...describeMistake(broken, text) });
    return { yaml: undefined, problems };
  }
  const lineOf = (path: FieldPath) => lineAt(findOffset(document, path));
  return { yaml: { file, value: document.toJS(), lineOf }, problems };
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
