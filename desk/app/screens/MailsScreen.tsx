import type { ReactNode } from 'react';
import { fillIn } from '../../../enquiry/fill-in.ts';
import { type MailTexts, mailTextsSchema } from '../../../enquiry/mail-texts.ts';
import type { Company } from '../../../site/content.ts';
import { useDesk } from '../Desk.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';

const FILE = 'mails.yaml';
const SAMPLE = { Betreft: 'Receptie', Datum: '12-6-2027', 'Aantal personen': '40' };

/** The words of both mails, each beside the mail as it will be read. */
export function MailsScreen() {
  const { draft } = useDesk();
  const { confirmation, company: own } = draft[FILE] as MailTexts;
  const company = draft['company.yaml'] as Company;
  const { entries } = mailTextsSchema;
  return (
    <div className="screen">
      <h1>Mails</h1>
      <p className="lead">
        Bij elke aanvraag vertrekken twee mails. Ernaast zie je hoe ze gelezen worden, met een
        verzonnen aanvraag.
      </p>
      <section className="beside">
        <div>
          <h2>Bevestiging aan de bezoeker</h2>
          <SchemaFields schema={entries.confirmation} file={FILE} path={['confirmation']} />
        </div>
        <Mail title="De bevestiging" from={company.name} subject={confirmation.subject}>
          <p>{confirmation.greeting}</p>
          <p>{confirmation.received}</p>
          <p className="mail-heading">{confirmation.summaryHeading}</p>
          <Sample />
          <p>{confirmation.whatNext}</p>
          <p>{confirmation.signOff}</p>
          <p>
            {company.name}
            <br />
            {company.phone} · {company.email}
          </p>
          <p className="small">{confirmation.notYou}</p>
        </Mail>
      </section>
      <section className="beside">
        <div>
          <h2>Mail aan jou</h2>
          <SchemaFields schema={entries.company} file={FILE} path={['company']} />
        </div>
        <Mail
          title="De mail aan jou"
          from="An Peeters"
          subject={`Receptie, ${fillIn(own.personOther, { count: 40 })}: An Peeters`}
        >
          <Sample />
          <p>Kunnen jullie ook iets zonder vlees voorzien?</p>
          <p className="small">
            {own.reply}
            <br />
            {fillIn(own.sent, { site: company.name, time: '3 mei, 14:05' })}
          </p>
        </Mail>
      </section>
    </div>
  );
}

function Sample() {
  return (
    <dl>
      {Object.entries(SAMPLE).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Mail(props: { title: string; from: string; subject: string; children: ReactNode }) {
  return (
    <article className="mail" aria-label={props.title}>
      <p className="mail-head">
        <span>Van: {props.from}</span>
        <strong>{props.subject}</strong>
      </p>
      {props.children}
    </article>
  );
}
