import { type ComponentType, useEffect, useState } from 'react';
import { useFormContent } from '../form-content.tsx';
import type { CalendarProps } from './Calendar.tsx';

/** Once it is there, it is there at once. */
let loaded: ComponentType<CalendarProps> | undefined;

/**
 * The calendar, loaded when it is first shown. A script that does not load (offline, or a page older
 * than the site) costs the calendar alone, and only until it is opened again; React's `lazy` would
 * keep the failure.
 */
export function LazyCalendar(props: CalendarProps) {
  const { words } = useFormContent();
  const [Calendar, setCalendar] = useState(() => loaded);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (loaded) return;
    import('./Calendar.tsx').then(
      (module) => {
        loaded = module.default;
        setCalendar(() => module.default);
      },
      () => setHasFailed(true),
    );
  }, []);
  if (Calendar) return <Calendar {...props} />;
  return <p role="status">{words.form[hasFailed ? 'calendarFailed' : 'calendarLoading']}</p>;
}
