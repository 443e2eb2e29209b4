import {
  deniesVisits,
  NO_VISITS_PLACEHOLDER,
  VISITS_EXAMPLE,
  VISITS_PLACEHOLDER,
} from '../../../publish/content/visits-statement.ts';
import type { Operation } from '../../shared/operations.ts';
import { type Files, pagesOf } from '../../shared/pages.ts';
import { type Value, valueAt } from '../../shared/values.ts';

const SITE = 'site.yaml';

/** Whether the draft asks for counting. */
export const countsVisits = (files: Files) => valueAt(files[SITE], ['visits', 'count']) === true;

/**
 * Turns counting on or off. When it is first turned on, the privacy page gets the required
 * paragraphs. They stay when it is turned off, because publishing shows only the applicable one.
 */
export function setCounting(files: Files, isOn: boolean): Record<string, Operation[]> {
  const operations: Record<string, Operation[]> = { [SITE]: [setCount(files, isOn)] };
  const privacyPath = valueAt(files[SITE], ['privacy', 'page']);
  const privacy = pagesOf(files).find(({ page }) => page.path === privacyPath);
  if (isOn && privacy)
    operations[privacy.file] = addVisitsStatement(privacy.page.sections as Value);
  return operations;
}

function setCount(files: Files, isOn: boolean): Operation {
  const hasGroup = valueAt(files[SITE], ['visits']) !== undefined;
  return hasGroup
    ? { type: 'set', path: ['visits', 'count'], value: isOn }
    : { type: 'set', path: ['visits'], value: { count: isOn } };
}

/** Lists of texts on the page, with their paths. */
function* listsOf(
  part: Value,
  path: (string | number)[],
): Iterable<[(string | number)[], string[]]> {
  if (Array.isArray(part)) {
    if (part.length > 0 && part.every((entry) => typeof entry === 'string')) yield [path, part];
    else for (const [i, entry] of part.entries()) yield* listsOf(entry, [...path, i]);
  } else if (typeof part === 'object' && part !== null) {
    if (valueAt(part, ['hidden']) === true) return;
    for (const [key, entry] of Object.entries(part)) yield* listsOf(entry as Value, [...path, key]);
  }
}

/**
 * Marks the sentences that deny counting, and adds the statement about counting after them or at
 * the end.
 */
function addVisitsStatement(sections: Value): Operation[] {
  const lists = [...listsOf(sections, ['sections'])].filter(
    ([path]) => path.at(-1) === 'paragraphs',
  );
  const operations: Operation[] = [];
  let at: (string | number)[] | undefined;
  for (const [path, texts] of lists) {
    for (const [i, text] of texts.entries()) {
      if (!deniesVisits(text)) continue;
      const value = NO_VISITS_PLACEHOLDER + text;
      operations.push({ type: 'set', path: [...path, i], value });
      at = [...path, i + 1];
    }
  }
  const isSaid = lists.some(([, texts]) => texts.some((text) => text.includes(VISITS_PLACEHOLDER)));
  if (isSaid) return operations;
  const [lastPath, lastTexts] = lists.at(-1) ?? [];
  at ??= lastPath && [...lastPath, lastTexts?.length ?? 0];
  if (at) operations.push({ type: 'insert', path: at, value: VISITS_EXAMPLE });
  return operations;
}
