import { type ReactNode, useState } from 'react';
import { mailTextsSchema } from '../../../enquiry/mail-texts.ts';
import { siteSchema } from '../../../site/content.ts';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { call } from '../call.ts';
import { useDesk, useDeskState } from '../Desk.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';
import { placeOf } from '../online/place-of.ts';
import { hrefOf } from '../route.ts';
import { Icon, type IconName } from '../shell/icons.tsx';
import { BinScreen } from './BinScreen.tsx';
import { DownloadsScreen } from './DownloadsScreen.tsx';
import { PasskeysScreen } from './PasskeysScreen.tsx';

/** Forms shown beside a page (`BesidePage.tsx`). */
export const BESIDE_PAGE = ['gegevens', 'mededeling', 'merk', 'teksten'];

/** Screens of their own, by the word in their address. */
export const MORE_SCREENS: Record<string, () => ReactNode> = {
  bestanden: DownloadsScreen,
  mails: MailsScreen,
  instellingen: SettingsScreen,
  ontbreekt: MissingScreen,
  proefmail: TestMailScreen,
  prullenbak: BinScreen,
  sleutels: PasskeysScreen,
};

type Entry = [word: string, title: string, help: string, icon: IconName];

const OFTEN: Entry[] = [
  ['mededeling', 'Mededeling', 'Gesloten in augustus, een zin boven elke pagina', 'bell'],
  ['gegevens', 'Gegevens van de zaak', 'Telefoon, adres, openingsuren', 'house'],
  ['bestanden', 'Bestanden', 'Het menu van de maand als PDF', 'file'],
  ['mails', 'Mails', 'Wat wie iets vraagt te lezen krijgt', 'mail'],
];

const SELDOM: Entry[] = [
  ['merk', 'Logo en kleuren', 'Logo, kleuren en lettertypes', 'brush'],
  ['teksten', 'Knoppen en meldingen', 'Wat de site zelf zegt', 'text'],
  ['instellingen', 'Instellingen', 'Twijfel je, laat het dan staan', 'settings'],
  ['proefmail', 'Proefmail', 'Komen aanvragen bij je aan?', 'check'],
  ['prullenbak', 'Prullenbak', 'Foto’s en bestanden van de laatste 30 dagen', 'trash'],
  ['sleutels', 'Toestellen', 'Waarmee je je aanmeldt', 'key'],
];

/** Everything besides pages, photos and enquiries. */
export function MoreScreen() {
  const missing = useDeskState()?.missing.length ?? 0;
  const entry = ([word, title, help, icon]: Entry, to = hrefOf('meer', word)) => (
    <li key={word}>
      <a className="row-main" href={to}>
        <Icon name={icon} />
        <span>
          <strong>{title}</strong>
          <span>{help}</span>
        </span>
        <Icon name="next" />
      </a>
    </li>
  );
  return (
    <div className="screen">
      <h1>Meer</h1>
      <ul className="rows">
        {OFTEN.map((one) => entry(one))}
        {entry(
          ['online', 'Wat er verandert, en vroeger', 'Nakijken, en terug naar vroeger', 'clock'],
          hrefOf('online'),
        )}
      </ul>
      <h2>Zelden</h2>
      <ul className="rows">
        {missing > 0 &&
          entry(['ontbreekt', 'Klaar voor echt', `Nog ${missing} te doen`, 'warning'])}
        {SELDOM.map((one) => entry(one))}
      </ul>
    </div>
  );
}

export function BackToMore() {
  return (
    <p>
      <a className="back" href={hrefOf('meer')}>
        <Icon name="back" /> Meer
      </a>
    </p>
  );
}

function MailsScreen() {
  const { entries } = mailTextsSchema as unknown as SchemaNode;
  const fields = (key: string) => {
    const schema = entries?.[key];
    const inner = schema?.wrapped ?? schema;
    return inner && <SchemaFields schema={inner} file="mails.yaml" path={[key]} />;
  };
  return (
    <div className="screen form">
      <BackToMore />
      <h1>Mails</h1>
      <h2>De bevestiging, aan wie iets vraagt</h2>
      {fields('confirmation')}
      <h2>De mail aan jou</h2>
      {fields('company')}
    </div>
  );
}

function SettingsScreen() {
  return (
    <div className="screen form">
      <BackToMore />
      <h1>Instellingen</h1>
      <p className="lead">Zelden nodig. Twijfel je, laat het dan staan.</p>
      <SchemaFields schema={siteSchema} file="site.yaml" path={[]} />
    </div>
  );
}

/** What still has to be done before the site is real. */
function MissingScreen() {
  const missing = useDeskState()?.missing ?? [];
  return (
    <div className="screen form">
      <BackToMore />
      <h1>Klaar voor echt</h1>
      {missing.length === 0 && <p className="lead">Er ontbreekt niets meer.</p>}
      <ul className="findings">
        {missing.map(({ code, message, field }) => (
          <li key={code + message}>
            <p>{message}</p>
            {field ? (
              <a href={placeOf(field.file, field.path)}>Naar het veld</a>
            ) : (
              <p className="help">Dit stelt wie je server beheert in.</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TestMailScreen() {
  const { attempt } = useDesk();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ to: string; answer: string }>();
  const send = async () => {
    setBusy(true);
    setResult(undefined);
    await attempt(async () => setResult(await call('POST /api/test-mail')));
    setBusy(false);
  };
  return (
    <div className="screen form">
      <BackToMore />
      <h1>Proefmail</h1>
      <p className="lead">
        We sturen een mail langs dezelfde weg als een echte aanvraag, naar het adres waar aanvragen
        aankomen. Er verandert niets aan je instellingen.
      </p>
      <button type="button" className="main" disabled={isBusy} onClick={send}>
        <Icon name="mail" /> {isBusy ? 'Even geduld' : 'Stuur een proefmail'}
      </button>
      <div role="status">
        {result && (
          <p className="answer">
            Vertrokken naar {result.to}. De mailserver antwoordde: <q>{result.answer}</q>. Kijk ook
            in je map met ongewenste mail.
          </p>
        )}
      </div>
    </div>
  );
}
