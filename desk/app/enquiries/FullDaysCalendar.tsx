import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { partyDayOf } from '../../../enquiry/enquiry-states.ts';
import { addMonths, MOVES_BY_KEY, weeksAround } from '../../../site/form/fields/calendar-days.ts';
import { useQueryData } from '../api/queries.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { Button } from '../ui/Button.tsx';
import { formatLongDay } from './full-days.ts';
import { visitorNameOf } from './rows.ts';

/**
 * A month in which days are marked as full (a grid of the ARIA Authoring Practices). A day with a
 * booked party has a dot.
 *
 * @param days the full days, such as '2027-03-05'
 */
export function FullDaysCalendar(props: {
  days: string[];
  onMark: (day: string, isFull: boolean) => void;
}) {
  const { days, onMark } = props;
  const today = dayFromNow(0);
  /** The day that is in the tab order (roving tabindex); its month is shown. */
  const [current, setCurrent] = useState(() => dateOf(today));
  const parties = useParties();
  const currentButton = useRef<HTMLButtonElement>(null);
  const month = formatMonth(current);
  const isFirst = isoOf(current).slice(0, 7) <= today.slice(0, 7);

  const moveByKey = (event: KeyboardEvent) => {
    const move = MOVES_BY_KEY[event.key];
    if (!move) return;
    event.preventDefault();
    const next = move(current, event.shiftKey ? 12 : 1);
    flushSync(() => setCurrent(isoOf(next) < today ? dateOf(today) : next));
    currentButton.current?.focus();
  };
  const step = (months: number) => {
    const next = addMonths(current, months);
    setCurrent(isoOf(next) < today ? dateOf(today) : next);
  };
  const cell = (date: Date) => {
    const day = isoOf(date);
    if (date.getUTCMonth() !== current.getUTCMonth()) return <td key={day} />;
    const isCurrent = day === isoOf(current);
    const booked = parties.get(day);
    const isFull = days.includes(day);
    return (
      <td key={day}>
        <button
          ref={isCurrent ? currentButton : undefined}
          type="button"
          tabIndex={isCurrent ? 0 : -1}
          aria-label={[formatLongDay(day), booked && `geboekt: ${booked}`]
            .filter(Boolean)
            .join(', ')}
          aria-pressed={isFull}
          aria-current={day === today ? 'date' : undefined}
          disabled={day < today}
          data-booked={booked !== undefined || undefined}
          onClick={() => {
            setCurrent(date);
            onMark(day, !isFull);
          }}
        >
          {date.getUTCDate()}
        </button>
      </td>
    );
  };
  return (
    <section className="calendar" aria-label="Kalender">
      <div className="calendar-head">
        <h2>
          <span role="status">{month}</span>
        </h2>
        <Button
          kind="icon"
          icon="back"
          label="Vorige maand"
          disabled={isFirst}
          onPress={() => step(-1)}
        />
        <Button kind="icon" icon="next" label="Volgende maand" onPress={() => step(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA guide */}
      <table role="grid" aria-label={`Volzette dagen in ${month}`} onKeyDown={moveByKey}>
        {/* The row is hidden from screen readers, because the label of each day contains its
            weekday. */}
        <thead aria-hidden="true">
          <tr>
            {weeksAround(current)[0]?.map((date) => (
              <th key={date.getTime()} scope="col">
                {date.toLocaleDateString('nl-BE', { weekday: 'short', timeZone: 'UTC' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksAround(current).map((week) => (
            <tr key={week[0]?.getTime()}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </table>
      <p className="calendar-legend" aria-hidden="true">
        <span data-sample="full">Volzet</span>
        <span data-sample="booked">Geboekt feest</span>
      </p>
    </section>
  );
}

/** Who has a booked party, by its day. */
function useParties(): Map<string, string> {
  const { enquiries = [] } = useQueryData('GET /api/enquiries') ?? {};
  const parties = new Map<string, string>();
  for (const enquiry of enquiries) {
    const day = enquiry.state === 'booked' ? partyDayOf(enquiry.fields) : undefined;
    if (day === undefined) continue;
    const names = [parties.get(day), visitorNameOf(enquiry)].filter(Boolean);
    parties.set(day, names.join(' en '));
  }
  return parties;
}

const dateOf = (day: string) => new Date(`${day}T00:00Z`);
const isoOf = (date: Date) => date.toISOString().slice(0, 10);

/** 'december 2026' */
const formatMonth = (date: Date) =>
  date.toLocaleDateString('nl-BE', { month: 'long', year: 'numeric', timeZone: 'UTC' });
