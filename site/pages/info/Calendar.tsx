import { useEffect, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { nlBE } from 'react-day-picker/locale/nl-BE';
import { type Day, todayInBelgium } from '../../../enquiry/typed-date.ts';
import { useSharedContent } from '../../shared-content.tsx';
import styles from './Calendar.module.css';

/** A month to choose a day from, over the page. Loaded only when opened. */
export default function Calendar(props: {
  chosen?: Day | undefined;
  onClose: (day?: Day) => void;
}) {
  const { messages } = useSharedContent();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const today = toDate(todayInBelgium(new Date()));
  const chosen = props.chosen && toDate(props.chosen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; Escape does so by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={messages.form.openCalendar}
      onClose={() => props.onClose()}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
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
        onDayClick={(date) => props.onClose(toDay(date))}
        classNames={{
          root: styles.calendar ?? '',
          months: styles.months ?? '',
          month: styles.month ?? '',
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
      <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
        {messages.shell.close}
      </button>
    </dialog>
  );
}

const toDate = ({ day, month, year }: Day) => new Date(year, month - 1, day);
const toDay = (date: Date): Day => ({
  day: date.getDate(),
  month: date.getMonth() + 1,
  year: date.getFullYear(),
});
