import * as v from 'valibot';
import { pageSchema } from '../../../site/content.ts';
import type { Finding } from '../../api.ts';
import { addressesOf, type Files, isHome, pagesOf } from '../../pages.ts';
import { type Value, valueAt, withValue } from '../../values.ts';

const LINK = /\[([^\]]*)\]\(([^)\s]*)\)/g;

/**
 * Removes links to hidden pages: a linked text stays, an optional field goes, a button leads home.
 *
 * @returns the files that change
 */
export function withoutLinks(files: Files, findings: Finding[]): Record<string, Value> {
  const pages = pagesOf(files).map(({ page }) => page);
  const hidden = pages.filter((page) => page.hidden).flatMap(addressesOf);
  const isHidden = (target: string) => hidden.includes(target.replace(/[?#].*/, ''));
  const home = pages.find(isHome)?.path ?? '/';
  const changed: Record<string, Value> = {};
  for (const { file, path } of findings) {
    const before = changed[file] ?? files[file];
    const value = valueAt(before, path);
    if (typeof value !== 'string') continue;
    const text = value.replace(LINK, (link, label, target) => (isHidden(target) ? label : link));
    let mended = withValue(before, path, text);
    if (isHidden(value)) {
      const without = withValue(before, path, undefined);
      mended = v.is(pageSchema, without) ? without : withValue(before, path, home);
    }
    if (mended !== before) changed[file] = mended as Value;
  }
  return changed;
}
