import type { ReactNode } from 'react';
import { companySchema } from '../../../site/content.ts';
import { walkContent } from '../../../site/content-walk.ts';
import type { Problem } from '../../api.ts';
import { useDesk } from '../Desk.tsx';
import { titleOf } from '../form/field-parts.tsx';
import { hrefOf } from '../route.ts';
import { getIn } from '../state.ts';
import { MailServerForm } from './MailServerForm.tsx';

interface Step {
  title: string;
  isDone: boolean;
  /** What is still the sample's. */
  left?: string[];
  content: ReactNode;
}

/** What the caterer calls the fields of company.yaml in which a fact of the sample stands. */
function namesOf(facts: Problem[], company: unknown): string[] {
  const places = facts
    .filter(({ file }) => file === 'company.yaml')
    .map(({ path }) => path.join('.'));
  const names: string[] = [];
  walkContent(companySchema, company, (_, described, path) => {
    if (places.includes(path.join('.'))) names.push(titleOf(described, path).toLowerCase());
  });
  return [...new Set(names)];
}

/** From the sample to a house of one's own. */
export function ChecklistScreen() {
  const { draft, server, dispatch } = useDesk();
  const { sampleFacts, untouched } = server;
  const isSample = getIn(draft['company.yaml'], ['sample']) === true;
  const inFolder = (folder: string) => untouched.filter((file) => file.startsWith(folder));
  const shortly = (file: string) => file.replace(/^\w+\/|\.\w+$/g, '');
  const steps: Step[] = [
    {
      title: 'Je gegevens',
      isDone: !sampleFacts.some(({ file }) => file === 'company.yaml'),
      left: namesOf(sampleFacts, draft['company.yaml']),
      content: <a href={hrefOf('gegevens')}>Naam, adres, telefoon, btw-nummer en openingsuren</a>,
    },
    {
      title: 'Je logo en kleuren',
      isDone: !server.isBrandUntouched && inFolder('brand/').length === 0,
      left: inFolder('brand/').map(shortly),
      content: <a href={hrefOf('merk')}>Logo, kleuren en lettertypes</a>,
    },
    {
      title: 'Je foto’s',
      isDone: inFolder('photos/').length === 0,
      left: inFolder('photos/').map(shortly),
      content: <a href={hrefOf('fotos')}>Zet je eigen foto’s in de plaats</a>,
    },
    {
      title: 'Je teksten',
      isDone: inFolder('pages/').length === 0,
      left: inFolder('pages/').map(shortly),
      content: <a href={hrefOf('paginas')}>Lees elke pagina na, en maak er de jouwe van</a>,
    },
    {
      title: 'Je mailserver',
      isDone: server.hasMailServer === true,
      content: (
        <details>
          <summary>Waarmee de site mails verstuurt</summary>
          <MailServerForm />
        </details>
      ),
    },
    {
      title: 'Alles is van jou',
      isDone: !isSample,
      left: sampleFacts
        .filter(({ file }) => file !== 'company.yaml')
        .map(({ file, now }) => `${file}: ${now}`),
      content: (
        <label className="check">
          <input
            type="checkbox"
            checked={!isSample}
            onChange={(event) =>
              dispatch({
                type: 'changed',
                file: 'company.yaml',
                path: ['sample'],
                value: !event.target.checked,
              })
            }
          />
          Er staan geen voorbeeldgegevens meer. Dan kijken we na of alles kan kloppen.
        </label>
      ),
    },
    {
      title: 'Zet online',
      isDone: server.online !== null && !isSample,
      content: <a href={hrefOf('online')}>Kies waar je site staat, en zet ze online</a>,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="screen form">
      <h1>Van voorbeeld naar je eigen huis</h1>
      <p className="lead">
        {done === steps.length
          ? 'Klaar. Vanaf nu verander je wat je wilt, wanneer je wilt.'
          : `${done} van ${steps.length} gedaan. Je kunt stoppen en later verdergaan.`}
      </p>
      <ol className="steps">
        {steps.map(({ title, isDone, left = [], content }) => (
          <li key={title} data-kind={isDone ? 'done' : 'open'}>
            <h2>
              {title}
              <span className="hidden-words">{isDone ? ', gedaan' : ', nog te doen'}</span>
            </h2>
            {content}
            {!isDone && left.length > 0 && (
              <p className="help">
                Nog van het voorbeeld: {left.slice(0, 6).join(', ')}
                {left.length > 6 && ` en ${left.length - 6} andere`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
