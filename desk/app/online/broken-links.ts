import * as v from 'valibot';
import { pageSchema } from '../../../site/content/content.ts';
import type { Finding } from '../../shared/api.ts';
import { applyOperation, type Operation } from '../../shared/operations.ts';
import { addressesOf, type Files, isHome, pagesOf } from '../../shared/pages.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';

const LINK = /\[([^\]]*)\]\(([^)\s]*)\)/g;

/**
 * Removes links to pages that are hidden or gone. A linked text stays, an optional field is
 * removed, and a button leads to the home page.
 *
 * @returns the operations of each file that changes
 */
export function removeLinks(files: Files, findings: Finding[]): Record<string, Operation[]> {
  const pages = pagesOf(files).map(({ page }) => page);
  const shown = pages.filter((page) => !page.hidden).flatMap(addressesOf);
  const isGone = (target: string) => {
    const [address = ''] = target.split(/[?#]/);
    return address.startsWith('/') && !/\.\w+$/.test(address) && !shown.includes(address);
  };
  const home = pages.find(isHome)?.path ?? '/';
  const changes: Record<string, Operation[]> = {};
  for (const { file, path } of findings) {
    const before = (changes[file] ?? []).reduce<MaybeValue>(applyOperation, files[file]);
    const value = valueAt(before, path);
    if (typeof value !== 'string') continue;
    const text = value.replace(LINK, (link, label, target) => {
      return isGone(target) ? label : link;
    });
    let operation: Operation = { type: 'set', path, value: text };
    if (isGone(value)) {
      const removed: Operation = { type: 'remove', path };
      const isOptional = v.is(pageSchema, applyOperation(before, removed));
      operation = isOptional ? removed : { type: 'set', path, value: home };
    }
    if (applyOperation(before, operation) !== before)
      changes[file] = [...(changes[file] ?? []), operation];
  }
  return changes;
}
