import { useState } from 'react';
import { Dialog } from '../../dialog/Dialog.tsx';
import { useLazyComponent } from '../../lazy-component.ts';
import { useForm } from '../form-context.ts';
import { Icon } from '../icons.tsx';
import styles from './DateField.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { formatTypedDate, parseTypedDate, todayIn } from './typed-date.ts';

const loadCalendar = () => import('./Calendar.tsx');

interface DateFieldProps extends FieldProps {
  value: string;
  onChoose: (text: string) => void;
}

/** Typed, or chosen in a calendar that is loaded on demand. */
export function DateField({ value, onChoose, ...field }: DateFieldProps) {
  const { texts, locale, timeZone } = useForm();
  const { openCalendar, calendarFailed, calendarLoading, pastDate } = texts.form;
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const onFailed = () => setHasFailed(true);
  const lazy = useLazyComponent(loadCalendar, isOpen, onFailed);
  const { Component: Calendar } = lazy;
  const date = parseTypedDate(value, locale);
  const isPast = date !== undefined && date < todayIn(timeZone, new Date());
  return (
    <Field {...field} note={isPast ? pastDate : undefined}>
      <button
        type="button"
        className={styles.opener}
        aria-label={openCalendar}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...lazy.preloadHandlers}
        onClick={({ currentTarget }) => {
          // Safari does not; the dialog returns the focus to it.
          currentTarget.focus();
          // Makes room, because the calendar opens below the field.
          currentTarget.closest('[data-field]')?.scrollIntoView({ block: 'nearest' });
          setHasFailed(false);
          setIsOpen(true);
        }}
      >
        <Icon name="calendar" size="small" />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        label={openCalendar}
        closeLabel={texts.shell.close}
        size="beside"
      >
        <div className={styles.calendar}>
          {Calendar ? (
            <Calendar
              chosen={date}
              onChoose={(day) => {
                setIsOpen(false);
                onChoose(formatTypedDate(day));
              }}
            />
          ) : (
            <p role="status">{hasFailed ? calendarFailed : calendarLoading}</p>
          )}
        </div>
      </Dialog>
    </Field>
  );
}
