import type { DeskVisits } from '../../shared/api.ts';
import { fileTitle, pagesOf } from '../../shared/pages.ts';
import { useQueryData } from '../api/queries.ts';
import { hrefOf } from '../navigation/route.ts';
import { edit } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Screen } from '../ui/Screen.tsx';
import { countsVisits, setCounting } from './count-visits.ts';

export function VisitsScreen() {
  const visits = useQueryData('GET /api/visits', { refetchMs: 60_000 });
  if (!visits) {
    return (
      <Screen title="Bezoeken">
        <LoadingPlaceholder route="GET /api/visits" what="De bezoeken" />
      </Screen>
    );
  }
  return (
    <Screen
      title="Bezoeken"
      lead="Ongeveer hoe vaak je pagina’s bekeken worden, zonder cookies en zonder te weten wie er kijkt."
    >
      {visits.days.some(({ views, begun, sent }) => views + begun + sent > 0) ? (
        <>
          <Counting {...visits} />
          <Days {...visits} />
          <Pages {...visits} />
          <p className="help">
            ‘Begonnen’ en ‘Verstuurd’ gaan over het formulier. Zoekrobots, voorbeelden en wie vanaf
            deze werktafel naar je site gaat, tellen niet mee. Een computer kan een pagina
            klaarzetten waar iemand met de muis op staat: die telt mee.
          </p>
        </>
      ) : (
        <EmptyState
          drawing="visits"
          text={
            visits.isCounting
              ? 'De laatste dertig dagen is er niets geteld.'
              : 'Er zijn nog geen bezoeken te tonen.'
          }
        >
          <Counting {...visits} />
        </EmptyState>
      )}
    </Screen>
  );
}

function Counting({ isCounting }: DeskVisits) {
  const { files } = useDeskState();
  const isWanted = countsVisits(files);
  const press = () => edit(setCounting(files, !isWanted));
  return (
    <section className="counting" aria-label="Bezoeken tellen">
      <p role="status">{stateOf(isWanted, isCounting)}</p>
      <div className="buttons">
        <Button
          {...(!isWanted && { kind: 'main' })}
          label={isWanted ? 'Tel niet meer' : 'Tel bezoeken'}
          onPress={press}
        />
        {isCounting === !isWanted && <Button label="Wat er verandert" href={hrefOf('online')} />}
      </div>
    </section>
  );
}

function stateOf(isWanted: boolean, isCounting: boolean | undefined): string {
  if (isCounting === undefined)
    return 'Of je site nu telt, is niet te lezen. Verwittig wie je server beheert.';
  if (isWanted && isCounting) return 'Er wordt geteld, en je privacypagina zegt dat.';
  if (isWanted)
    return 'Het tellen begint zodra je dit online zet: dan zegt je privacypagina het ook.';
  if (isCounting) return 'Het tellen stopt zodra je dit online zet.';
  return 'Tellen staat uit. Zet je het aan, dan komt er op je privacypagina een alinea bij.';
}

function Days({ days, knowsBegun }: DeskVisits) {
  const most = Math.max(1, ...days.map(({ views }) => views));
  const sum = (kind: 'views' | 'begun' | 'sent') =>
    days.reduce((total, day) => total + day[kind], 0);
  return (
    <table className="visits">
      <caption>De laatste dertig dagen</caption>
      <thead>
        <tr>
          <th scope="col">Dag</th>
          <th scope="col">Bekeken</th>
          <th scope="col">Begonnen</th>
          <th scope="col">Verstuurd</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, views, begun, sent }) => (
          <tr key={day}>
            <th scope="row">{shortDay(day)}</th>
            <Bar value={views} most={most} />
            <td>{knowsBegun ? format(begun) : '–'}</td>
            <td>{format(sent)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Samen</th>
          <td>{format(sum('views'))}</td>
          <td>{knowsBegun ? format(sum('begun')) : '–'}</td>
          <td>{format(sum('sent'))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Pages({ pages }: DeskVisits) {
  const { files } = useDeskState();
  const most = Math.max(1, ...pages.map(({ views }) => views));
  const titles = new Map(
    pagesOf(files).map(({ file, page }) => [page.path, fileTitle(file, files[file])]),
  );
  if (pages.length === 0) return null;
  return (
    <table className="visits by-page">
      <caption>Per pagina</caption>
      <thead>
        <tr>
          <th scope="col">Pagina</th>
          <th scope="col">Bekeken</th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ path, views }) => (
          <tr key={path}>
            <th scope="row">{titles.get(path) ?? path}</th>
            <Bar value={views} most={most} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar, which is hidden from screen readers because its number is beside it. */
function Bar({ value, most }: { value: number; most: number }) {
  return (
    <td className="counted">
      <span className="count-bar">
        <span aria-hidden="true">
          <span style={{ width: `${(100 * value) / most}%` }} />
        </span>
        {format(value)}
      </span>
    </td>
  );
}

const format = (count: number) => count.toLocaleString('nl-BE');

/** 'do 26 nov' */
function shortDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('nl-BE', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
