import { useState } from 'react';
import { dayFromNow } from '../dates/day-from-now.ts';
import { notify } from '../store/app-store.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { FullDaysCalendar } from './FullDaysCalendar.tsx';
import {
  formatLongDay,
  formatShortDay,
  NOT_ONLINE,
  ONLINE_LATER,
  useFullDays,
} from './full-days.ts';

/** The days on which the caterer takes no party. */
export function FullDaysScreen() {
  const { days, value, isWaiting, mark } = useFullDays();
  const change = (day: string, isFull: boolean) => {
    mark(day, isFull);
    notify(`${isFull ? 'Volzet' : 'Weer vrij'}: ${formatLongDay(day)}. ${ONLINE_LATER}`);
  };
  return (
    <Screen
      title="Volzette dagen"
      lead="Tik op een dag om ze volzet te zetten, of weer vrij. De kalender van je formulier zegt het; vragen kan nog altijd."
    >
      <div className="full-days">
        <FullDaysCalendar days={days} onMark={change} />
        <div className="full-days-list">
          <p className="help" role="status">
            {isWaiting && value && NOT_ONLINE}
          </p>
          <Rows title="Volzet" empty={<p className="help">Geen enkele dag staat op volzet.</p>}>
            {days.map((day) => (
              <Row key={day} icon="calendar" title={formatShortDay(day)} lines={[]}>
                <Button
                  label="Weer vrij"
                  about={formatLongDay(day)}
                  onPress={() => change(day, false)}
                />
              </Row>
            ))}
          </Rows>
          <TypedDay onMark={change} />
        </div>
      </div>
    </Screen>
  );
}

/** A field to type a date, which is faster than the calendar for a day that is months away. */
function TypedDay({ onMark }: { onMark: (day: string, isFull: boolean) => void }) {
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState('');
  const add = () => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
    if (!isDay) return setProblem('Kies eerst een dag.');
    if (day < dayFromNow(0)) return setProblem('Die dag is al voorbij. Kies een andere dag.');
    setProblem('');
    onMark(day, true);
    setDay('');
  };
  return (
    <details className="entry">
      <summary>
        <span>Typ een dag</span>
      </summary>
      <div className="field">
        <label htmlFor="full-day" className="visually-hidden">
          Nog een dag
        </label>
        <input
          id="full-day"
          type="date"
          min={dayFromNow(0)}
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
      <div className="buttons">
        <Button label="Zet op volzet" onPress={add} />
      </div>
    </details>
  );
}
