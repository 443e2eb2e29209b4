import { useState } from 'react';
import type { Target } from '../../api.ts';
import { call } from '../client.ts';
import { PlainField } from '../form/PlainField.tsx';

const WAYS = {
  here: { title: 'Op deze computer', help: 'De server van de site loopt hier, in deze map.' },
  ssh: { title: 'Op een server', help: 'Je hebt een server waarop je met ssh kunt aanmelden.' },
  git: {
    title: 'Bij een host die zelf bouwt',
    help: 'Je stuurt de bestanden met git naar een host.',
  },
};

const SSH = { login: '', folder: '/opt/website/dist', envFile: '/etc/website.env' };
/** What `ssh` takes by itself, unless told otherwise. */
const SSH_OWN = { port: '', keyFile: '' };
const GIT = { remote: 'origin', branch: 'main' };

/** Where the site goes when it is put online. It is tried before it is kept. */
export function TargetForm({ target, onDone }: { target: Target | null; onDone: () => void }) {
  const [way, setWay] = useState<Target['way']>(target?.way ?? 'here');
  const [values, setValues] = useState<Record<string, string>>({
    ...SSH,
    ...SSH_OWN,
    ...GIT,
    ...(target as object),
  });
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = (name: string, label: string, help: string, type = 'text') => (
    <PlainField
      {...{ name, label, help, type }}
      isOptional={name in SSH_OWN}
      value={values[name] ?? ''}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  );
  const save = async () => {
    setBusy(true);
    setFailure('');
    const pick = (names: object) =>
      Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));
    const chosen = {
      way,
      ...(way === 'ssh' && pick(SSH)),
      ...(way === 'ssh' && values.port && { port: Number(values.port) }),
      ...(way === 'ssh' && values.keyFile && { keyFile: values.keyFile }),
      ...(way === 'git' && pick(GIT)),
    } as Target;
    try {
      await call('PUT /api/target', chosen);
      onDone();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="screen form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1>Waar staat je site?</h1>
      <div className="starts">
        {(Object.keys(WAYS) as Target['way'][]).map((name) => (
          <label key={name} className="start">
            <input type="radio" name="way" checked={name === way} onChange={() => setWay(name)} />
            <strong>{WAYS[name].title}</strong>
            <span>{WAYS[name].help}</span>
          </label>
        ))}
      </div>
      {way === 'ssh' && (
        <>
          {field('login', 'Aanmelden als', 'naam@server, zoals je het van je host kreeg')}
          {field('port', 'Poort', 'als het niet de gewone is, 22', 'number')}
          {field('keyFile', 'Sleutel', 'het bestand op deze computer, als ssh het niet zelf vindt')}
          {field('folder', 'Map van de site', 'waar de server de site verwacht (SITE_DIR)')}
          {field('envFile', 'Bestand met instellingen', 'waar de instellingen van de server staan')}
        </>
      )}
      {way === 'git' && (
        <>
          {field('remote', 'Remote', 'meestal origin')}
          {field('branch', 'Tak', 'die de host bouwt, meestal main')}
        </>
      )}
      {failure && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'We proberen het' : 'Probeer en bewaar'}
        </button>
        {target && (
          <button type="button" onClick={onDone}>
            Annuleren
          </button>
        )}
      </div>
    </form>
  );
}
