import { useState } from 'react';
import type { MailSavedAnswer, MailSettings } from '../../api.ts';
import { call } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { PlainField } from '../form/PlainField.tsx';
import { getIn } from '../state.ts';

const SECURE_PORT = 465;

/** The server's mail server: tried with a mail, then written among its settings, never into `content/`. */
export function MailServerForm() {
  const { draft, reload } = useDesk();
  const own = String(getIn(draft['company.yaml'], ['email']) ?? '');
  const [values, setValues] = useState({
    host: '',
    port: String(SECURE_PORT),
    user: own,
    password: '',
    from: '',
    to: own,
  });
  const [state, setState] = useState<{ kind: 'busy' | 'wrong' | 'done'; text: string }>();
  const [saved, setSaved] = useState<MailSavedAnswer>();
  const settings = (): MailSettings => ({
    ...values,
    port: Number(values.port),
    isSecure: Number(values.port) === SECURE_PORT,
  });
  const attempt = async (work: () => Promise<string>) => {
    setState({ kind: 'busy', text: 'Even geduld.' });
    const done = (text: string) => setState({ kind: 'done', text });
    await work().then(done, ({ message }) => setState({ kind: 'wrong', text: message }));
  };
  const test = () =>
    attempt(async () => {
      await call('POST /api/mail/test', settings());
      return `Er is een mail vertrokken naar ${values.to}. Kijk of hij aankomt.`;
    });
  const save = () =>
    attempt(async () => {
      const answer = await call('PUT /api/mail', settings());
      setSaved(answer);
      await reload('server');
      const restart = answer.needsRestart ? ' Ze gelden zodra de server opnieuw start.' : '';
      return answer.writtenTo
        ? `Bewaard in ${answer.writtenTo}.${restart}`
        : 'Plak dit bij de instellingen van je host:';
    });
  const field = (name: keyof typeof values, label: string, help?: string, type?: string) => (
    <PlainField
      {...{ name, label }}
      {...(help && { help })}
      {...(type && { type })}
      isOptional={['user', 'password', 'from'].includes(name)}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <form
      className="mail-server"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {field('host', 'Mailserver', 'van je mailprovider, zoals smtp.provider.be')}
      {field('port', 'Poort', '465, of 587', 'number')}
      {field('user', 'Gebruiker')}
      {field(
        'password',
        'Wachtwoord',
        'komt bij de instellingen van de server, nooit bij je teksten',
        'password',
      )}
      {field('from', 'Afzender', `het adres waarvan de site mailt; leeg is het ${own}`, 'email')}
      {field('to', 'Proefmail naar', undefined, 'email')}
      {state && (
        <p className={state.kind === 'wrong' ? 'problem' : 'help'} role="status">
          {state.text}
        </p>
      )}
      {saved?.paste && <pre>{saved.paste}</pre>}
      <div className="buttons">
        <button type="button" onClick={test} disabled={state?.kind === 'busy'}>
          Stuur een proefmail
        </button>
        <button type="submit" className="main" disabled={state?.kind === 'busy'}>
          Bewaar de mailserver
        </button>
      </div>
    </form>
  );
}
