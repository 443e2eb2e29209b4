import { companySchema } from '../../../site/content.ts';
import type { DeskEnquiry, EnquiryMail } from '../../api.ts';
import { call } from '../call.ts';
import { notify } from '../content/app-store.ts';
import { messagesIn, run, useDesk, useServer, validValue } from '../desk.ts';
import { hrefOf } from '../route.ts';
import { Button, formatDay, Row, Rows, Screen } from '../shell/parts.tsx';
import { dialOf, replyTo } from './contact.ts';

export function EnquiriesScreen({ name: id }: { name: string }) {
  const { isBusy } = useDesk();
  const answer = useServer('GET /api/enquiries', 60_000);
  if (!answer) return <p className="loading">De aanvragen komen eraan.</p>;
  const { enquiries, keepDays } = answer;
  const opened = enquiries.find((one) => one.id === id);
  if (opened) return <EnquiryScreen key={id} enquiry={opened} />;
  const sendTestMail = () =>
    run(async () => {
      const { to, answer: said } = await call('POST /api/test-mail');
      notify(`Vertrokken naar ${to}. De mailserver antwoordde: ‘${said}’.`);
    });
  return (
    <Screen title="Aanvragen">
      <Rows empty="Er zijn nog geen aanvragen.">
        {enquiries.map((one) => (
          <Row
            key={one.id}
            icon="mail"
            title={nameOf(one)}
            lines={[summaryOf(one), formatDay(one.receivedAtMs, 'short')]}
            href={hrefOf('aanvragen', one.id)}
          >
            {one.mails.map((mail) => (
              <span key={mail.kind} className="tag" data-state={mail.state}>
                {stateOf(mail)}
              </span>
            ))}
          </Row>
        ))}
      </Rows>
      <p className="help">
        {keepDays && `Een aanvraag blijft hier ${keepDays} dagen nadat ze in je mailbox aankwam. `}
        Een proefmail gaat langs dezelfde weg.
      </p>
      <div className="buttons">
        {enquiries.length > 0 && <Button icon="file" label="Als rekenblad" href="/enquiries.csv" />}
        <Button icon="mail" label="Stuur een proefmail" disabled={isBusy} onPress={sendTestMail} />
      </div>
    </Screen>
  );
}

function nameOf({ fields: { firstName, name, email } }: DeskEnquiry) {
  const names = [firstName, name].filter(Boolean);
  return names.join(' ') || String(email ?? '');
}

function summaryOf({ fields: { date, personCount, productType } }: DeskEnquiry) {
  const day = date && `feest op ${date}`;
  const persons = personCount && `${personCount} personen`;
  const parts = [productType, day, persons].filter(Boolean);
  return parts.join(' · ') || 'Zonder datum';
}

const MAILS: Record<EnquiryMail['kind'], string> = {
  company: 'Mail aan jou',
  confirmation: 'Bevestiging',
};

const STATES: Record<EnquiryMail['state'], string> = {
  queued: 'wacht',
  delivered: 'aangekomen',
  failed: 'niet aangekomen',
  kept: 'bewaard, er was geen mailserver',
};

const stateOf = ({ kind, state }: EnquiryMail) => `${MAILS[kind]}: ${STATES[state]}`;

function EnquiryScreen({ enquiry }: { enquiry: DeskEnquiry }) {
  const { id, fields, mails, receivedAtMs, confirmationSkipped } = enquiry;
  const labels: Record<string, string> = messagesIn(useDesk()).fields;
  const { country } = validValue(useDesk(), 'company.yaml', companySchema);
  const dialled = dialOf(String(fields.phone ?? ''), country);
  const erase = () => run(() => call('DELETE /api/enquiries/:id', undefined, id), 'Gewist.');
  const requeue = () =>
    run(() => call('POST /api/enquiries/:id/requeue', {}, id), 'We sturen de mails opnieuw.');
  return (
    <Screen title={nameOf(enquiry)} lead={`Ontvangen op ${formatDay(receivedAtMs, 'short')}`}>
      <div className="buttons">
        <Button kind="main" icon="mail" label="Antwoord" href={answerTo(enquiry)} />
        {dialled && <Button icon="phone" label={`Bel ${fields.phone}`} href={dialled} />}
      </div>
      <dl className="facts">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{labels[name] ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Rows title="Mails">
        {mails.map((mail) => (
          <Row
            key={mail.kind}
            icon={mail.state === 'failed' ? 'warning' : 'mail'}
            title={stateOf(mail)}
            lines={[mail.lastError]}
          />
        ))}
        {confirmationSkipped && <Row icon="mail" title="Bevestiging: niet verstuurd" lines={[]} />}
      </Rows>
      <div className="buttons">
        {mails.some(({ state }) => state === 'queued' || state === 'failed') && (
          <Button label="Stuur de mails opnieuw" onPress={requeue} />
        )}
        <Button kind="remove" label="Wis" sure="Ja, wis deze aanvraag" onPress={erase} />
      </div>
      <p className="help">De mail in je mailbox blijft staan: die wis je daar zelf.</p>
    </Screen>
  );
}

/** Opens the mail program, with the message quoted. */
function answerTo({ fields }: DeskEnquiry) {
  const { email = '', date, firstName, name = '', message = '' } = fields;
  const subject = date ? `Je aanvraag voor ${date}` : 'Je aanvraag';
  const greeting = `Dag ${firstName ?? name},`;
  return replyTo({ to: String(email), subject, greeting }, String(message));
}
