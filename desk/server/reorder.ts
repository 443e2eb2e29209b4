import type { FieldPath } from '../../site/content-walk.ts';
import type { Operation } from '../operations.ts';

/**
 * Moves one operation to the front of a sequence, together with the earlier ones that it depends on.
 * `front` followed by `rest` has the same effect as the sequence.
 */
export function moveToFront(
  operations: readonly Operation[],
  index: number,
): { front: Operation[]; rest: Operation[] } {
  let front = operations.slice(index, index + 1);
  const rest = operations.slice(index + 1);
  for (const earlier of operations.slice(0, index).reverse()) {
    const swapped = swapWithAll(earlier, front);
    if (swapped) {
      front = swapped.moved;
      rest.unshift(swapped.earlier);
    } else front.unshift(earlier);
  }
  return { front, rest };
}

function swapWithAll(earlier: Operation, later: Operation[]) {
  let last = earlier;
  const moved: Operation[] = [];
  for (const one of later) {
    const swapped = swap(last, one);
    if (!swapped) return undefined;
    moved.push(swapped[0]);
    last = swapped[1];
  }
  return { moved, earlier: last };
}

/**
 * Swaps two operations that follow each other; their effect stays the same (operational
 * transformation).
 *
 * @returns undefined when the second depends on the first
 */
function swap(first: Operation, second: Operation): [Operation, Operation] | undefined {
  const [firstList, secondList] = [listOf(first), listOf(second)];
  if (firstList && secondList && isWithin(firstList, secondList) && isWithin(secondList, firstList))
    return swapInList(first, second);
  if (!firstList && isWithin(second.path, first.path)) return undefined;
  const earlierPath = mapIndex(second.path, firstList, (index) => indexBefore(first, index));
  if (!earlierPath) return undefined;
  const earlier = { ...second, path: earlierPath };
  if (!secondList && isWithin(firstList ?? first.path, earlierPath)) return undefined;
  const laterPath = mapIndex(first.path, listOf(earlier), (index) => indexAfter(earlier, index));
  return laterPath && [earlier, { ...first, path: laterPath }];
}

/** Both change which entries a list has. */
function swapInList(first: Operation, second: Operation): [Operation, Operation] | undefined {
  if (first.kind === 'move' || second.kind === 'move') return undefined;
  const [i, j] = [Number(first.path.at(-1)), Number(second.path.at(-1))];
  const isInsert = first.kind === 'insert';
  if (i === j && isInsert && second.kind === 'remove') return undefined;
  const at = ({ path }: Operation, index: number) => [...path.slice(0, -1), index];
  const isBehind = j > i || (j === i && !isInsert && second.kind === 'remove');
  if (isBehind) return [{ ...second, path: at(second, isInsert ? j - 1 : j + 1) }, first];
  return [second, { ...first, path: at(first, second.kind === 'insert' ? i + 1 : i - 1) }];
}

/** The list whose entries an operation adds, removes or moves. */
function listOf({ kind, path }: Operation): FieldPath | undefined {
  return kind !== 'set' && typeof path.at(-1) === 'number' ? path.slice(0, -1) : undefined;
}

const isWithin = (path: FieldPath, outer: FieldPath) =>
  outer.every((step, depth) => path[depth] === step);

/** Maps the index with which a path enters a list; undefined when that entry does not exist. */
function mapIndex(
  path: FieldPath,
  list: FieldPath | undefined,
  map: (index: number) => number | undefined,
): FieldPath | undefined {
  if (!list || path.length <= list.length || !isWithin(path, list)) return path;
  const index = map(Number(path[list.length]));
  return index === undefined ? undefined : path.with(list.length, index);
}

/** The index of an entry after an operation on its list; undefined when it was removed. */
function indexAfter(operation: Operation, index: number): number | undefined {
  const at = Number(operation.path.at(-1));
  const without = index > at ? index - 1 : index;
  switch (operation.kind) {
    case 'insert':
      return index >= at ? index + 1 : index;
    case 'move':
      if (index === at) return operation.to;
      return without >= operation.to ? without + 1 : without;
    default:
      return index === at ? undefined : without;
  }
}

/** The index of an entry before an operation on its list; undefined when it was inserted. */
function indexBefore(operation: Operation, index: number): number | undefined {
  const { kind, path } = operation;
  const at = Number(path.at(-1));
  switch (kind) {
    case 'insert':
      return index === at ? undefined : index > at ? index - 1 : index;
    case 'move':
      return indexAfter({ kind, path: path.with(-1, operation.to), to: at }, index);
    default:
      return index >= at ? index + 1 : index;
  }
}
