import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fillIn } from '../../../enquiry/text.ts';
import { useForm } from '../form-context.ts';
import styles from './Calendar.module.css';
import { addDays, addMonths, startOfWeek, weeksAround } from './calendar-days.ts';
import { todayIn } from './typed-date.ts';

interface CalendarProps {
  chosen?: Date | undefined;
  onChoose: (day: Date) => void;
}

/** A date grid for one month (ARIA Authoring Practices). Loaded only when opened. */
export default function Calendar({ chosen, onChoose }: CalendarProps) {
  const { locale, timeZone, texts } = useForm();
  const { openCalendar, calendarToday, calendarChosen, calendarNext, calendarPrevious } =
    texts.form;
  const [today] = useState(() => todayIn(timeZone, new Date()));
  /** The focusable day (roving tabindex); its month is shown. */
  const [current, setCurrent] = useState(chosen ?? today);
  const currentButton = useRef<HTMLButtonElement>(null);
  useEffect(() => currentButton.current?.focus(), []);

  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const fullDay = formatter({ dateStyle: 'full' });
  const weekday = formatter({ weekday: 'short' });
  const month = formatter({ month: 'long', year: 'numeric' }).format(current);
  const labelOf = (day: Date) => {
    const date = fullDay.format(day);
    const label = isSameDay(day, today) ? fillIn(calendarToday, { day: date }) : date;
    return isSameDay(day, chosen) ? fillIn(calendarChosen, { day: label }) : label;
  };
  const weeks = weeksAround(current);

  const moveByKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    flushSync(() => setCurrent(move(current, event.shiftKey ? 12 : 1)));
    currentButton.current?.focus();
  };
  const stepper = (label: string, months: number, drawing: string) => (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      onClick={() => setCurrent(addMonths(current, months))}
    >
      <svg className={styles.chevron} viewBox="0 0 24 24" aria-hidden="true">
        <path d={drawing} />
      </svg>
    </button>
  );
  return (
    <div className={styles.calendar} lang={locale}>
      <nav className={styles.steps} aria-label={openCalendar}>
        {stepper(calendarPrevious, -1, 'm15 5-7 7 7 7')}
        {stepper(calendarNext, 1, 'm9 5 7 7-7 7')}
      </nav>
      <div className={styles.caption} role="status">
        {month}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA guide's own date grid is a table, whose cells are then grid cells */}
      <table className={styles.grid} role="grid" aria-label={month} onKeyDown={moveByKey}>
        {/* Hidden, because the label of each day contains its weekday. */}
        <thead aria-hidden="true">
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getTime()} scope="col">
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => {
                const isCurrent = isSameDay(day, current);
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
                  <td key={day.getTime()} aria-selected={isSameDay(day, chosen)}>
                    <button
                      ref={isCurrent ? currentButton : undefined}
                      type="button"
                      className={styles.day}
                      tabIndex={isCurrent ? 0 : -1}
                      aria-label={labelOf(day)}
                      data-today={isSameDay(day, today) || undefined}
                      data-outside={day.getUTCMonth() !== current.getUTCMonth() || undefined}
                      onClick={() => onChoose(day)}
                    >
                      {day.getUTCDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The day that each key moves to (ARIA Authoring Practices, date picker dialog).
 *
 * @param months 1, or 12 with Shift
 */
const MOVES: Partial<Record<string, (day: Date, months: number) => Date>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day, months) => addMonths(day, -months),
  PageDown: addMonths,
};

const isSameDay = (a: Date, b: Date | undefined) => a.getTime() === b?.getTime();
