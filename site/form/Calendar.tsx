import { DayPicker } from 'react-day-picker';
import { nlBE } from 'react-day-picker/locale/nl-BE';
import { type Day, todayInBelgium } from '../../enquiry/typed-date.ts';
import styles from './Calendar.module.css';

export interface CalendarProps {
  chosen?: Day | undefined;
  onChoose: (day: Day) => void;
}

/** A month to choose a day from, by pointer or keyboard. Loaded only when opened. */
export default function Calendar(props: CalendarProps) {
  const today = toDate(todayInBelgium(new Date()));
  const chosen = props.chosen && toDate(props.chosen);
  return (
    <DayPicker
      mode="single"
      locale={nlBE}
      weekStartsOn={1}
      today={today}
      selected={chosen}
      defaultMonth={chosen ?? today}
      autoFocus
      showOutsideDays
      fixedWeeks
      onDayClick={(date) => props.onChoose(toDay(date))}
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
