import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fillIn } from '../../../release/text.ts';
import { useFormSettings } from '../form-settings.ts';
import styles from './Calendar.module.css';
import { addMonths, MOVES_BY_KEY, weeksAround } from './calendar-days.ts';
import { isFullDay, todayIn } from './typed-date.ts';

interface CalendarProps {
  chosen?: Date | undefined;
  onChoose: (day: Date) => void;
}

/** A date grid for one month (ARIA Authoring Practices). */
export default function Calendar({ chosen, onChoose }: CalendarProps) {
  const { locale, timeZone, texts, fullDays } = useFormSettings();
  const { form } = texts;
  const [today] = useState(() => todayIn(timeZone, new Date()));
  /** The focusable day (roving tabindex); its month is shown. */
  const [current, setCurrent] = useState(chosen ?? today);
  const currentButton = useRef<HTMLButtonElement>(null);
  useEffect(() => currentButton.current?.focus(), []);

  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const longDate = formatter({ dateStyle: 'full' });
  const weekday = formatter({ weekday: 'short' });
  const month = formatter({ month: 'long', year: 'numeric' }).format(current);
  const labelOf = (day: Date) => {
    let label = longDate.format(day);
    if (fullDays && isFull(day)) label = fillIn(fullDays.calendarFull, { day: label });
    if (isSameDay(day, today)) label = fillIn(form.calendarToday, { day: label });
    if (isSameDay(day, chosen)) label = fillIn(form.calendarChosen, { day: label });
    return label;
  };
  /** A day that is past is not marked, however old the page is. */
  const isFull = (day: Date) => day >= today && isFullDay(fullDays, day);
  const weeks = weeksAround(current);

  const moveByKey = (event: KeyboardEvent) => {
    const move = MOVES_BY_KEY[event.key];
    if (!move) return;
    event.preventDefault();
    const next = move(current, event.shiftKey ? 12 : 1);
    flushSync(() => setCurrent(next));
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
  const cell = (day: Date) => {
    const isCurrent = isSameDay(day, current);
    const isOutside = day.getUTCMonth() !== current.getUTCMonth();
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
          data-full={isFull(day) || undefined}
          data-outside={isOutside || undefined}
          onClick={() => onChoose(day)}
        >
          {day.getUTCDate()}
        </button>
      </td>
    );
  };
  return (
    <div className={styles.calendar} lang={locale}>
      <nav className={styles.steps} aria-label={form.openCalendar}>
        {stepper(form.calendarPrevious, -1, 'm15 5-7 7 7 7')}
        {stepper(form.calendarNext, 1, 'm9 5 7 7-7 7')}
      </nav>
      <div className={styles.caption} role="status">
        {month}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA guide */}
      <table className={styles.grid} role="grid" aria-label={month} onKeyDown={moveByKey}>
        {/* The row is hidden from screen readers, because each day's label has its weekday. */}
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
            <tr key={week[0]?.getTime()}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </table>
      {fullDays && (
        // The legend is hidden from screen readers, because the label of each full day says that it
        // is full.
        <p className={styles.legend} aria-hidden="true">
          <span className={styles.sample} data-full="">
            12
          </span>
          <span>{fullDays.legend}</span>
        </p>
      )}
    </div>
  );
}

const isSameDay = (a: Date, b: Date | undefined) => a.getTime() === b?.getTime();
