import { brandSchema, companySchema, messagesSchema, noticeSchema } from '../../../site/content.ts';
import { dayAfter, useDesk } from '../Desk.tsx';
import { SchemaFields } from '../form/SchemaField.tsx';
import { BrandFields } from './BrandFields.tsx';

/** Forms whose effect shows on every page, and that are open beside one. */
export function BesidePage({ screen }: { screen: string }) {
  switch (screen) {
    case 'gegevens':
      return (
        <>
          <h1 tabIndex={-1}>Gegevens van de zaak</h1>
          <p className="help">
            Ze staan hier één keer, en verschijnen op elke pagina en in de mails.
          </p>
          <SchemaFields
            schema={companySchema}
            file="company.yaml"
            path={[]}
            without={['sample', 'slug']}
          />
          <details className="extra">
            <summary>Voorbeeldgegevens</summary>
            <SchemaFields schema={companySchema} file="company.yaml" path={[]} only={['sample']} />
            <p className="help">
              Zet dit uit zodra alles van jou is: dan kijken we het strenger na.
            </p>
          </details>
        </>
      );
    case 'mededeling':
      return <NoticeFields />;
    case 'teksten':
      return (
        <>
          <h1 tabIndex={-1}>Knoppen en meldingen</h1>
          <p className="help">Wat er op knoppen en bij velden staat, en wat de site zelf zegt.</p>
          <SchemaFields schema={messagesSchema} file="messages.yaml" path={[]} />
        </>
      );
    default:
      return (
        <>
          <h1 tabIndex={-1}>Logo en kleuren</h1>
          <BrandFields schema={brandSchema} />
        </>
      );
  }
}

export const NOTICE = 'notice.yaml';

/** Periods in which caterers close. A month that has begun is this year's. */
function periods(): [label: string, from: string, until: string][] {
  const today = dayAfter(0);
  const year = Number(today.slice(0, 4));
  const next = (until: string, from: string): [string, string] => {
    const at = `${year}-${until}` >= today ? year : year + 1;
    return [`${at}-${from}`, `${at}-${until}`];
  };
  return [
    ['Twee weken', today, dayAfter(14)],
    ['Juli', ...next('07-31', '07-01')],
    ['Augustus', ...next('08-31', '08-01')],
  ];
}

/** A sentence above every page, from one day to another. The first letter makes it. */
function NoticeFields() {
  const { files, act } = useDesk();
  const isThere = files[NOTICE] !== undefined;
  const setPeriod = (from: string, until: string) => {
    if (!isThere) return;
    act([
      { file: NOTICE, operation: { kind: 'set', path: ['from'], value: from } },
      { file: NOTICE, operation: { kind: 'set', path: ['until'], value: until } },
    ]);
  };
  const fields = { schema: noticeSchema, file: NOTICE, path: [] };
  return (
    <>
      <h1 tabIndex={-1}>Mededeling</h1>
      <p className="help">
        Een zin boven elke pagina, van een dag tot een andere. Ze verschijnt en verdwijnt vanzelf.
      </p>
      <SchemaFields {...fields} only={['text']} />
      <fieldset className="group">
        <legend>Wanneer</legend>
        <div className="buttons">
          {periods().map(([label, from, until]) => (
            <button
              key={label}
              type="button"
              disabled={!isThere}
              onClick={() => setPeriod(from, until)}
            >
              {label}
            </button>
          ))}
        </div>
        <SchemaFields {...fields} only={['from', 'until']} />
      </fieldset>
      {isThere && (
        <>
          <SchemaFields {...fields} only={['link']} />
          <button
            type="button"
            className="remove"
            onClick={() => act([{ file: NOTICE, operation: { kind: 'remove', path: [] } }])}
          >
            Mededeling wissen
          </button>
        </>
      )}
    </>
  );
}
