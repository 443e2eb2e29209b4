import { placeholderText } from '../../../publish/content/placeholder-texts.ts';
import { RefusedError } from '../../shared/api.ts';
import { valueAt } from '../../shared/values.ts';
import { call } from '../api/call.ts';
import { setUploadProgress } from '../api/upload.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { getDeskState, notify } from '../store/app-store.ts';
import { setValue } from '../store/edits.ts';
import { runAndReport } from '../store/run-and-report.ts';

interface FailedUpload {
  /** The file's name: 'IMG_0412.HEIC'. */
  name: string;
  error: RefusedError;
}

/**
 * Adds photos, and names those that failed.
 *
 * @returns the names of the added ones in `photos.yaml`
 */
export async function uploadPhotos(files: File[]) {
  const names: string[] = [];
  const failures: FailedUpload[] = [];
  const notSent: string[] = [];
  await runAndReport(async () => {
    const { done, failed, skipped } = await uploadEach(files, async (file) => {
      const { name } = await call('POST /api/uploads/:path', file, `photos/${file.name}`);
      // A photo that was added before has its description.
      if (!valueAt(getDeskState().files[PHOTOS], [name])) {
        setValue(PHOTOS, [name], { focus: [50, 50], alt: placeholderText('Wat staat erop?') });
      }
      return name;
    });
    names.push(...done);
    failures.push(...failed);
    notSent.push(...skipped);
  });
  if (failures.length > 0) notify(summaryOf(names.length, failures, notSent), 'error');
  return names;
}

/**
 * Uploads files one after the other. After one without a response, however often it was sent, the
 * rest is skipped: on a dead connection each file would take minutes.
 *
 * @param send called for each file; when it throws a `RefusedError`, that file counts as failed
 */
async function uploadEach<Result>(files: File[], send: (file: File) => Promise<Result>) {
  const done: Result[] = [];
  const failed: FailedUpload[] = [];
  let skipped: string[] = [];
  for (const [index, file] of files.entries()) {
    setUploadProgress({ name: file.name, n: index + 1, of: files.length, sent: 0 });
    try {
      done.push(await send(file));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      failed.push({ name: file.name, error });
      if (error.status === 0) {
        skipped = files.slice(index + 1).map(({ name }) => name);
        break;
      }
    } finally {
      setUploadProgress(undefined);
    }
  }
  return { done, failed, skipped };
}

function summaryOf(added: number, failures: FailedUpload[], notSent: string[]) {
  const sentences: string[] = [];
  if (added > 0)
    sentences.push(added === 1 ? 'Eén foto staat erbij.' : `${added} foto’s staan erbij.`);
  const refused = failures.filter(({ error }) => error.status !== 0);
  if (refused.length > 0) {
    const reasons = refused.map(({ name, error }) => `${name}: ${error.message}`);
    sentences.push(`Niet gelukt: ${reasons.join(' ')}`);
  }
  const unanswered = failures.find(({ error }) => error.status === 0);
  if (unanswered) {
    sentences.push(`We weten niet of dit gelukt is: ${unanswered.name}.`);
    if (notSent.length > 0) sentences.push(`Niet meer verstuurd: ${notSent.join(', ')}.`);
    sentences.push(`Kies ${notSent.length > 0 ? 'ze' : 'het'} straks nog eens.`);
  }
  return sentences.join(' ');
}
