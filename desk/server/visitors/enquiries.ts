import * as v from 'valibot';
import {
  ENQUIRY_STATES,
  type EnquiryState,
  MAX_NOTE_LENGTH,
} from '../../../enquiry/enquiry-states.ts';
import { FIELDS } from '../../../enquiry/fields.ts';
import { fieldCells, writeCsv } from '../../../enquiry/write-csv.ts';
import { dayIn } from '../../../release/day-in.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { sendTestMail } from '../../../server/outbox/send-test-mail.ts';
import { reviewSettings, type SettingsFinding } from '../../../server/review-settings.ts';
import type { EnquiryFilter, EnquiryRecord } from '../../../server/store/enquiries.ts';
import type { Store } from '../../../server/store/store.ts';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { RefusedError } from '../../shared/api.ts';
import { logError } from '../desk-log.ts';
import { readCurrentRelease } from './current-release.ts';

export type Enquiries = ReturnType<typeof openEnquiries>;

interface Alarm {
  code: string;
  message: string;
  /** The field of the content that must change. */
  field?: { file: string; path: FieldPath };
}

/** The most enquiries that are listed: far more than a caterer has. */
const MAX_ENQUIRIES = 10_000;

const stateRequest = v.object({ state: v.picklist(ENQUIRY_STATES) });
export type EnquiryStateRequest = v.InferInput<typeof stateRequest>;
/** `before` is the note that was changed. */
const noteRequest = v.object({ note: v.string(), before: v.string() });
export type EnquiryNoteRequest = v.InferInput<typeof noteRequest>;

const gone = () => new RefusedError(404, 'Die aanvraag is er niet meer.');

const NO_MAIL_SERVER = 'Er is nog geen mailserver: aanvragen komen niet in je mailbox aan.';
const MISSING: Record<SettingsFinding['code'], string> = {
  'sample-facts': 'Je site toont nog voorbeeldgegevens. Vervang ze door die van je zaak.',
  'no-mail-server': NO_MAIL_SERVER,
  'mail-in-clear-text': 'Mails vertrekken zonder versleuteling naar de mailserver.',
  'no-heartbeat': 'Niemand krijgt bericht als de server stilvalt.',
  'no-backup': 'Niemand krijgt bericht als een back-up mislukt.',
  'no-captcha-secret': 'De geheime sleutel van de robotcontrole ontbreekt.',
  'recipient-differs': 'Aanvragen gaan naar een ander adres dan je privacypagina noemt.',
};

export function openEnquiries(settings: Settings, store: Store) {
  const readAll = (filter: EnquiryFilter = {}) =>
    store.listEnquiries({ limit: MAX_ENQUIRIES, ...filter });

  return {
    async list() {
      const { manifest, timeZone } = await readCurrentRelease(settings);
      const today = dayIn(timeZone, Date.now());
      const enquiries = await readAll({ sortBy: 'partyDate', today });
      return { enquiries, retention: manifest?.keeping };
    },

    async setState(id: string, request: EnquiryStateRequest): Promise<void> {
      const { state } = v.parse(stateRequest, request);
      if (!(await store.setState(id, state))) throw gone();
    },

    /**
     * @returns the note as it is stored
     * @throws RefusedError 409 when another device changed it
     */
    async setNote(id: string, request: EnquiryNoteRequest) {
      const { note: typed, before } = v.parse(noteRequest, request);
      const note = normalizeNote(typed);
      if (note.length > MAX_NOTE_LENGTH) {
        throw new RefusedError(422, `Een notitie heeft hoogstens ${MAX_NOTE_LENGTH} tekens.`);
      }
      const result = await store.setNote(id, { note, before });
      if (result === 'gone') throw gone();
      if (result === 'changed') throw new RefusedError(409, 'Intussen staat er:');
      return { note };
    },

    async erase(id: string): Promise<void> {
      const isErased = await store.eraseEnquiry(id);
      if (!isErased) throw gone();
    },

    async requeue(id: string): Promise<void> {
      await store.requeueMail(Date.now(), id);
    },

    async exportCsv() {
      const { timeZone } = await readCurrentRelease(settings);
      return writeSpreadsheet(await readAll(), timeZone);
    },

    async sendTestMail() {
      const { manifest, isUnreadable } = await readCurrentRelease(settings);
      if (isUnreadable) {
        const message = 'Wat online staat, is nu niet te lezen. Verwittig wie je server beheert.';
        throw new RefusedError(503, message);
      }
      if (!manifest) throw new RefusedError(422, 'Zet je site eerst online.');
      if (settings.SMTP_URL === '') throw new RefusedError(422, NO_MAIL_SERVER);
      const { keeping: retention, company } = manifest;
      const recipients = settings.MAIL_TO?.map(({ address }) => address);
      const to = recipients?.join(', ') ?? (retention.recipient || company.email);
      try {
        return { to, smtpResponse: await sendTestMail(settings) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new RefusedError(422, `De mailserver heeft de proefmail niet bevestigd: ${reason}`);
      }
    },

    /**
     * Reads the alarms, which the first screen shows in red, what is still missing, and the number
     * of new enquiries.
     */
    async readHealth(): Promise<{
      alarms: Alarm[];
      missing: Alarm[];
      /** Undefined when the store cannot be read. */
      newEnquiries: number | undefined;
    }> {
      const { manifest } = await readCurrentRelease(settings);
      const alarms = await findUndelivered(store);
      const missing: Alarm[] = [];
      const findings = manifest ? reviewSettings(settings, manifest) : [];
      for (const { code } of findings) {
        const isAlarm = code === 'no-heartbeat' && !manifest?.sampleFacts;
        const list = isAlarm ? alarms : missing;
        list.push({ code, message: MISSING[code] });
      }
      const newEnquiries = await store.countNew().catch(() => undefined);
      return { alarms, missing, newEnquiries };
    },
  };
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

/**
 * Removes what no database keeps in a text: control characters and unpaired surrogates. White space
 * at the end stays, because the caterer may be typing on.
 */
function normalizeNote(typed: string): string {
  const text = typed.toWellFormed().replace(/\r\n?/g, '\n');
  return text.trim() === '' ? '' : text.replace(/(?![\t\n])\p{Cc}/gu, '');
}

const STATE_NAMES: Record<EnquiryState, string> = {
  new: 'nieuw',
  answered: 'beantwoord',
  booked: 'geboekt',
  declined: 'niet',
};

/** Writes the enquiries as the caterer reads them: Dutch, and with times in the caterer's zone. */
function writeSpreadsheet(enquiries: readonly EnquiryRecord[], timeZone: string) {
  const rows = [['Ontvangen', ...FIELDS.map(({ label }) => label), 'Stand', 'Notitie']];
  for (const { receivedAtMs, fields, state, note } of enquiries) {
    const received = new Date(receivedAtMs).toLocaleString('nl-BE', { timeZone });
    rows.push([received, ...fieldCells(fields), STATE_NAMES[state], note]);
  }
  return writeCsv(rows, ';');
}
