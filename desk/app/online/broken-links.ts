import { pageSchema } from '../../../site/content.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { applyOperations, type Operation, valueAt } from '../../operations.ts';
import { pagesOf } from '../../pages.ts';
import type { FileOperation } from '../content/state.ts';
import type { Files } from '../Desk.tsx';

interface Link {
  file: string;
  path: FieldPath;
  target: string;
  /** In a running text, not a field of its own. */
  isWithin: boolean;
}

/** Hidden pages that shown pages still link to. */
export function brokenLinks(files: Files): { file: string; title: string; links: Link[] }[] {
  const pages = pagesOf(files);
  const shown = pages.filter(({ page }) => !page.hidden);
  const all = shown.flatMap(({ file, page }) => {
    const links: Link[] = [];
    visitReferences(pageSchema, page, (reference, target, path, isWithin) => {
      const isHidden = path[0] === 'sections' && page.sections[Number(path[1])]?.hidden;
      if (reference === 'link' && !isHidden) links.push({ file, path, target, isWithin });
    });
    return links;
  });
  return pages
    .filter(({ page }) => page.hidden)
    .map(({ file, page }) => ({
      file,
      title: page.navigation?.label ?? page.title,
      links: all.filter(({ target }) =>
        [page.path, ...(page.redirects ?? [])].includes(target.split('#')[0] ?? ''),
      ),
    }))
    .filter(({ links }) => links.length > 0);
}

/** One act that takes links away: an optional field goes, a button leads home, linked text stays as plain text. */
export function withoutLinks(files: Files, links: Link[]): FileOperation[] {
  const home = pagesOf(files).find(({ page }) => page.redirects?.includes('/'))?.page.path ?? '/';
  const left = { ...files };
  return links.map(({ file, path, target, isWithin }) => {
    const before = left[file] ?? null;
    const text = valueAt(before, path);
    const operation: Operation = isWithin
      ? { kind: 'set', path, value: String(text).replaceAll(linkTo(target), '$1') }
      : path.at(-3) === 'lines'
        ? { kind: 'remove', path }
        : { kind: 'set', path, value: home };
    left[file] = applyOperations(before, [operation]);
    return { file, operation };
  });
}

const linkTo = (target: string) =>
  new RegExp(`\\[([^\\]]*)\\]\\(${target.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\)`, 'g');
