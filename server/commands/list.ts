import { DEADLY_LEASE_MS, LEASE_MS } from '../outbox/delivery-state.ts';
import { type EnquiryRecord, type MailRecord, readEnquiries } from '../store/enquiry-records.ts';
import { DEADLY_AFTER, type MailSummary } from '../store/store.ts';
import type { Command } from './command.ts';
import { printTable, printTime } from './table.ts';

const USUAL = 50;

export const list: Command = {
  usage: '[--undelivered] [--limit NUMBER]',
  summary: `the latest enquiries (${USUAL}), and how their mails stand; --undelivered: those not in the mailbox`,
  words: 0,
  options: { undelivered: { type: 'boolean' }, limit: { type: 'string' } },
  async run({ db, statements }, _, { undelivered, limit = `${USUAL}` }) {
    if (!/^[1-9]\d{0,6}$/.test(String(limit))) {
      throw new Error(`--limit is ${JSON.stringify(limit)}; expected a whole number from 1.`);
    }
    const enquiries = await readEnquiries(db, {
      isUndelivered: undelivered === true,
      limit: Number(limit),
    });
    const mails = await statements.summarizeMails();
    return {
      text: `${printEnquiries(enquiries)}\n\n${printTotals(mails)}`,
      json: { enquiries, mails },
    };
  },
};

export function printEnquiries(enquiries: EnquiryRecord[]): string {
  return printTable(
    ['RECEIVED', 'NAME', 'E-MAIL', 'SUBJECT', 'COMPANY MAIL', 'CONFIRMATION', 'ID'],
    enquiries.map(({ id, receivedAt, name, email, subject, mails }) => [
      printTime(receivedAt),
      name,
      email,
      subject,
      stateOf(mails, 'company'),
      stateOf(mails, 'confirmation'),
      id.slice(0, 8),
    ]),
    'No enquiries.',
  );
}

/** 'queued (unreachable: ECONNREFUSED)' */
function stateOf(mails: MailRecord[], kind: MailRecord['kind']): string {
  const mail = mails.find((one) => one.kind === kind);
  if (!mail) return 'none';
  const { state, failure } = mail;
  const because = failure === undefined || state === 'delivered' ? '' : ` (${failure})`;
  return stateNow(mail) + because;
}

/** One that kills the process is 'sending' until its hour is over, though nobody is at it. */
export function stateNow({ state, deaths, dueAt }: MailRecord): string {
  const isHeld = Date.parse(dueAt) - DEADLY_LEASE_MS + LEASE_MS > Date.now();
  const isLeft = state === 'sending' && deaths > DEADLY_AFTER && !isHeld;
  return isLeft ? `waits after ${deaths} deaths` : state;
}

function printTotals(mails: MailSummary[]): string {
  const rows = mails.map(({ kind, state, count, oldestMs }) => [
    kind,
    state,
    String(count),
    printTime(new Date(oldestMs).toISOString()),
  ]);
  return printTable(['MAILS', 'STATE', 'COUNT', 'OLDEST'], rows, 'No mails.');
}
