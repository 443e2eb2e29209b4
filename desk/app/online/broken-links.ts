import { pageSchema } from '../../../site/content.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { pagesOf } from '../../pages.ts';
import { type Value, valueAt, withValue } from '../../values.ts';
import type { Files } from '../content/store.ts';
import { labelOf } from '../pages/use-page-context.ts';

interface Link {
  file: string;
  path: FieldPath;
  target: string;
  /** Of the page that it leads to. */
  title: string;
  /** In a running text, not a field of its own. */
  isWithin: boolean;
}

/** Links on visible pages that lead to hidden ones. */
export function brokenLinks(files: Files): Link[] {
  const pages = pagesOf(files);
  const hiddenTitles = new Map<string, string>();
  for (const { page } of pages.filter((one) => one.page.hidden)) {
    for (const path of [page.path, ...(page.redirects ?? [])])
      hiddenTitles.set(path, labelOf(page));
  }
  const links: Link[] = [];
  for (const { file, page } of pages.filter((one) => !one.page.hidden)) {
    visitReferences(pageSchema, page, (reference, target, path, isWithin) => {
      const [address = ''] = target.split('#');
      const title = hiddenTitles.get(address);
      const isShown = path[0] !== 'sections' || !page.sections[Number(path[1])]?.hidden;
      if (reference === 'link' && title && isShown) {
        links.push({ file, path, target, title, isWithin });
      }
    });
  }
  return links;
}

const LINK = /\[([^\]]*)\]\(([^)\s]*)\)/g;

/** The files without these links: an optional field goes, a button leads home, linked text stays as plain text. */
export function withoutLinks(files: Files, links: Link[]): Files {
  const home = pagesOf(files).find(({ page }) => page.redirects?.includes('/'))?.page.path ?? '/';
  const changed: Record<string, Value> = {};
  for (const { file, path, target, isWithin } of links) {
    const before = changed[file] ?? files[file];
    const plainText = String(valueAt(before, path)).replace(LINK, (whole, label, to) =>
      to === target ? label : whole,
    );
    const isOptional = path.at(-3) === 'lines';
    const value = isWithin ? plainText : isOptional ? undefined : home;
    changed[file] = withValue(before, path, value) as Value;
  }
  return changed;
}
