import { traitsOf } from '../../../site/sections/section-kinds.ts';
import type { Finding } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import {
  type DraftPage,
  type DraftSection,
  type Files,
  fileTitle,
  giveBackAddresses,
  isHome,
  pagesOf,
} from '../../shared/pages.ts';
import type { Value } from '../../shared/values.ts';

/** Whether a finding is about a link to the form while the site has none. */
export const isAboutMissingForm = ({ code }: Finding) => code === 'no-form';

interface RestoredForm {
  label: string;
  changes: Record<string, Operation[]>;
}

/**
 * Finds how to give the site a form again: to show a hidden one, otherwise to restore the one that
 * is online, otherwise to add a new one to the home page.
 *
 * @param online the files that are online
 * @param newForm an enquiry form as the picker makes it
 */
export function findFormRestoration(
  files: Files,
  online: readonly { path: string; value: Value }[],
  newForm: DraftSection,
): RestoredForm | undefined {
  const pages = pagesOf(files);
  for (const { file, page } of pages) {
    const at = formOn(page);
    if (at < 0) continue;
    const operations: Operation[] = [];
    if (page.hidden) operations.push({ type: 'remove', path: ['hidden'] });
    if (page.sections[at]?.hidden) {
      operations.push({ type: 'remove', path: ['sections', at, 'hidden'] });
    }
    return { label: `Toon ‘${fileTitle(file, page)}’ weer`, changes: { [file]: operations } };
  }
  for (const { path, value } of online) {
    if (!path.startsWith('pages/') || files[path] !== undefined) continue;
    if (formOn(value as DraftPage) < 0) continue;
    const changes = giveBackAddresses(value as DraftPage, files);
    const label = `Zet ‘${fileTitle(path, value)}’ terug`;
    return { label, changes: { ...changes, [path]: [{ type: 'set', path: [], value }] } };
  }
  const home = pages.find(({ page }) => isHome(page));
  if (!home) return undefined;
  const { file, page } = home;
  const path = ['sections', page.sections.length];
  return {
    label: `Zet een formulier op ‘${fileTitle(file, page)}’`,
    changes: { [file]: [{ type: 'insert', path, value: newForm }] },
  };
}

const formOn = ({ sections }: DraftPage) =>
  sections.findIndex((section) => traitsOf(section as never).hasForm);
