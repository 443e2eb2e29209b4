import { type ReactNode, useId, useState } from 'react';
import { ENQUIRY_STATES, partyDayOf } from '../../../enquiry/enquiry-states.ts';
import { companySchema } from '../../../site/content/content.ts';
import type { DeskEnquiry } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { formatDay } from '../dates/format-day.ts';
import { messagesIn, validValue } from '../draft/valid-value.ts';
import { closeTo, hrefOf } from '../navigation/route.ts';
import { notify } from '../store/app-store.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { replyTo, telephoneHref } from './contact.ts';
import { formatLongDay, NOT_ONLINE, ONLINE_LATER, useFullDays } from './full-days.ts';
import { NoteField } from './NoteField.tsx';
import { countPersons, mailLabel, visitorNameOf } from './rows.ts';
import { STATE_NAMES, setEnquiryState } from './states.ts';

export function EnquiryScreen({ enquiry }: { enquiry: DeskEnquiry }) {
  const { id, fields, mails, state, note, receivedAtMs } = enquiry;
  const [isAnswering, setAnswering] = useState(false);
  const labels: Record<string, string> = messagesIn(useDeskState()).fields;
  const { country } = validValue(useDeskState(), 'company.yaml', companySchema);
  const dialled = telephoneHref(String(fields.phone ?? ''), country);
  const erase = async () => {
    const request = () => call('DELETE /api/enquiries/:id', undefined, id);
    if (await runAndReport(request, 'Gewist.')) closeTo(hrefOf('aanvragen'));
  };
  const answer = () => setAnswering(true);
  const day = partyDayOf(fields);
  const ids = { message: useId(), facts: useId() };
  // The heading shows the name, and the key facts below it show what is asked.
  const { firstName: _, name: _name, message, ...others } = fields;
  const { date: _date, productType, personCount: _count, partyLocation, ...facts } = others;
  const hasFailed = mails.some(({ state }) => state === 'failed');
  return (
    <Screen
      title={visitorNameOf(enquiry)}
      lead={`Ontvangen op ${formatDay(receivedAtMs, 'short')}`}
    >
      <dl className="key-facts">
        <KeyFact icon="calendar" name={withoutFormat(labels.date)}>
          {day && formatLongDay(day)}
        </KeyFact>
        <KeyFact icon="party" name={labels.productType}>
          {productType}
        </KeyFact>
        <KeyFact icon="people" name={labels.personCount}>
          {countPersons(fields)}
        </KeyFact>
        <KeyFact icon="place" name={labels.partyLocation}>
          {partyLocation}
        </KeyFact>
      </dl>
      {hasFailed && (
        <div className="failed-mails">
          <MailRows enquiry={enquiry} />
        </div>
      )}
      <div className="buttons">
        <Button
          kind="main"
          icon="mail"
          label="Antwoord"
          href={answerTo(enquiry)}
          onPress={answer}
        />
        {dialled && (
          <Button icon="phone" label={`Bel ${fields.phone}`} href={dialled} onPress={answer} />
        )}
      </div>
      <div role="status">
        {isAnswering && state === 'new' && (
          <div className="proposal">
            <p>Heb je geantwoord?</p>
            <div className="buttons">
              <Button
                kind="main"
                label="Ja, beantwoord"
                onPress={() => setEnquiryState(id, 'answered')}
              />
              <Button label="Nog niet" onPress={() => setAnswering(false)} />
            </div>
          </div>
        )}
      </div>
      <Group title="Hoe staat het ermee?">
        {ENQUIRY_STATES.map((choice) => (
          <Button
            key={choice}
            label={STATE_NAMES[choice]}
            aria-pressed={state === choice}
            onPress={() => state !== choice && setEnquiryState(id, choice)}
          />
        ))}
      </Group>
      {state === 'booked' && day !== undefined && day >= dayFromNow(0) && <PartyDay day={day} />}
      <div className="enquiry">
        <div>
          {message && (
            <section className="message" aria-labelledby={ids.message}>
              <h2 id={ids.message}>{labels.message}</h2>
              <p>{message}</p>
            </section>
          )}
          <NoteField id={id} note={note} />
        </div>
        <div>
          <section aria-labelledby={ids.facts}>
            <h2 id={ids.facts}>Gegevens</h2>
            <dl className="facts">
              {Object.entries(facts).map(([name, value]) => (
                <div key={name}>
                  <dt>{labels[name] ?? name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          {!hasFailed && <MailRows enquiry={enquiry} />}
          <div className="erase">
            <Button
              kind="remove"
              icon="trash"
              label="Wis deze aanvraag"
              confirmLabel="Ja, wis deze aanvraag"
              onPress={erase}
            />
            <p className="help">De mail in je mailbox blijft staan: die wis je daar zelf.</p>
          </div>
        </div>
      </div>
    </Screen>
  );
}

/** What became of the mails about the enquiry, and a button that sends them again. */
function MailRows({ enquiry }: { enquiry: DeskEnquiry }) {
  const { id, mails, confirmationSkipped } = enquiry;
  const requeue = () =>
    runAndReport(
      () => call('POST /api/enquiries/:id/requeue', {}, id),
      'We sturen de mails opnieuw.',
    );
  const canRequeue = mails.some(({ state }) => state === 'failed' || state === 'queued');
  return (
    <>
      <Rows title="Mails">
        {mails.map((mail) => (
          <Row
            key={mail.kind}
            icon={mail.state === 'failed' ? 'warning' : 'mail'}
            title={mailLabel(mail)}
            lines={[mail.lastError]}
          />
        ))}
        {confirmationSkipped && <Row icon="mail" title="Bevestiging: niet verstuurd" lines={[]} />}
      </Rows>
      {canRequeue && <Button label="Stuur de mails opnieuw" onPress={requeue} />}
    </>
  );
}

/**
 * One of the key facts: the occasion, date, number of people and place. Empty when the visitor did
 * not fill it in.
 */
function KeyFact(props: { icon: IconName; name: string | undefined; children: ReactNode }) {
  if (!props.children) return null;
  return (
    <div>
      <dt>
        <Icon name={props.icon} />
        <span className="visually-hidden">{props.name}</span>
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** A group of buttons, one of which is pressed. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      <div className="buttons">{children}</div>
    </fieldset>
  );
}

/** The day of a booked enquiry's party. */
function PartyDay({ day }: { day: string }) {
  const { days, isWaiting, mark } = useFullDays();
  const isFull = days.includes(day);
  const toggle = () => {
    mark(day, !isFull);
    notify(`${isFull ? 'Weer vrij' : 'Volzet'}: ${formatLongDay(day)}. ${ONLINE_LATER}`);
  };
  const hint = isFull
    ? `Die dag staat op volzet. ${isWaiting ? NOT_ONLINE : 'Je bezoekers zien het.'}`
    : 'Neem je die dag niets anders meer aan?';
  return (
    <div className="proposal">
      <p>
        Het feest is op {formatLongDay(day)}. {hint}
      </p>
      <Button
        {...(!isFull && { kind: 'main' as const })}
        label={isFull ? 'Zet die dag weer vrij' : 'Zet die dag op volzet'}
        onPress={toggle}
      />
    </div>
  );
}

/** Removes the format that a label shows to visitors: 'Datum (dd/mm/jjjj)' becomes 'Datum'. */
const withoutFormat = (label = 'date') => label.replace(/\s*\([^)]*\)$/, '');

/** The address that opens the mail program, with the message quoted. */
function answerTo({ fields }: DeskEnquiry) {
  const { email = '', date, firstName, name = '', message = '' } = fields;
  const subject = date ? `Je aanvraag voor ${date}` : 'Je aanvraag';
  const greeting = `Dag ${firstName ?? name},`;
  return replyTo({ to: String(email), subject, greeting }, String(message));
}
