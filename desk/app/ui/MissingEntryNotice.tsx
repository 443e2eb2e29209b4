import { Icon } from './Icon.tsx';

/**
 * Says above a list that the address names something that it does not have, such as what another
 * device removed.
 *
 * @param what a noun with 'de': 'foto'
 */
export function MissingEntryNotice({ what }: { what: string }) {
  return (
    <p className="missing" role="status">
      <Icon name="warning" />
      Deze {what} bestaat niet, of niet meer.
    </p>
  );
}
