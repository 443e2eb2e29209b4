import { fileTitle } from '../../shared/pages.ts';
import { resolveConflict } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { showModal } from '../ui/show-modal.ts';

/** Shows both texts of a value that was also changed elsewhere, such as on another device. */
export function ConflictDialog() {
  const { content, files } = useDeskState();
  const [conflict] = content.conflicts;
  if (!conflict) return null;
  const { file, mine, theirs, operations } = conflict;
  return (
    <dialog
      key={content.conflicts.length}
      aria-labelledby="conflict-title"
      ref={showModal}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">Op twee plaatsen veranderd</h2>
      <p>
        Op ‘{fileTitle(file, files[file])}’ is dezelfde plek intussen ook ergens anders veranderd.
      </p>
      <h3>Wat jij hier schreef</h3>
      <blockquote>{mine || '(weg)'}</blockquote>
      {operations.length > 0 ? (
        <>
          <Button label="Neem dit" onPress={() => resolveConflict('mine')} />
          <h3>Wat er nu staat</h3>
          <blockquote>{theirs || '(weg)'}</blockquote>
          <Button label="Laat dit staan" onPress={() => resolveConflict('theirs')} />
        </>
      ) : (
        <Button label="Sluiten" onPress={() => resolveConflict('theirs')} />
      )}
    </dialog>
  );
}
