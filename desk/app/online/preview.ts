import { type Job, RefusedError } from '../../shared/api.ts';
import type { DraftPage, Files } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { startJob } from '../jobs/job.ts';
import { queryClient } from '../store/app-store.ts';
import { notifyRefused } from '../store/run-and-report.ts';

const POLL_MS = 400;
const ASK_AGAIN_MS = 2_000;

/**
 * The address of the page that is edited on this screen of the desk. Empty when no visitor can open
 * it.
 */
export function pageAt([word, name]: string[], files: Files): string {
  const page = word === 'pagina' ? (files[`pages/${name}.yaml`] as DraftPage) : undefined;
  return page && !page.hidden ? page.path : '';
}

/**
 * Makes the preview and opens it in another tab.
 *
 * @param page '/feesten'; empty: the first page
 */
export async function showPreview(page: string): Promise<void> {
  // The tab is opened during the tap, because the browser would refuse it later.
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = 'Voorbeeld';
    tab.document.body.textContent = 'Je voorbeeld wordt klaargemaakt. Even geduld.';
  }
  const url = await makePreview('own');
  if (url === undefined) tab?.close();
  else if (tab && !tab.closed) tab.location.replace(url + page);
  // The browser blocked the tab, so the preview opens in this one. 'Back' returns to the desk.
  else if (!tab) window.location.assign(url + page);
}

/**
 * Saves, publishes the draft as a preview, and creates a link to it.
 *
 * @returns undefined on failure, after a message to the caterer
 */
export async function makePreview(kind: 'own' | 'shared'): Promise<string | undefined> {
  const job = await startJob(() => call('POST /api/preview'));
  if (!job) return undefined;
  try {
    if (!(await waitForJob(job.id))) return undefined;
    return (await call('POST /api/preview/links', { kind })).url;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    notifyRefused(error);
    return undefined;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['GET /api/preview'] });
  }
}

/**
 * Waits until a job has ended.
 *
 * @returns whether it succeeded; the bar says how it failed
 * @throws RefusedError when the session has ended
 */
async function waitForJob(id: string): Promise<boolean> {
  for (;;) {
    const job: Job | null | undefined = await call('GET /api/job').catch((error) => {
      // The job goes on while the phone has no network, or while the server does not respond.
      const isOutage = error instanceof RefusedError && (error.status === 0 || error.status >= 500);
      if (!isOutage) throw error;
      return undefined;
    });
    if (job !== undefined && job?.id !== id) return false;
    if (job && job.state !== 'running') return job.state === 'done';
    await new Promise((resolve) => setTimeout(resolve, job ? POLL_MS : ASK_AGAIN_MS));
  }
}
