import { RefusedError } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { getDeskState, notify, queryClient, reload, save, update } from './app-store.ts';

/**
 * Shows why a call was refused. Without a response the server may have done what was asked. The
 * message about a missing network stays until the network is back.
 */
export function notifyRefused({ message, status }: RefusedError): void {
  if (status !== 0) notify(message, 'error');
  else {
    const kind = getDeskState().saving === 'offline' ? 'offline' : 'error';
    notify(`${message} We weten niet of het gelukt is.`, kind);
  }
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
    await readAgain();
    if (done) notify(done);
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // The response may have been lost after the work was done.
    if (error.status === 0) await readAgain().catch(() => {});
    notifyRefused(error);
    return false;
  } finally {
    update({ isBusy: false });
  }
}

async function readAgain(): Promise<void> {
  await reload();
  await queryClient.invalidateQueries();
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
