import { pageSchema } from '../../../site/content.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { type Value, valueAt, withValue } from '../../operations.ts';
import { pagesOf } from '../../pages.ts';
import type { Files } from '../content/store.ts';
import { labelOf } from '../pages/use-page-context.ts';

interface Link {
  file: string;
  path: FieldPath;
  target: string;
  /** In a running text, not a field of its own. */
  isWithin: boolean;
}

/** Hidden pages that other pages still link to. */
export function brokenLinks(files: Files): { file: string; title: string; links: Link[] }[] {
  const pages = pagesOf(files);
  const links = pages
    .filter(({ page }) => !page.hidden)
    .flatMap(({ file, page }) => {
      const all: Link[] = [];
      visitReferences(pageSchema, page, (reference, target, path, isWithin) => {
        const isHidden = path[0] === 'sections' && page.sections[Number(path[1])]?.hidden;
        if (reference === 'link' && !isHidden) all.push({ file, path, target, isWithin });
      });
      return all;
    });
  return pages
    .filter(({ page }) => page.hidden)
    .map(({ file, page }) => {
      const addresses = [page.path, ...(page.redirects ?? [])];
      const isHere = ({ target }: Link) => addresses.includes(target.split('#')[0] ?? '');
      return { file, title: labelOf(page), links: links.filter(isHere) };
    })
    .filter((one) => one.links.length > 0);
}

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

const LINK = /\[([^\]]*)\]\(([^)\s]*)\)/g;
