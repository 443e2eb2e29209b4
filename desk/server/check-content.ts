import * as v from 'valibot';
import { readLogo } from '../../publish/brand/logo.ts';
import { checkShape } from '../../publish/content/check-shape.ts';
import { CONTENT_FILES, isPageFile, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { ContentError, type Finding } from '../../publish/content/finding.ts';
import { loadContent } from '../../publish/content/load-content.ts';
import { type FieldPath, walkContent } from '../../site/content-walk.ts';
import { type Value, valueAt } from '../operations.ts';
import { isPlaceholder } from '../placeholder.ts';
import { readAllYaml, schemaOf } from './read-content.ts';

/** Returns the errors of one file by its schema, regardless of other files. */
export function checkValue(path: string, value: Value): Finding[] {
  const schema = schemaOf(path);
  if (!schema) return [];
  const { findings } = checkShape({ file: path, value, lineOf: () => 0 }, schema);
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line: _, ...finding }) => finding);
}

/** Returns the errors that block publishing, and the warnings, of all files. */
export async function checkContent(contentDir: string): Promise<Finding[]> {
  const { content, findings } = await loadContent(contentDir);
  const all = [...findings, ...(await findPlaceholders(contentDir))];
  for (const file of Object.values(content?.brand.logo ?? {})) {
    try {
      await readLogo(contentDir, file);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      all.push(...error.findings);
    }
  }
  return all;
}

/** Finds texts that the desk filled in and that visitors would see. */
async function findPlaceholders(contentDir: string): Promise<Finding[]> {
  const files = await readAllYaml(contentDir);
  const photosFile = CONTENT_FILES.photos.file;
  const photos = files.find(({ path }) => path === photosFile)?.value;
  const findings = new Map<string, Finding>();
  const check = (file: string, path: FieldPath, text: unknown) => {
    if (typeof text !== 'string' || !isPlaceholder(text)) return;
    const message = 'Hier staat nog geen tekst van jou. Vul hem in, of haal dit weg.';
    const finding = { severity: 'error', code: 'placeholder', file, path, message } as const;
    findings.set(`${file} ${path.join('.')}`, finding);
  };
  for (const { path: file, value: page } of files) {
    if (!isPageFile(file)) continue;
    walkContent(PAGE_SCHEMA, page, (value, schema, path) => {
      const section = path.slice(0, 2);
      const isHidden = [[], section].some((part) => valueAt(page, [...part, 'hidden']) === true);
      if (isHidden) return;
      check(file, path, value);
      if (v.getMetadata(schema).reference !== 'photo') return;
      const alt = [String(value), 'alt'];
      check(photosFile, alt, valueAt(photos, alt));
    });
  }
  return [...findings.values()];
}
