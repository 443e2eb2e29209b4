import { readOnline } from '../content/content-versions.ts';
import type { DeskOptions } from '../desk-options.ts';
import { readServed } from './served-release.ts';

/**
 * Reads what the first screen shows: what `readHealth` finds in the settings and the store, and
 * whether the site serves the latest release.
 *
 * @param isJobRunning while a job runs, the site may serve another release than the latest
 */
export async function readState(
  { folders, siteAddress, enquiries }: DeskOptions,
  isJobRunning: () => boolean,
) {
  const { alarms, missing, newEnquiries } = await enquiries.readHealth();
  const wasJobRunning = isJobRunning();
  const online = await readOnline(folders);
  const served = await readServed(siteAddress);
  // A job that begins or ends meanwhile switches the release between the two answers.
  const isSwitching =
    wasJobRunning || isJobRunning() || (await readOnline(folders))?.id !== online?.id;
  if (online && !isSwitching) {
    if (served === undefined) {
      const message = 'De server van je site antwoordt niet.';
      alarms.unshift({ code: 'not-serving', message });
    } else if (!served.isHealthy || served.release === null) {
      const message = 'De server van je site antwoordt met een fout.';
      alarms.unshift({ code: 'not-serving', message });
    } else if (served.release !== online.id) {
      const message = 'Je site toont een andere versie dan je laatst online zette.';
      alarms.unshift({ code: 'other-release', message });
    }
  }
  return { alarms, missing: samplesFirst(missing), newEnquiries };
}

/**
 * Moves the finding about sample facts to the front. When there are several, it keeps only the one
 * about the content, which the desk can open.
 */
function samplesFirst<Item extends { code: string; field?: object }>(missing: Item[]) {
  const samples = missing.filter(({ code }) => code === 'sample-facts');
  const others = missing.filter(({ code }) => code !== 'sample-facts');
  const first = samples.find(({ field }) => field !== undefined) ?? samples[0];
  return first ? [first, ...others] : others;
}
