import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentProblem } from '../content-error.ts';
import { parseYaml, type YamlFile } from './parse-yaml.ts';

/**
 * Reads one YAML file. Problems of spelling go to `problems`.
 *
 * @param example what a whole good file holds, for one that is missing
 * @returns undefined when nothing useful could be read.
 */
export async function readYamlFile(
  contentDir: string,
  file: string,
  example: () => string,
  problems: ContentProblem[],
): Promise<YamlFile | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(join(contentDir, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push({
      file,
      found: code === 'ENOENT' ? 'dit bestand ontbreekt' : `dit bestand gaat niet open (${code})`,
      expected: `een bestand content/${file}; zet het terug, of maak het opnieuw zoals hieronder`,
      example: example(),
    });
    return undefined;
  }
  const text = decode(bytes);
  if (text === undefined) {
    problems.push({
      file,
      line: findUnreadableLine(bytes),
      found: 'letters met accenten (é, ë, ï) zijn niet leesbaar',
      expected: "een bestand dat als 'UTF-8' bewaard is; kies dat bij 'Opslaan als'",
      example: 'in Kladblok: Bestand > Opslaan als > Codering: UTF-8',
    });
    return undefined;
  }
  return parseYaml(file, text, problems);
}

/** @returns undefined when it is no UTF-8 */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Line by line: the byte of a line's end is part of no other character in UTF-8. */
function findUnreadableLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const next = end < 0 ? bytes.length : end + 1;
    if (decode(bytes.subarray(start, next)) === undefined) break;
    start = next;
  }
  return line;
}
