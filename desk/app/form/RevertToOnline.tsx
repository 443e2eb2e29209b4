import type { Finding } from '../../shared/api.ts';
import { displayText } from '../../shared/values.ts';
import { useQueryData } from '../api/queries.ts';
import { edit } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { findRevert } from './revert-to-online.ts';

/**
 * Offers to replace a wrong value with the one that is online, so that it does not block the other
 * changes.
 */
export function RevertToOnline({ finding }: { finding: Pick<Finding, 'file' | 'path'> }) {
  const { files } = useDeskState();
  const online = useQueryData('GET /api/online');
  const { file } = finding;
  if (!online || files[file] === undefined) return null;
  const there = online.find(({ path }) => path === file)?.value;
  const revert = findRevert(finding, files[file], there);
  if (!revert) return null;
  const [operation] = revert.operations;
  const isSet = operation?.type === 'set' && operation.path.length > 0 && there !== undefined;
  const text = isSet ? displayText(operation.value) : '';
  const isShort = text !== '' && text.length <= 40 && !text.includes('\n');
  return (
    <Button
      icon="undo"
      label={isShort ? `${revert.label}: ${text}` : revert.label}
      onPress={() => edit({ [file]: revert.operations })}
    />
  );
}
