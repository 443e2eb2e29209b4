import { lazy, Suspense, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type Day,
  formatTypedDate,
  isBefore,
  parseTypedDate,
  todayInBelgium,
} from '../../../enquiry/typed-date.ts';
import { useSharedContent } from '../../shared-content.tsx';
import styles from './DateField.module.css';
import { Field } from './Field.tsx';
import type { FieldDescription } from './form-fields.ts';
import { CalendarIcon } from './icons.tsx';

const Calendar = lazy(() => import('./Calendar.tsx'));

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
  const opener = useRef<HTMLButtonElement>(null);
  const date = parseTypedDate(value);
  const isPast = date !== undefined && isBefore(date, todayInBelgium(new Date()));
  const close = (chosen?: Day) => {
    setIsOpen(false);
    if (chosen) onChoose(formatTypedDate(chosen));
    opener.current?.focus();
  };
  return (
    <Field {...field} note={isPast ? messages.form.pastDate : undefined}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={messages.form.openCalendar}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <CalendarIcon />
      </button>
      {isOpen && (
        <Suspense>
          <Calendar chosen={date} onClose={close} />
        </Suspense>
      )}
    </Field>
  );
}
