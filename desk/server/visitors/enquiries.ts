import * as v from 'valibot';
import { ENQUIRY_STATES, MAX_NOTE_LENGTH } from '../../../enquiry/enquiry-states.ts';
import { dayIn } from '../../../release/day-in.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { sendTestMail } from '../../../server/outbox/send-test-mail.ts';
import type { EnquiryFilter } from '../../../server/store/enquiries.ts';
import type { Store } from '../../../server/store/store.ts';
import { RefusedError } from '../../shared/api.ts';
import { readCurrentRelease } from './current-release.ts';
import { NO_MAIL_SERVER, readHealth } from './read-health.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

export type Enquiries = ReturnType<typeof openEnquiries>;

/** The most enquiries that are listed: far more than a caterer has. */
const MAX_ENQUIRIES = 10_000;

const stateRequest = v.object({ state: v.picklist(ENQUIRY_STATES) });
export type EnquiryStateRequest = v.InferInput<typeof stateRequest>;
/** `before` is the note that was changed. */
const noteRequest = v.object({ note: v.string(), before: v.string() });
export type EnquiryNoteRequest = v.InferInput<typeof noteRequest>;

const gone = () => new RefusedError(404, 'Die aanvraag is er niet meer.');

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
      const {
        keeping: { recipient },
        company,
      } = manifest;
      const recipients = settings.MAIL_TO?.map(({ address }) => address);
      const to = recipients?.join(', ') ?? (recipient || company.email);
      try {
        return { to, smtpResponse: await sendTestMail(settings) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new RefusedError(422, `De mailserver heeft de proefmail niet bevestigd: ${reason}`);
      }
    },

    readHealth: () => readHealth(settings, store),
  };
}

/**
 * Removes what no database keeps in a text: control characters and unpaired surrogates. White space
 * at the end stays, because the caterer may be typing on.
 */
function normalizeNote(typed: string): string {
  const text = typed.toWellFormed().replace(/\r\n?/g, '\n');
  return text.trim() === '' ? '' : text.replace(/(?![\t\n])\p{Cc}/gu, '');
}
