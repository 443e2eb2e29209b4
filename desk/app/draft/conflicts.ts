import { displayText, type MaybeValue, valueAt } from '../../shared/values.ts';
import { type Conflict, rebase, rebasePath } from './rebase.ts';

/** A conflict that the caterer has not resolved yet. */
export interface OpenConflict extends Conflict {
  file: string;
}

/** Rebases the open conflicts of a file from one version of it onto a later one. */
export const rebaseConflicts = (
  conflicts: OpenConflict[],
  file: string,
  before: MaybeValue,
  after: MaybeValue,
): OpenConflict[] =>
  conflicts.flatMap((conflict) => {
    return conflict.file === file ? (rebaseConflict(conflict, before, after) ?? []) : conflict;
  });

/** @returns undefined when the file now has this window's value */
function rebaseConflict(
  conflict: OpenConflict,
  before: MaybeValue,
  after: MaybeValue,
): OpenConflict | undefined {
  const rebased = rebase(conflict.operations, before, after);
  if (rebased.operations.length > 0) {
    const path = rebasePath(conflict.path, before, after);
    return { ...conflict, path, operations: rebased.operations };
  }
  const [again] = rebased.conflicts;
  if (!again) return undefined;
  const { path, operations } = again;
  // All of the other device's value is shown, because the caterer may not have seen its version
  // before.
  const theirs = again.theirs && displayText(valueAt(after, path));
  return { ...conflict, path, operations, theirs };
}
