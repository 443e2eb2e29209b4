import { DayPicker } from 'react-day-picker';
import { fillIn } from '../../../enquiry/fill-in.ts';
import { useFormContent } from '../form-content.tsx';
import styles from './Calendar.module.css';
import { type Day, todayIn } from './typed-date.ts';

export interface CalendarProps {
  chosen?: Day | undefined;
  onChoose: (day: Day) => void;
}

/** Specification, section 1. Not from `Intl`, whose `weekInfo` Firefox lacks. */
const MONDAY = 1;

/** A month to choose a day from, by pointer or keyboard. Loaded only when opened. */
export default function Calendar(props: CalendarProps) {
  const { locale, timeZone, words } = useFormContent();
  const { calendarToday, calendarChosen, calendarNext, calendarPrevious } = words.form;
  const today = toDate(todayIn(timeZone, new Date()));
  const chosen = props.chosen && toDate(props.chosen);
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => format.format(date);
  };
  const monthName = write({ month: 'long', year: 'numeric' });
  const dayName = write({ dateStyle: 'full' });
  return (
    <DayPicker
      mode="single"
      lang={locale}
      weekStartsOn={MONDAY}
      today={today}
      selected={chosen}
      defaultMonth={chosen ?? today}
      autoFocus
      showOutsideDays
      fixedWeeks
      onDayClick={(date) => props.onChoose(toDay(date))}
      formatters={{
        formatCaption: monthName,
        formatWeekdayName: write({ weekday: 'short' }),
        formatDay: (date) => String(date.getDate()),
      }}
      labels={{
        labelGrid: monthName,
        labelNext: () => calendarNext,
        labelPrevious: () => calendarPrevious,
        labelNav: () => words.form.openCalendar,
        labelWeekday: write({ weekday: 'long' }),
        labelDayButton: (date, modifiers) => {
          const day = dayName(date);
          const label = modifiers.today ? fillIn(calendarToday, { day }) : day;
          return modifiers.selected ? fillIn(calendarChosen, { day: label }) : label;
        },
      }}
      classNames={{
        root: styles.calendar ?? '',
        nav: styles.nav ?? '',
        button_previous: styles.step ?? '',
        button_next: styles.step ?? '',
        chevron: styles.chevron ?? '',
        month_caption: styles.caption ?? '',
        caption_label: styles.captionLabel ?? '',
        month_grid: styles.grid ?? '',
        weekday: styles.weekday ?? '',
        day: styles.day ?? '',
        day_button: styles.dayButton ?? '',
        selected: styles.selected ?? '',
        today: styles.today ?? '',
        outside: styles.outside ?? '',
      }}
    />
  );
}

const toDate = ({ day, month, year }: Day) => new Date(year, month - 1, day);
const toDay = (date: Date): Day => ({
  day: date.getDate(),
  month: date.getMonth() + 1,
  year: date.getFullYear(),
});
