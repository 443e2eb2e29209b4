import { CONTENT_FILES, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { isPageFile } from '../../publish/content/content-folder.ts';
import type { Reference } from '../../site/content-values.ts';
import { type SchemaNode, visitReferences } from '../../site/content-walk.ts';
import type { ContentFile, Use } from '../api.ts';
import { titleOf } from '../titles.ts';

/** The schema that describes a file of `content/`. */
export function schemaOf(path: string): SchemaNode | undefined {
  if (isPageFile(path)) return PAGE_SCHEMA;
  return Object.values(CONTENT_FILES).find(({ file }) => file === path)?.schema;
}

/**
 * Where the content names photos, files, pages, and so on.
 *
 * @returns by kind and name: 'photo champagne', 'link /files/menu.pdf'
 */
export function usesIn(files: ContentFile[]): Map<`${Reference} ${string}`, Use[]> {
  const uses = new Map<`${Reference} ${string}`, Use[]>();
  for (const { path: file, value } of files) {
    const schema = schemaOf(file);
    if (!schema) continue;
    visitReferences(schema, value, (reference, name, path) => {
      const key = `${reference} ${name}` as const;
      uses.set(key, [...(uses.get(key) ?? []), { file, path, title: titleOf(file, value) }]);
    });
  }
  return uses;
}
