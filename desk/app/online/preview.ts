import { type Job, Refused } from '../../api.ts';
import type { DraftPage, Files } from '../../pages.ts';
import { call } from '../call.ts';
import { notify, queryClient } from '../content/app-store.ts';
import { startJob } from './job.ts';

const POLL_MS = 400;
const ASK_AGAIN_MS = 2_000;

/** The address of the page that is edited on this screen of the desk; empty when a visitor has none. */
export function pageAt([word, name]: string[], files: Files): string {
  const page = word === 'pagina' ? (files[`pages/${name}.yaml`] as DraftPage) : undefined;
  return page && !page.hidden ? page.path : '';
}

/**
 * Makes the preview and opens it in another tab.
 *
 * @param page '/feesten'; empty: the first one
 */
export async function showPreview(page: string): Promise<void> {
  // During the tap: later the browser would refuse it.
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = 'Voorbeeld';
    tab.document.body.textContent = 'Je voorbeeld wordt klaargemaakt. Even geduld.';
  }
  const url = await makePreview('own');
  if (url === undefined) tab?.close();
  else if (tab && !tab.closed) tab.location.replace(url + page);
  // Refused all the same; 'back' leads here again.
  else if (!tab) window.location.assign(url + page);
}

/**
 * Saves, publishes what is saved as the preview, and makes a link to it.
 *
 * @returns undefined when that failed, which was told
 */
export async function makePreview(kind: 'own' | 'shared'): Promise<string | undefined> {
  const job = await startJob(() => call('POST /api/preview'));
  if (!job || !(await hasEndedWell(job.id))) return undefined;
  try {
    return (await call('POST /api/preview/links', { kind })).url;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.message, 'wrong');
    return undefined;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['GET /api/preview'] });
  }
}

/** How it failed, the bar says. */
async function hasEndedWell(id: string): Promise<boolean> {
  for (;;) {
    const job: Job | null | undefined = await call('GET /api/job').catch(() => undefined);
    if (job !== undefined && job?.id !== id) return false;
    if (job && job.state !== 'running') return job.state === 'done';
    await new Promise((resolve) => setTimeout(resolve, job ? POLL_MS : ASK_AGAIN_MS));
  }
}
