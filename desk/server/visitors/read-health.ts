import type { Settings } from '../../../runtime/settings.ts';
import { reviewSettings, type SettingsFinding } from '../../../server/review-settings.ts';
import type { Store } from '../../../server/store/store.ts';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { logError } from '../desk-log.ts';
import { readCurrentRelease } from './current-release.ts';

interface HealthFinding {
  code: string;
  message: string;
  /** The field of the content that must change. */
  field?: { file: string; path: FieldPath };
}

export const NO_MAIL_SERVER = 'Er is nog geen mailserver: aanvragen komen niet in je mailbox aan.';
const MESSAGES: Record<SettingsFinding['code'], string> = {
  'sample-facts': 'Je site toont nog voorbeeldgegevens. Vervang ze door die van je zaak.',
  'no-mail-server': NO_MAIL_SERVER,
  'mail-in-clear-text': 'Mails vertrekken zonder versleuteling naar de mailserver.',
  'no-heartbeat': 'Niemand krijgt bericht als de server stilvalt.',
  'no-backup': 'Niemand krijgt bericht als een back-up mislukt.',
  'no-captcha-secret': 'De geheime sleutel van de robotcontrole ontbreekt.',
  'recipient-differs': 'Aanvragen gaan naar een ander adres dan je privacypagina noemt.',
};

/** Reads from the settings and the store what fails, what is still missing, and what is new. */
export async function readHealth(settings: Settings, store: Store) {
  const { manifest } = await readCurrentRelease(settings);
  const alarms: HealthFinding[] = await findUndelivered(store);
  const missing: HealthFinding[] = [];
  const findings = manifest ? reviewSettings(settings, manifest) : [];
  for (const { code } of findings) {
    const isAlarm = code === 'no-heartbeat' && !manifest?.sampleFacts;
    const list = isAlarm ? alarms : missing;
    list.push({ code, message: MESSAGES[code] });
  }
  /** Undefined when the store cannot be read. */
  const newEnquiries = await store.countNew().catch(() => undefined);
  return { alarms, missing, newEnquiries };
}

async function findUndelivered(store: Store) {
  try {
    const { failed, late } = await store.health(Date.now());
    const count = failed + late;
    if (count === 0) return [];
    const subject = count === 1 ? 'Eén aanvraag is' : `${count} aanvragen zijn`;
    return [{ code: 'undelivered', message: `${subject} niet naar je mailbox verstuurd.` }];
  } catch (error) {
    logError(error, 'the enquiries cannot be read');
    return [{ code: 'store', message: 'De aanvragen zijn nu niet te lezen.' }];
  }
}
