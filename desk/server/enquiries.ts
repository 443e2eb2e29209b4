import { FIELDS } from '../../enquiry/fields.ts';
import { writeCsv } from '../../enquiry/write-csv.ts';
import { checkContent, type SettingsFinding, sendTestMail } from '../../server/check-settings.ts';
import { readRelease } from '../../server/release.ts';
import type { Settings } from '../../server/settings.ts';
import type { EnquiryRecord } from '../../server/store/enquiries.ts';
import type { Store } from '../../server/store/store.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import { Refused } from '../api.ts';
import { logError } from './desk-log.ts';

export type Enquiries = ReturnType<typeof openEnquiries>;

interface Problem {
  code: string;
  message: string;
  /** What to change in the content. */
  field?: { file: string; path: FieldPath };
}

/** Far more than a caterer has. */
const MAX_ENQUIRIES = 10_000;

const NO_MAIL_SERVER = 'Er is nog geen mailserver: aanvragen komen niet in je mailbox aan.';
const MISSING: Partial<Record<SettingsFinding['code'], string>> = {
  'sample-facts': 'Je site toont nog voorbeeldgegevens. Vervang ze door die van je zaak.',
  'no-mail-server': NO_MAIL_SERVER,
  'mail-in-clear-text': 'Mails vertrekken zonder versleuteling naar de mailserver.',
  'no-heartbeat': 'Niemand krijgt bericht als de server stilvalt.',
  'no-backup': 'Er is nog geen back-up ingesteld.',
  'no-captcha-secret': 'De geheime sleutel van de robotcontrole ontbreekt.',
  'recipient-differs': 'Aanvragen gaan naar een ander adres dan je privacypagina noemt.',
};

export function openEnquiries(settings: Settings, store: Store) {
  const readAll = () => store.listEnquiries({ limit: MAX_ENQUIRIES });
  const readCurrentRelease = async () => {
    const published = await readRelease(settings.SITE_DIR).catch(() => undefined);
    return published?.release;
  };

  return {
    async list() {
      const release = await readCurrentRelease();
      return { enquiries: await readAll(), keepDays: release?.keeping.days };
    },

    async erase(id: string): Promise<void> {
      const isErased = await store.eraseEnquiry(id);
      if (!isErased) throw new Refused(404, 'Die aanvraag is er niet meer.');
    },

    async requeue(id: string): Promise<void> {
      await store.requeueMail(Date.now(), id);
    },

    exportCsv: async () => csvOf(await readAll()),

    async sendTestMail() {
      const release = await readCurrentRelease();
      if (!release) throw new Refused(422, 'Zet je site eerst online.');
      if (settings.SMTP_URL === '') throw new Refused(422, NO_MAIL_SERVER);
      const { keeping, company } = release;
      const recipients = settings.MAIL_TO?.map(({ address }) => address);
      const to = recipients?.join(', ') ?? (keeping.recipient || company.email);
      try {
        return { to, answer: await sendTestMail(settings) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Refused(422, `De proefmail is niet vertrokken: ${reason}`);
      }
    },

    /** The first screen shows alarms in red. */
    async readHealth(): Promise<{ alarms: Problem[]; missing: Problem[] }> {
      const release = await readCurrentRelease();
      const alarms = await findUndelivered(store);
      const missing: Problem[] = [];
      const findings = release ? checkContent(settings, release) : [];
      for (const { code, message } of findings) {
        const isAlarm = code === 'no-heartbeat' && !release?.sampleFacts;
        const list = isAlarm ? alarms : missing;
        list.push({ code, message: MISSING[code] ?? message });
      }
      return { alarms, missing };
    },
  };
}

async function findUndelivered(store: Store) {
  try {
    const { failed, late } = await store.health(Date.now());
    const count = failed + late;
    if (count === 0) return [];
    const subject = count === 1 ? 'Eén aanvraag is' : `${count} aanvragen zijn`;
    return [{ code: 'undelivered', message: `${subject} niet in je mailbox aangekomen.` }];
  } catch (error) {
    logError(error, 'the enquiries cannot be read');
    return [{ code: 'store', message: 'De aanvragen zijn nu niet te lezen.' }];
  }
}

function csvOf(enquiries: readonly EnquiryRecord[]) {
  const timeZone = 'Europe/Brussels';
  const rows = [['Ontvangen', ...FIELDS.map(({ label }) => label)]];
  for (const { receivedAtMs, fields } of enquiries) {
    const received = new Date(receivedAtMs).toLocaleString('nl-BE', { timeZone });
    rows.push([received, ...FIELDS.map(({ name }) => String(fields[name] ?? ''))]);
  }
  return writeCsv(rows, ';');
}
