import { useFailure } from '../api/queries.ts';
import { Icon } from './Icon.tsx';

/**
 * A placeholder for data that the server has not sent yet.
 *
 * @param what names it in the plural: 'De foto’s'
 */
export function LoadingPlaceholder({
  route,
  what,
}: {
  route: Parameters<typeof useFailure>[0];
  what: string;
}) {
  const failure = useFailure(route);
  const text = failure ? `${what} konden niet geladen worden. ${failure}` : `${what} komen eraan.`;
  return (
    <p className="loading" data-failed={failure !== undefined || undefined} role="status">
      {failure && <Icon name="warning" />}
      {text}
    </p>
  );
}
