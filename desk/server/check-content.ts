import { readLogo } from '../../publish/brand/logo.ts';
import { CONTENT_FILES, isPageFile, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { loadContent } from '../../publish/content/load-content.ts';
import { visitReferences, walkContent } from '../../site/content-walk.ts';
import type { Finding } from '../api.ts';
import { type Value, valueAt } from '../operations.ts';
import { isPlaceholder } from '../placeholder.ts';
import { findingsOf, schemaOf } from './check-value.ts';
import { readValues } from './read-content.ts';

/** Everything that holds back publishing, and what it advises, in all files. */
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

/** Texts that a new section was written with, where visitors would see them. */
async function findPlaceholders(contentDir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const shownPhotos = new Set<string>();
  const files = await readValues(contentDir);
  const list = files.find(({ path }) => path === CONTENT_FILES.photos.file);
  const addAll = (file: string, value: Value) =>
    walkContent(schemaOf(file) ?? PAGE_SCHEMA, value, (text, _, path) => {
      if (typeof text !== 'string' || !isPlaceholder(text)) return;
      const message = 'Hier staat nog geen tekst van jou. Vul hem in, of haal dit weg.';
      findings.push({ severity: 'error', code: 'placeholder', file, path, message });
    });
  for (const { path: file, value } of files) {
    const sections = valueAt(value, ['sections']);
    if (!isPageFile(file) || !Array.isArray(sections) || isHidden(value)) continue;
    const visible: Value = {
      ...(value as object),
      sections: sections.map((one) => (isHidden(one) ? null : one)),
    };
    addAll(file, visible);
    visitReferences(PAGE_SCHEMA, visible, (reference, name) => {
      if (reference === 'photo') shownPhotos.add(name);
    });
  }
  if (list) {
    const shown = Object.entries(list.value ?? {}).filter(([name]) => shownPhotos.has(name));
    addAll(list.path, Object.fromEntries(shown));
  }
  return findings;
}

const isHidden = (value: Value) => valueAt(value, ['hidden']) === true;
