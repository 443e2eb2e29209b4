import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { ContentProblem, FieldPath } from './content-error.ts';

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
  const mistakes = [...document.errors, ...document.warnings];
  for (const mistake of mistakes) problems.push(describeMistake(mistake));
  // A field written twice can still be read; after any other mistake nothing below it is certain.
  if (mistakes.some((mistake) => mistake.code !== 'DUPLICATE_KEY')) return undefined;

  return { file, value: document.toJS(), lineOf };

  function lineOf(path: FieldPath): number {
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
      } else break;
      const start = (at as { range?: [number, number, number] } | undefined)?.range?.[0];
      if (start === undefined) break;
      offset = start;
    }
    return lines.linePos(offset).line;
  }

  function describeMistake({ code, message, pos: [offset] }: YAMLError): ContentProblem {
    const place = { file, line: lines.linePos(offset).line };
    const written = text.slice(offset).match(/^[^\s:]+/)?.[0] ?? '';
    switch (code) {
      case 'DUPLICATE_KEY':
        return {
          ...place,
          found: `het veld '${written}' staat hier een tweede keer`,
          expected: 'elk veld één keer; haal er een weg',
        };
      case 'TAB_AS_INDENT':
        return {
          ...place,
          found: 'de regel springt in met een tab',
          expected: 'spaties: twee per stap naar rechts',
          example: 'hero:\n  sentence: Schuif gerust aan.',
        };
      case 'BAD_INDENT':
      case 'BLOCK_IN_FLOW':
        return {
          ...place,
          found: 'de regel springt niet goed in',
          expected: 'evenveel spaties vooraan als de regels die erbij horen',
          example: 'hero:\n  sentence: Schuif gerust aan.\n  scrollLink: Lees meer',
        };
      case 'BLOCK_AS_IMPLICIT_KEY':
      case 'MULTILINE_IMPLICIT_KEY':
        return {
          ...place,
          found: 'een dubbele punt waar geen veld kan beginnen, of een dubbele punt die ontbreekt',
          expected: "'veld: tekst'; een tekst met een dubbele punt staat tussen aanhalingstekens",
          example: 'heading: "Recepties: klein en groot"',
        };
      default:
        return {
          ...place,
          found: `dit kan de computer niet lezen (${message.replace(/\s+/g, ' ')})`,
          expected:
            'aanhalingstekens die open en dicht gaan; begint de tekst met een bijzonder teken, ' +
            'zet dan dubbele aanhalingstekens rond het geheel',
          example: `heading: "'s Avonds aan tafel"`,
        };
    }
  }
}
