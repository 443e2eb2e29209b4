import { placeholderText } from '../../../publish/content/placeholder-texts.ts';
import { call } from '../api/call.ts';
import { uploadEach } from '../api/upload.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { notify } from '../store/app-store.ts';
import { setValue } from '../store/edits.ts';
import { runAndReport } from '../store/run-and-report.ts';

/**
 * Adds photos, and names those that failed.
 *
 * @returns the names of the added ones in `photos.yaml`
 */
export async function uploadPhotos(files: File[]) {
  const names: string[] = [];
  const failures: string[] = [];
  await runAndReport(async () => {
    const { done, failed } = await uploadEach(files, async (file) => {
      const { name } = await call('POST /api/uploads/:path', file, `photos/${file.name}`);
      setValue(PHOTOS, [name], { focus: [50, 50], alt: placeholderText('Wat staat erop?') });
      return name;
    });
    names.push(...done);
    failures.push(...failed);
  });
  if (failures.length > 0) notify(summaryOf(names.length, failures), 'error');
  return names;
}

function summaryOf(added: number, failures: string[]) {
  if (added === 0) return `Niet gelukt. ${failures.join(' ')}`;
  const photos = added === 1 ? 'Eén foto staat erbij' : `${added} foto’s staan erbij`;
  return `${photos}. Niet gelukt: ${failures.join(' ')}`;
}
