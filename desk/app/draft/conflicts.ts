import { displayText, type MaybeValue, type Value, valueAt } from '../../shared/values.ts';
import { type Conflict, rebase, rebasePath } from './rebase.ts';

/** A conflict that the caterer has not resolved yet. */
export interface OpenConflict extends Conflict {
  file: string;
}

/** An open conflict, as persisted in the browser's storage. */
export interface UnsavedConflict extends OpenConflict {
  /**
   * The value of the file in which the conflict has its place; null when there was no file. An
   * earlier version of the app did not persist it.
   */
  base?: Value | undefined;
}

export const withBase = (conflict: OpenConflict, value: MaybeValue): UnsavedConflict => ({
  ...conflict,
  base: value ?? null,
});

/** Rebases the conflicts of a closed tab onto the files of this window. */
export const recoverConflicts = (
  conflicts: UnsavedConflict[],
  valueIn: (file: string) => MaybeValue,
): OpenConflict[] =>
  conflicts.flatMap(({ base, ...conflict }) => {
    // Without its base the conflict's path may lead to another text by now.
    if (base === undefined) return { ...conflict, operations: [] };
    return rebaseConflict(conflict, base ?? undefined, valueIn(conflict.file)) ?? [];
  });

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
  if (conflict.operations.length === 0) return conflict;
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
