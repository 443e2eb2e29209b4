import type { EnquiryState } from '../../../enquiry/enquiry-states.ts';
import { FIELDS } from '../../../enquiry/fields.ts';
import { fieldCells, writeCsv } from '../../../enquiry/write-csv.ts';
import type { EnquiryRecord } from '../../../server/store/enquiries.ts';

const STATE_NAMES: Record<EnquiryState, string> = {
  new: 'nieuw',
  answered: 'beantwoord',
  booked: 'geboekt',
  declined: 'niet',
};

/** Writes the enquiries as the caterer reads them: Dutch, and with times in the caterer's zone. */
export function writeSpreadsheet(enquiries: readonly EnquiryRecord[], timeZone: string) {
  const rows = [['Ontvangen', ...FIELDS.map(({ label }) => label), 'Stand', 'Notitie']];
  for (const { receivedAtMs, fields, state, note } of enquiries) {
    const received = new Date(receivedAtMs).toLocaleString('nl-BE', { timeZone });
    rows.push([received, ...fieldCells(fields), STATE_NAMES[state], note]);
  }
  return writeCsv(rows, ';');
}
