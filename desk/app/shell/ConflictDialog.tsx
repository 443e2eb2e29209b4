import type { Value } from '../../operations.ts';
import { titleOf } from '../../titles.ts';
import { useDesk } from '../Desk.tsx';

/** Two devices changed the same place: both texts, one after another. */
export function ConflictDialog() {
  const { content, files, set, store } = useDesk();
  const [conflict] = content.conflicts;
  if (!conflict) return null;
  const { file, path, mine, theirs } = conflict;
  const takeMine = () => {
    set(file, path, mine);
    store.forgetConflict(0);
  };
  return (
    <dialog
      className="conflict"
      key={content.conflicts.length}
      aria-labelledby="conflict-title"
      ref={(element) => void (element?.open || element?.showModal())}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">Op twee toestellen veranderd</h2>
      <p>
        Op ‘{titleOf(file, files[file])}’ is dezelfde plek intussen ook ergens anders veranderd.
      </p>
      <div className="both">
        <div>
          <h3>Wat jij hier schreef</h3>
          <p>{textOf(mine)}</p>
          <button type="button" className="main" onClick={takeMine}>
            Neem dit
          </button>
        </div>
        <div>
          <h3>Wat er nu staat</h3>
          <p>{textOf(theirs)}</p>
          <button type="button" onClick={() => store.forgetConflict(0)}>
            Laat dit staan
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** What a reader would call the value: its texts. */
function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return '(weg)';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([key]) => key !== 'kind')
    .map(([, one]) => textOf(one))
    .join(' · ');
}
