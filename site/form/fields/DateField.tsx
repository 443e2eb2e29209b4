import { useState } from 'react';
import { fillIn } from '../../../release/text.ts';
import { retryableImport } from '../../browser/retry-import.ts';
import { useLazyComponent } from '../../browser/use-lazy-component.ts';
import { Dialog } from '../../dialog/Dialog.tsx';
import { useFormSettings } from '../form-settings.ts';
import { Icon } from '../icons.tsx';
import styles from './DateField.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { doubtAbout, formatTypedDate, isFullDay, parseTypedDate, todayIn } from './typed-date.ts';

const loadCalendar = retryableImport(() => import('./Calendar.tsx'));

interface DateFieldProps extends FieldProps {
  value: string;
  onChoose: (text: string) => void;
}

/** A date that is typed, or chosen in a calendar that is loaded on demand. */
export function DateField({ value, onChoose, ...field }: DateFieldProps) {
  const { texts, locale, timeZone, fullDays } = useFormSettings();
  const { openCalendar, calendarFailed, calendarLoading } = texts.form;
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const onFailed = () => setHasFailed(true);
  const lazy = useLazyComponent(loadCalendar, isOpen, onFailed);
  const { Component: Calendar } = lazy;
  const date = parseTypedDate(value, locale);
  const question = () => {
    const doubt = date && doubtAbout(value, date, locale, todayIn(timeZone, new Date()));
    if (doubt === 'past') return texts.form.pastDate;
    if (doubt === 'far') return texts.form.farDate;
    if (!doubt) return date && isFullDay(fullDays, date) ? fullDays?.note : undefined;
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    return fillIn(texts.form.otherWeekday, { weekday: format.format(date) });
  };
  return (
    <Field {...field} note={question()}>
      <button
        type="button"
        className={styles.opener}
        aria-label={openCalendar}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...lazy.preloadHandlers}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, and the dialog returns the focus to it.
          currentTarget.focus();
          // Scrolling makes room, because the calendar opens below the field.
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
        <div className={styles.calendar} data-legend={fullDays ? '' : undefined}>
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
