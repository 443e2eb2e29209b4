import { RefusedError } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { notify, queryClient, reload, save, update } from './app-store.ts';

/**
 * Shows why a call was refused. The message about a missing network stays until the network is
 * back.
 */
export function notifyRefused({ message, status }: RefusedError): void {
  // The bar shows that the network is missing, but not that this call failed because of it.
  if (status === 0) notify(`Niet gelukt. ${message}`, 'offline');
  else notify(message, 'error');
}

/**
 * Saves unsaved edits, runs the work, reloads everything from the server, and shows `done` or the
 * error.
 */
export async function runAndReport(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  update({ isBusy: true });
  try {
    await save();
    await work();
    await reload();
    await queryClient.invalidateQueries();
    if (done) notify(done);
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notifyRefused(error);
    return false;
  } finally {
    update({ isBusy: false });
  }
}

/**
 * Replaces 'photos/champagne.jpg' and moves the previous file to the bin. Without a new file it
 * only does the latter.
 */
export const replaceUpload = (path: string, file?: File) =>
  runAndReport(async () => {
    if (file) await call('PUT /api/uploads/:path', file, path);
    else await call('DELETE /api/uploads/:path', undefined, path);
  }, 'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.');
