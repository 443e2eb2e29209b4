import { checkShape } from '../../publish/content/check-shape.ts';
import { CONTENT_FILES, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { ContentError, type Finding } from '../../publish/content/finding.ts';
import type { SchemaNode } from '../../site/content-walk.ts';
import type { Value } from '../operations.ts';

/** The schema of a file of `content/`; undefined for a file that is no page and nothing else. */
export function schemaOf(path: string): SchemaNode | undefined {
  if (/^pages\/[^./\\][^/\\]*\.yaml$/.test(path)) return PAGE_SCHEMA;
  return Object.values(CONTENT_FILES).find(({ file }) => file === path)?.schema;
}

/** What the schema of one file refuses in a value, whatever other files have. */
export function checkValue(path: string, value: Value): Finding[] {
  const schema = schemaOf(path);
  if (!schema) return [];
  const { findings } = checkShape({ file: path, value, lineOf: () => 0 }, schema);
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line: _, ...finding }) => finding);
}

/** @throws whatever is no error of the content */
export function findingsOf(error: unknown): Finding[] {
  if (error instanceof ContentError) return error.findings;
  throw error;
}
