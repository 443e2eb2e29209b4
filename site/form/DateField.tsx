import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type Day,
  formatTypedDate,
  isBefore,
  parseTypedDate,
  todayInBelgium,
} from '../../enquiry/typed-date.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { useSharedContent } from '../shared-content.tsx';
import styles from './DateField.module.css';
import { Field } from './Field.tsx';
import type { FieldDescription } from './form-fields.ts';
import { CalendarIcon } from './icons.tsx';
import { LazyCalendar } from './LazyCalendar.tsx';

interface DateFieldProps {
  field: FieldDescription;
  registration: UseFormRegisterReturn;
  error?: string | undefined;
  /** What stands in the field. */
  value: string;
  onChoose: (text: string) => void;
}

/** A date, typed or chosen in a calendar that is loaded when it is first opened. */
export function DateField({ value, onChoose, ...field }: DateFieldProps) {
  const { messages } = useSharedContent();
  const [isOpen, setIsOpen] = useState(false);
  const date = parseTypedDate(value);
  const isPast = date !== undefined && isBefore(date, todayInBelgium(new Date()));
  const choose = (day: Day) => {
    setIsOpen(false);
    onChoose(formatTypedDate(day));
  };
  return (
    <Field {...field} note={isPast ? messages.form.pastDate : undefined}>
      <button
        type="button"
        className={styles.opener}
        aria-label={messages.form.openCalendar}
        aria-haspopup="dialog"
        onClick={(event) => {
          // Safari does not focus a button by a click, and the dialog hands the focus back.
          event.currentTarget.focus();
          setIsOpen(true);
        }}
      >
        <CalendarIcon />
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} label={messages.form.openCalendar}>
        <div className={styles.calendar}>
          <LazyCalendar chosen={date} onChoose={choose} />
        </div>
      </Dialog>
    </Field>
  );
}
