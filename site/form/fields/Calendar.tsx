import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fillIn } from '../../../enquiry/text.ts';
import { useForm } from '../form-context.tsx';
import styles from './Calendar.module.css';
import {
  addDays,
  addMonths,
  isSameDay,
  startOfWeek,
  toDate,
  weeksAround,
} from './calendar-days.ts';
import { type Day, formatWireDate, todayIn } from './typed-date.ts';

export interface CalendarProps {
  chosen?: Day | undefined;
  onChoose: (day: Day) => void;
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

  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: Day) => format.format(toDate(day));
  };
  const writeDay = write({ dateStyle: 'full' });
  const writeWeekday = write({ weekday: 'short' });
  const nameOf = (day: Day) => {
    const name = isSameDay(day, today)
      ? fillIn(calendarToday, { day: writeDay(day) })
      : writeDay(day);
    return isSameDay(day, chosen) ? fillIn(calendarChosen, { day: name }) : name;
  };
  const month = write({ month: 'long', year: 'numeric' })(current);
  const weeks = weeksAround(current);

  const moveByKey = (event: KeyboardEvent) => {
    const day = dayAfterKey(current, event);
    if (!day) return;
    event.preventDefault();
    flushSync(() => setCurrent(day));
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
              <th key={formatWireDate(day)} scope="col">
                {writeWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.map(formatWireDate)[0]}>
              {week.map((day) => {
                const isCurrent = isSameDay(day, current);
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
                  <td key={formatWireDate(day)} aria-selected={isSameDay(day, chosen)}>
                    <button
                      ref={isCurrent ? currentButton : undefined}
                      type="button"
                      className={styles.day}
                      tabIndex={isCurrent ? 0 : -1}
                      aria-label={nameOf(day)}
                      data-today={isSameDay(day, today) || undefined}
                      data-outside={day.month !== current.month || undefined}
                      onClick={() => onChoose(day)}
                    >
                      {day.day}
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
 * The day that a key moves to (ARIA Authoring Practices, date picker dialog); undefined for other
 * keys.
 */
function dayAfterKey(day: Day, { key, shiftKey }: KeyboardEvent): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return startOfWeek(day);
    case 'End':
      return addDays(startOfWeek(day), 6);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}
