import { FIELDS } from '../../enquiry/fields.ts';
import { checkContent, type SettingsFinding, sendTestMail } from '../../server/check-settings.ts';
import { readRelease } from '../../server/release.ts';
import type { Settings } from '../../server/settings.ts';
import type { EnquiryRecord } from '../../server/store/enquiries.ts';
import type { Store } from '../../server/store/store.ts';
import type { Alarm, DeskEnquiry, EnquiriesAnswer, EnquiryOrder, Missing } from '../api.ts';
import { RefusalError } from './refusal.ts';

export type Enquiries = ReturnType<typeof openEnquiries>['enquiries'];

/** Far more than a caterer has, because enquiries expire. */
const MAX_ENQUIRIES = 10_000;
const DEFAULT_KEEP_DAYS = 30;

const MISSING: Partial<Record<SettingsFinding['code'], string>> = {
  'no-mail-server': 'Er is nog geen mailserver ingesteld: aanvragen komen niet in je mailbox aan.',
  'mail-in-clear-text': 'Mails vertrekken zonder versleuteling naar de mailserver.',
  'no-heartbeat': 'Niemand krijgt bericht als de server stilvalt.',
  'no-backup': 'Er is nog geen back-up ingesteld.',
  'no-captcha-secret': 'De geheime sleutel van de robotcontrole ontbreekt.',
  'recipient-differs': 'Aanvragen gaan naar een ander adres dan je privacypagina noemt.',
};

/** Opens the enquiries and mails, through the functions that the server's commands use. */
export function openEnquiries(settings: Settings, store: Store) {
  const readCurrentRelease = () =>
    readRelease(settings.SITE_DIR).then(
      ({ release }) => release,
      () => undefined,
    );
  const readAll = (sortBy: EnquiryOrder) => store.listEnquiries({ limit: MAX_ENQUIRIES, sortBy });

  /** @throws RefusalError 404 */
  async function read(id: string): Promise<DeskEnquiry> {
    const enquiry = await store.readEnquiry(id);
    // The store also accepts the beginning of an id.
    if (enquiry?.id !== id) throw new RefusalError(404, 'Die aanvraag is er niet meer.');
    return enquiry;
  }

  const enquiries = {
    read,
    async list(order: EnquiryOrder): Promise<EnquiriesAnswer> {
      const all = await readAll(order);
      const keepDays = (await readCurrentRelease())?.keeping.days ?? DEFAULT_KEEP_DAYS;
      return { enquiries: all, keepDays };
    },
    async erase(id: string): Promise<void> {
      await store.eraseEnquiry((await read(id)).id);
    },
    async requeue(id: string): Promise<void> {
      await store.requeueMail(Date.now(), (await read(id)).id);
    },
    exportCsv: async () => csvOf(await readAll('received')),
    /** @throws RefusalError 422 with the mail server's answer */
    async sendTestMail() {
      const release = await readCurrentRelease();
      if (!release) throw new RefusalError(422, 'Zet je site eerst online.');
      if (settings.SMTP_URL === '') throw new RefusalError(422, MISSING['no-mail-server'] ?? '');
      const to = settings.MAIL_TO?.address ?? (release.keeping.recipient || release.company.email);
      try {
        return { to, answer: await sendTestMail(settings) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new RefusalError(422, `De proefmail is niet vertrokken: ${reason}`);
      }
    },
  };

  /** The alarms and deficiencies of the settings and the database. */
  async function readHealth(): Promise<{ alarms: Alarm[]; missing: Missing[] }> {
    const release = await readCurrentRelease();
    const alarms = await findUndelivered(store);
    if (release?.sampleFacts === false && settings.HEARTBEAT_URL === '') {
      alarms.push({ code: 'no-heartbeat', message: MISSING['no-heartbeat'] ?? '' });
    }
    const missing = (release ? checkContent(settings, release) : [])
      .filter(({ code }) => !alarms.some((alarm) => alarm.code === code))
      .map(({ code, message }) => ({ code, message: MISSING[code] ?? message }));
    return { alarms, missing };
  }

  return { enquiries, readHealth };
}

async function findUndelivered(store: Store): Promise<Alarm[]> {
  try {
    const { failed, late } = await store.health(Date.now());
    const count = failed + late;
    const subject = count === 1 ? 'Eén aanvraag is' : `${count} aanvragen zijn`;
    const message = `${subject} niet in je mailbox aangekomen.`;
    return count > 0 ? [{ code: 'undelivered', message }] : [];
  } catch (error) {
    console.error(error);
    return [{ code: 'store', message: 'De aanvragen zijn nu niet te lezen.' }];
  }
}

/** CSV for the Belgian Excel: semicolons, and a byte order mark, without which it misses UTF-8. */
function csvOf(enquiries: readonly EnquiryRecord[]): string {
  const rows = enquiries.map(({ receivedAtMs, fields }) => {
    const values: Record<string, unknown> = fields;
    const timeZone = 'Europe/Brussels';
    const received = new Date(receivedAtMs).toLocaleString('nl-BE', { timeZone });
    return [received, ...FIELDS.map(({ name }) => String(values[name] ?? ''))];
  });
  const heads = ['Ontvangen', ...FIELDS.map(({ label }) => label)];
  return `\uFEFF${[heads, ...rows].map((row) => `${row.map(cellOf).join(';')}\r\n`).join('')}`;
}

/** Prefixes an apostrophe to prevent CSV injection (OWASP). */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[";\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
