import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';

export function PasskeysScreen() {
  const response = useQueryData('GET /api/passkeys');
  const passkeys = response ?? [];
  const remove = (id: string) =>
    runAndReport(() => call('DELETE /api/passkeys/:id', undefined, id));
  const signOut = () =>
    runAndReport(async () => {
      await call('POST /api/sign-out');
      window.location.assign('/');
    });
  const signOutButton = <Button label="Meld af" onPress={signOut} />;
  return (
    <Screen
      title="Toestellen"
      lead="Nog een toestel, of je gsm kwijt? Wie je server beheert, stuurt je een link."
    >
      <Rows kind="cards">
        {/* This row is also shown while the list loads, and for a session that was opened with a
            link. */}
        {!passkeys.some(({ isCurrent }) => isCurrent) && (
          <Row icon="key" title="Dit toestel" lines={['Je bent aangemeld']}>
            {signOutButton}
          </Row>
        )}
        {passkeys.map(({ id, name, createdAtMs, isCurrent }) => (
          <Row
            key={id}
            icon="key"
            title={name}
            lines={[`Sinds ${formatDay(createdAtMs)}`, isCurrent && 'Dit toestel']}
          >
            {isCurrent && signOutButton}
            {passkeys.length > 1 && (
              <Button
                kind="remove"
                label="Verwijder"
                about={name}
                confirmLabel={isCurrent ? 'Ja, verwijder dit toestel' : 'Ja, verwijder'}
                onPress={() => remove(id)}
              />
            )}
          </Row>
        ))}
      </Rows>
      {!response && <LoadingPlaceholder route="GET /api/passkeys" what="Je toestellen" />}
    </Screen>
  );
}
