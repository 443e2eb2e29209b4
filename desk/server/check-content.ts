import { readLogo } from '../../publish/brand/logo.ts';
import { checkShape } from '../../publish/content/check-shape.ts';
import { CONTENT_FILES, isPageFile, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { ContentError, type Finding } from '../../publish/content/finding.ts';
import { loadContent } from '../../publish/content/load-content.ts';
import { type FieldPath, visitReferences } from '../../site/content-walk.ts';
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
  const ofLogos = Object.values(content?.brand.logo ?? {}).map((file) =>
    readLogo(contentDir, file).then(() => [], findingsOf),
  );
  return [
    ...findings,
    ...(await findPlaceholders(contentDir)),
    ...(await Promise.all(ofLogos)).flat(),
  ];
}

/** @throws any error that is not about the content */
function findingsOf(error: unknown): Finding[] {
  if (error instanceof ContentError) return error.findings;
  throw error;
}

/** Finds texts that the desk filled in and that visitors would see. */
async function findPlaceholders(contentDir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const addAll = (file: string, value: Value, path: FieldPath) => {
    for (const place of placeholdersIn(value, path)) {
      const message = 'Hier staat nog geen tekst van jou. Vul hem in, of haal dit weg.';
      findings.push({ severity: 'error', code: 'placeholder', file, path: place, message });
    }
  };
  const files = await readAllYaml(contentDir);
  const visiblePhotos = new Set<string>();
  for (const { path: file, value = null } of files.filter(({ path }) => isPageFile(path))) {
    addAll(file, value, []);
    visitReferences(PAGE_SCHEMA, value, (reference, name, path) => {
      const isVisible = !isHidden(value) && !isHidden(valueAt(value, path.slice(0, 2)));
      if (reference === 'photo' && isVisible) visiblePhotos.add(name);
    });
  }
  const { file } = CONTENT_FILES.photos;
  const photos = files.find(({ path }) => path === file)?.value ?? null;
  for (const name of visiblePhotos) addAll(file, valueAt(photos, [name]) ?? null, [name]);
  return findings;
}

function* placeholdersIn(value: Value, path: FieldPath): Generator<FieldPath> {
  if (typeof value === 'string' && isPlaceholder(value)) yield path;
  if (typeof value !== 'object' || value === null || isHidden(value)) return;
  const children = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, child] of children) yield* placeholdersIn(child, [...path, step]);
}

const isHidden = (value: Value = null) => valueAt(value, ['hidden']) === true;
