import { Fragment, useState } from 'react';
import {
  ENQUIRY_STATES,
  type EnquiryState,
  matchesSearch,
} from '../../../enquiry/enquiry-states.ts';
import type { DeskEnquiry } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { hrefOf } from '../navigation/route.ts';
import { notify } from '../store/app-store.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { MissingEntryNotice } from '../ui/MissingEntryNotice.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { EnquiryScreen } from './EnquiryScreen.tsx';
import { groupEnquiries, mailLabel, partyFacts, visitorNameOf } from './rows.ts';
import { STATE_NAMES } from './states.ts';

const SEARCH = 'Zoek op naam, datum, plaats of woord';

/** What the list shows. It stays the same when an enquiry is opened and closed. */
let view: { search: string; state: EnquiryState | undefined } = { search: '', state: undefined };

export function EnquiriesScreen({ name: id }: { name: string }) {
  const response = useQueryData('GET /api/enquiries', { refetchMs: 60_000 });
  if (!response) {
    return (
      <Screen title="Aanvragen">
        <LoadingPlaceholder route="GET /api/enquiries" what="De aanvragen" />
      </Screen>
    );
  }
  const { enquiries, retention } = response;
  const opened = enquiries.find((enquiry) => enquiry.id === id);
  if (opened) return <EnquiryScreen key={id} enquiry={opened} />;
  return <EnquiryList enquiries={enquiries} retention={retention} isMissing={id !== ''} />;
}

interface ListProps {
  /** The enquiries in the order of their parties. */
  enquiries: DeskEnquiry[];
  retention: { days: number; bookedUntilParty: boolean } | undefined;
}

/** @param props.isMissing whether the address names an enquiry that is not there */
function EnquiryList({ enquiries, retention, isMissing }: ListProps & { isMissing: boolean }) {
  const { isBusy } = useDeskState();
  const [{ search, state }, setView] = useState(view);
  const changeView = (next: typeof view) => {
    view = next;
    setView(next);
  };
  const sendTestMail = () =>
    runAndReport(async () => {
      const { to, smtpResponse } = await call('POST /api/test-mail');
      notify(`Vertrokken naar ${to}. De mailserver antwoordde: ‘${smtpResponse}’.`);
    });
  const found = enquiries.filter((enquiry) => {
    return (!state || enquiry.state === state) && matchesSearch(enquiry, search);
  });
  const isFiltered = search.trim() !== '' || state !== undefined;
  const testMail = (
    <Button icon="mail" label="Stuur een proefmail" disabled={isBusy} onPress={sendTestMail} />
  );
  return (
    <Screen title="Aanvragen">
      {isMissing && <MissingEntryNotice what="aanvraag" />}
      {enquiries.length > 0 && (
        <>
          <div className="search">
            <Icon name="search" />
            <input
              type="search"
              aria-label={SEARCH}
              placeholder={SEARCH}
              value={search}
              onChange={({ target }) => changeView({ search: target.value, state })}
            />
          </div>
          <fieldset className="choices filters">
            <legend className="visually-hidden">Toon</legend>
            <div className="buttons">
              {[undefined, ...ENQUIRY_STATES].map((choice) => (
                <Button
                  key={choice ?? 'all'}
                  label={labelOf(choice, enquiries)}
                  aria-pressed={choice === state}
                  onPress={() => changeView({ search, state: choice })}
                />
              ))}
            </div>
          </fieldset>
        </>
      )}
      <p className="help" role="status">
        {isFiltered && countOf(found.length)}
      </p>
      {enquiries.length === 0 && (
        <EmptyState drawing="enquiries" text="Er zijn nog geen aanvragen.">
          {testMail}
        </EmptyState>
      )}
      {groupEnquiries(found, dayFromNow(0)).map((group) => (
        <EnquiryRows key={group.title} {...group} />
      ))}
      <Rows>
        <Row
          icon="calendar"
          title="Volzette dagen"
          lines={['Wat je formulier bij een dag zegt']}
          href={hrefOf('aanvragen', 'volzet')}
        />
      </Rows>
      <p className="help">
        {retention && `${describeRetention(retention)} `}
        Een proefmail gaat langs dezelfde weg.
      </p>
      {enquiries.length > 0 && (
        <div className="buttons">
          <Button icon="file" label="Als rekenblad" href="/enquiries.csv" />
          {testMail}
        </div>
      )}
    </Screen>
  );
}

function EnquiryRows({ title, enquiries }: { title: string; enquiries: DeskEnquiry[] }) {
  return (
    <Rows title={title} kind="enquiries">
      {enquiries.map((enquiry) => (
        <EnquiryRow key={enquiry.id} enquiry={enquiry} />
      ))}
    </Rows>
  );
}

/** An enquiry: the visitor's name, the state, what is asked and, below these, what needs care. */
function EnquiryRow({ enquiry }: { enquiry: DeskEnquiry }) {
  const { id, state, mails, note, receivedAtMs } = enquiry;
  const undelivered = mails.filter((mail) => mail.state !== 'delivered');
  const [noted = ''] = note.split('\n');
  return (
    <li>
      <a className="row-main" href={hrefOf('aanvragen', id)}>
        <span className="who">
          <strong>{visitorNameOf(enquiry)}</strong>{' '}
          {/* New enquiries need no tag: the heading above them says so. */}
          {state !== 'new' && (
            <span className="tag" data-enquiry={state}>
              {STATE_NAMES[state]}
            </span>
          )}
        </span>
        <time className="received" dateTime={new Date(receivedAtMs).toISOString()}>
          <span className="visually-hidden"> Ontvangen </span>
          {formatReceived(receivedAtMs)}
        </time>
        <span className="asked">
          {partyFacts(enquiry).map((fact) => (
            <Fragment key={fact}>
              {' '}
              <span>{fact}</span>
            </Fragment>
          ))}
        </span>
        {(noted || undelivered.length > 0) && (
          <span className="noted">
            {undelivered.map((mail) => (
              <Fragment key={mail.kind}>
                {' '}
                <span className="tag" data-state={mail.state}>
                  {mailLabel(mail)}
                </span>
              </Fragment>
            ))}{' '}
            {noted && <span>{noted}</span>}
          </span>
        )}
      </a>
    </li>
  );
}

/** The time of today, else the day: '14:05', '26 nov'. */
function formatReceived(ms: number): string {
  const date = new Date(ms);
  const today = new Date();
  if (date.toDateString() === today.toDateString())
    return date.toLocaleTimeString('nl-BE', { hour: '2-digit', minute: '2-digit' });
  const isThisYear = date.getFullYear() === today.getFullYear();
  return date.toLocaleDateString('nl-BE', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** 'Nieuw (3)' */
function labelOf(state: EnquiryState | undefined, enquiries: DeskEnquiry[]): string {
  if (!state) return 'Alles';
  const count = enquiries.filter((enquiry) => enquiry.state === state).length;
  return count === 0 ? STATE_NAMES[state] : `${STATE_NAMES[state]} (${count})`;
}

function countOf(count: number): string {
  if (count === 0) return 'Geen aanvraag gevonden.';
  return count === 1 ? '1 aanvraag.' : `${count} aanvragen.`;
}

function describeRetention({
  days,
  bookedUntilParty,
}: NonNullable<ListProps['retention']>): string {
  const rule = `Een aanvraag blijft hier ${days} dagen nadat ze in je mailbox aankwam`;
  return bookedUntilParty
    ? `${rule}; wat geboekt is, tot ${days} dagen na het feest en hoogstens twee jaar.`
    : `${rule}, ook als ze geboekt is: je privacypagina die online staat, zegt nog niet dat ze dan langer blijft.`;
}
