import { useState } from 'react';
import { notify } from '../draft/app-store.ts';
import { Empty } from '../shell/pictures.tsx';
import { Button } from '../ui/Button.tsx';
import { dayAfter } from '../ui/day-after.ts';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { formatFullDay, NOT_ONLINE, ONLINE_LATER, useFullDays } from './full-days.ts';

/** The list of days on which the caterer takes no party. */
export function FullDaysScreen() {
  const { days, value, isWaiting, mark } = useFullDays();
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState('');
  const add = () => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
    if (!isDay) return setProblem('Kies eerst een dag.');
    if (day < dayAfter(0)) return setProblem('Die dag is al voorbij. Kies een andere dag.');
    setProblem('');
    mark(day, true);
    notify(`Volzet: ${formatFullDay(day)}. ${ONLINE_LATER}`);
    setDay('');
  };
  return (
    <Screen
      title="Volzette dagen"
      lead="Ze staan gemarkeerd in de kalender van je formulier. Vragen kan nog altijd. Een dag die voorbij is, verdwijnt vanzelf."
    >
      <div className="new-page">
        <div className="field">
          <label htmlFor="full-day">Nog een dag</label>
          <input
            id="full-day"
            type="date"
            min={dayAfter(0)}
            value={day}
            aria-invalid={problem !== '' || undefined}
            aria-describedby="full-day-problem"
            onChange={({ target }) => {
              setDay(target.value);
              setProblem('');
            }}
            onKeyDown={({ key }) => key === 'Enter' && add()}
          />
          <p className="problem" id="full-day-problem" role="alert" hidden={problem === ''}>
            {problem}
          </p>
        </div>
        <Button kind="main" label="Zet op volzet" onPress={add} />
      </div>
      <p role="status">{isWaiting && value && NOT_ONLINE}</p>
      <Rows kind="cards" empty={<Empty drawing="days" text="Geen enkele dag staat op volzet." />}>
        {days.map((fullDay) => (
          <Row key={fullDay} icon="clock" title={formatFullDay(fullDay)} lines={[]}>
            <Button
              label="Weer vrij"
              about={formatFullDay(fullDay)}
              onPress={() => mark(fullDay, false)}
            />
          </Row>
        ))}
      </Rows>
    </Screen>
  );
}
