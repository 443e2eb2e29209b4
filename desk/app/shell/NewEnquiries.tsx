import { useServerState } from '../api/queries.ts';
import { hrefOf } from '../navigation/route.ts';
import { Icon } from '../ui/Icon.tsx';

const useNewCount = () => useServerState()?.newEnquiries ?? 0;

/** The number of new enquiries, at their icon. */
export function NewCount() {
  const count = useNewCount();
  if (count === 0) return null;
  return (
    <span className="count">
      {count}
      <span className="visually-hidden"> nieuw</span>
    </span>
  );
}

/** The number of new enquiries, on the first screen. */
export function News() {
  const count = useNewCount();
  if (count === 0) return null;
  return (
    <section aria-label="Nieuwe aanvragen">
      <a className="news" href={hrefOf('aanvragen')}>
        <Icon name="mail" />
        {count === 1 ? '1 nieuwe aanvraag' : `${count} nieuwe aanvragen`}
      </a>
    </section>
  );
}
