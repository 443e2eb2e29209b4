import { dequal } from 'dequal/lite';
import type { Finding } from '../../shared/api.ts';
import { type Operation, setOperation } from '../../shared/operations.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { rebasePath } from '../draft/rebase.ts';

interface Revert {
  label: string;
  operations: Operation[];
}

/**
 * Finds the smallest change that replaces a wrong value with the one that is online.
 *
 * @param online the file as it is online; undefined when it is not
 * @returns undefined when there is nothing to replace, so that another file must be the cause
 */
export function findRevert(
  { file, path }: Pick<Finding, 'file' | 'path'>,
  draft: MaybeValue,
  online: MaybeValue,
): Revert | undefined {
  if (online === undefined) {
    const isHidden = valueAt(draft, ['hidden']) === true;
    if (!file.startsWith('pages/') || isHidden) return undefined;
    const hide = setOperation(draft, ['hidden'], true);
    return { label: 'Verberg deze pagina', operations: [hide] };
  }
  for (let depth = path.length; depth >= 0; depth--) {
    const here = path.slice(0, depth);
    const there = rebasePath(here, draft, online);
    if (there.length < depth) {
      const isNewEntry = there.length === depth - 1 && typeof here.at(-1) === 'number';
      if (!isNewEntry) continue;
      return { label: 'Laat dit nieuwe weg', operations: [{ type: 'remove', path: here }] };
    }
    const value = valueAt(online, there);
    if (dequal(value, valueAt(draft, here))) continue;
    const operation = setOperation(draft, here, value);
    return { label: 'Neem wat online staat', operations: [operation] };
  }
  return undefined;
}
