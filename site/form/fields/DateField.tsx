import { useState } from 'react';
import { Dialog } from '../../dialog/Dialog.tsx';
import { useFormContent } from '../form-content.tsx';
import { CalendarIcon } from '../icons.tsx';
import styles from './DateField.module.css';
import { Field } from './Field.tsx';
import type { ShownField } from './form-values.ts';
import { LazyCalendar } from './LazyCalendar.tsx';
import { type Day, formatTypedDate, isBefore, parseTypedDate, todayIn } from './typed-date.ts';

interface DateFieldProps {
  field: ShownField;
  error?: string | undefined;
  /** What stands in the field. */
  value: string;
  onChoose: (text: string) => void;
}

/** A date, typed or chosen in a calendar that is loaded when it is first opened. */
export function DateField({ value, onChoose, ...field }: DateFieldProps) {
  const { words, locale, timeZone } = useFormContent();
  const { openCalendar, pastDate } = words.form;
  const [isOpen, setIsOpen] = useState(false);
  const date = parseTypedDate(value, locale);
  const isPast = date !== undefined && isBefore(date, todayIn(timeZone, new Date()));
  const choose = (day: Day) => {
    setIsOpen(false);
    onChoose(formatTypedDate(day));
  };
  return (
    <Field {...field} note={isPast ? pastDate : undefined}>
      <button
        type="button"
        className={styles.opener}
        aria-label={openCalendar}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => {
          // Safari does not focus a button by a click, and the dialog hands the focus back.
          event.currentTarget.focus();
          // The calendar opens below it, and covers neither the field nor its label.
          event.currentTarget.closest('[data-field]')?.scrollIntoView({ block: 'nearest' });
          setIsOpen(true);
        }}
      >
        <CalendarIcon />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        label={openCalendar}
        closeLabel={words.shell.close}
        size="beside"
      >
        <div className={styles.calendar}>
          <LazyCalendar chosen={date} onChoose={choose} />
        </div>
      </Dialog>
    </Field>
  );
}
