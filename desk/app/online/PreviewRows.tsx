import { useState } from 'react';
import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { useJob } from '../jobs/job.ts';
import { notify } from '../store/app-store.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { makePreview, showPreview } from './preview.ts';

/** 'Bekijk eerst', and the links with which others see the preview. */
export function PreviewRows() {
  const { isBusy } = useDeskState();
  const preview = useQueryData('GET /api/preview');
  const isWorking = useJob()?.state === 'running';
  /** A link is shown once, because only its hash is kept. */
  const [link, setLink] = useState<string>();
  if (!preview) return null;
  const { isOn, host, links } = preview;
  const lines = isOn
    ? ['Je site met alles wat bewaard is, en nog niet online. Het formulier verstuurt er niets.']
    : [`Staat uit tot de naam ${host} naar je server wijst. Vraag het wie die beheert.`];
  const end = (id: string) => {
    setLink(undefined);
    return runAndReport(
      () => call('DELETE /api/preview/links/:id', undefined, id),
      'Die link opent niets meer.',
    );
  };
  return (
    <Rows title="Eerst bekijken" kind="cards">
      <Row icon="eye" title="Zoals een bezoeker het ziet" lines={lines}>
        {isOn && (
          <div className="buttons">
            <Button
              kind="main"
              label="Bekijk eerst"
              disabled={isBusy || isWorking}
              onPress={() => showPreview('')}
            />
            <Button
              label="Deel"
              about="een voorbeeld"
              disabled={isBusy || isWorking}
              onPress={async () => setLink(await makePreview('shared'))}
            />
          </div>
        )}
      </Row>
      {link && (
        <Row
          icon="copy"
          title="Wie deze link heeft, ziet je voorbeeld een week lang"
          lines={[link]}
        >
          <div className="buttons">
            <Button kind="main" label="Kopieer de link" onPress={() => copy(link)} />
            {'share' in navigator && <Button label="Verstuur" onPress={() => send(link)} />}
          </div>
        </Row>
      )}
      {links.map(({ id, createdAtMs, expiresAtMs }) => (
        <Row
          key={id}
          icon="clock"
          title={`Link van ${formatDay(createdAtMs, 'short')}`}
          lines={[`Werkt tot ${formatDay(expiresAtMs, 'short')}`]}
        >
          <Button
            kind="remove"
            label="Beëindig"
            about={`de link van ${formatDay(createdAtMs, 'short')}`}
            confirmLabel="Ja, beëindig"
            disabled={isBusy}
            onPress={() => end(id)}
          />
        </Row>
      ))}
    </Rows>
  );
}

const copy = (link: string) =>
  navigator.clipboard.writeText(link).then(
    () => notify('De link is gekopieerd.'),
    () => notify('Kopiëren is niet gelukt. Duid de link aan en kopieer hem zelf.', 'error'),
  );

/** `share` rejects when the caterer closes the phone's share sheet, which is not an error. */
const send = (link: string) => navigator.share({ url: link }).catch(() => {});
