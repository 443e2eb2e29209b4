import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { startJob, useJob } from '../jobs/job.ts';
import { hrefOf } from '../navigation/route.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { EmptyState, Thumbnail } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';

export function BinScreen() {
  const items = useQueryData('GET /api/bin');
  const job = useJob();
  const isErasing = job?.state === 'running' && job.kind === 'erase';
  const restore = (id: string, name: string) =>
    runAndReport(() => call('POST /api/bin/:id/restore', {}, id), `${name} is terug.`);
  const erase = (id: string) => startJob(() => call('DELETE /api/bin/:id', undefined, id));
  return (
    <Screen
      title="Prullenbak"
      lead="Wat je verving of verwijderde, blijft hier 30 dagen. ‘Wis voorgoed’ wist het meteen, ook uit vroegere versies; in reservekopieën blijft het tot een jaar."
    >
      <Rows
        kind="cards"
        empty={
          items ? (
            <EmptyState drawing="bin" text="De prullenbak is leeg.">
              <Button label="Zie ook wat er vroeger online stond" href={hrefOf('online')} />
            </EmptyState>
          ) : (
            <LoadingPlaceholder route="GET /api/bin" what="De bestanden in je prullenbak" />
          )
        }
      >
        {items?.map(({ id, name, thumbnail, expiresAtMs, isErasable }) => (
          <Row
            key={id}
            picture={thumbnail ? <Thumbnail src={thumbnail} /> : <Icon name="file" />}
            title={name}
            lines={[`Blijft tot ${formatDay(expiresAtMs)}`]}
          >
            <Button
              icon="undo"
              label="Haal terug"
              about={name}
              disabled={isErasing}
              onPress={() => restore(id, name)}
            />
            {isErasable && (
              <Button
                kind="remove"
                label="Wis voorgoed"
                about={name}
                confirmLabel="Ja, wis voorgoed"
                onPress={() => erase(id)}
              />
            )}
          </Row>
        ))}
      </Rows>
    </Screen>
  );
}
