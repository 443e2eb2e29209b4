import { useState } from 'react';
import type { DeskEnquiry, EnquiryMail, EnquiryOrder } from '../../api.ts';
import { call } from '../call.ts';
import { messagesOf, refresh, useDesk, useServer } from '../Desk.tsx';
import { go, hrefOf } from '../route.ts';
import { Icon } from '../shell/icons.tsx';

const when = (ms: number) =>
  new Date(ms).toLocaleString('nl-BE', { dateStyle: 'medium', timeStyle: 'short' });

/** What visitors asked, by the day it came or the day of the party. */
export function EnquiriesScreen({ id }: { id: string | undefined }) {
  const [order, setOrder] = useState<EnquiryOrder>('received');
  const answer = useServer('GET /api/enquiries?order=', 'enquiries', order, 60_000);
  const enquiry = answer?.enquiries.find((one) => one.id === id);
  if (!answer) return <p className="loading">De aanvragen komen eraan.</p>;
  if (id && enquiry) return <EnquiryDetail key={id} enquiry={enquiry} />;
  const { enquiries, total, keepDays } = answer;
  return (
    <div className="screen">
      <div className="head">
        <h1>Aanvragen</h1>
        {total > 0 && (
          <a className="button" href="/enquiries.csv" download>
            <Icon name="file" /> Als rekenblad
          </a>
        )}
      </div>
      <fieldset className="choice">
        <legend className="hidden-text">Volgorde</legend>
        {(['received', 'partyDate'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="order"
              checked={order === one}
              onChange={() => setOrder(one)}
            />
            {one === 'received' ? 'Nieuwste eerst' : 'Op datum van het feest'}
          </label>
        ))}
      </fieldset>
      <ul className="rows">
        {enquiries.map((one) => (
          <li key={one.id}>
            <a className="row-main" href={hrefOf('aanvragen', one.id)}>
              <Icon name="mail" />
              <span>
                <strong>{nameOf(one)}</strong>
                <span>{summaryOf(one)}</span>
                <span className="small">{when(one.receivedAtMs)}</span>
              </span>
            </a>
            <p className="row-state">
              {one.mails.map((mail) => (
                <MailState key={mail.kind} mail={mail} />
              ))}
            </p>
          </li>
        ))}
      </ul>
      {enquiries.length === 0 && <p className="empty">Er zijn nog geen aanvragen.</p>}
      <p className="help">
        Een aanvraag blijft hier {keepDays} dagen nadat ze in je mailbox aankwam. De mail in je
        mailbox blijft staan.
      </p>
    </div>
  );
}

const nameOf = ({ fields }: DeskEnquiry) =>
  [fields.firstName, fields.name].filter(Boolean).join(' ') || String(fields.email ?? '');

function summaryOf({ fields }: DeskEnquiry): string {
  const { date, personCount, productType } = fields;
  const parts = [productType, date && `feest op ${date}`, personCount && `${personCount} personen`];
  return parts.filter(Boolean).join(' · ') || 'Zonder datum';
}

const STATES: Record<EnquiryMail['state'], string> = {
  queued: 'wacht',
  delivered: 'aangekomen',
  failed: 'niet aangekomen',
};

function MailState({ mail: { kind, state } }: { mail: EnquiryMail }) {
  return (
    <span className="tag" data-state={state}>
      {kind === 'company' ? 'Mail aan jou' : 'Bevestiging'}: {STATES[state]}
    </span>
  );
}

function EnquiryDetail({ enquiry }: { enquiry: DeskEnquiry }) {
  const { files, attempt } = useDesk();
  const [isAsked, setAsked] = useState(false);
  const { id, fields, mails, receivedAtMs } = enquiry;
  const labels: Record<string, string> = messagesOf(files).fields;
  const erase = async () => {
    if (await attempt(() => call('DELETE /api/enquiries/:id', undefined, id), 'Gewist.')) {
      go('aanvragen');
      await refresh('enquiries', 'state');
    }
  };
  const requeue = async () => {
    await attempt(
      () => call('POST /api/enquiries/:id/requeue', undefined, id),
      'We sturen de mails opnieuw.',
    );
    await refresh('enquiries', 'state');
  };
  return (
    <div className="screen form">
      <p>
        <a className="back" href={hrefOf('aanvragen')}>
          <Icon name="back" /> Alle aanvragen
        </a>
      </p>
      <h1>{nameOf(enquiry)}</h1>
      <div className="buttons">
        <a className="button main" href={replyTo(enquiry)}>
          <Icon name="mail" /> Antwoord
        </a>
        {fields.phone && (
          <a className="button" href={`tel:${String(fields.phone).replace(/[^\d+]/g, '')}`}>
            <Icon name="phone" /> Bel {fields.phone}
          </a>
        )}
      </div>
      <dl className="facts">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{labels[name] ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Ontvangen</dt>
          <dd>{when(receivedAtMs)}</dd>
        </div>
      </dl>
      <h2>Mails</h2>
      <ul className="mails">
        {mails.map((mail) => (
          <li key={mail.kind}>
            <MailState mail={mail} />
            {mail.state !== 'delivered' && mail.lastError && (
              <p className="help">
                Na {mail.tries} keer proberen antwoordde de mailserver: {mail.lastError}
              </p>
            )}
          </li>
        ))}
        {enquiry.confirmationSkipped && (
          <li className="help">Geen bevestiging verstuurd: er kwamen er te veel op één uur.</li>
        )}
      </ul>
      <div className="buttons">
        {mails.some(({ state }) => state !== 'delivered') && (
          <button type="button" onClick={requeue}>
            Stuur de mails opnieuw
          </button>
        )}
        {isAsked ? (
          <button type="button" className="remove" onClick={erase}>
            Ja, wis deze aanvraag
          </button>
        ) : (
          <button type="button" className="remove" onClick={() => setAsked(true)}>
            <Icon name="trash" /> Wis
          </button>
        )}
      </div>
      {isAsked && <p className="help">De mail in je mailbox blijft staan: die wis je daar zelf.</p>}
    </div>
  );
}

/** Opens the mail program, with what was asked below the answer. */
function replyTo({ fields }: DeskEnquiry): string {
  const subject = `Je aanvraag${fields.date ? ` voor ${fields.date}` : ''}`;
  const quoted = String(fields.message ?? '')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const greeting = `Dag ${fields.firstName ?? fields.name ?? ''},`;
  const body = `${greeting}\r\n\r\n\r\n\r\n${quoted}`;
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return `mailto:${encodeURIComponent(String(fields.email))}?${query}`;
}
