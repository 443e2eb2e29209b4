import { Icon } from './Icon.tsx';

/**
 * A notice above a list: the address names an entry that the list does not have, such as one that
 * another device removed.
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
