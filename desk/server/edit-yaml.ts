import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isScalar, isSeq, parseDocument } from 'yaml';
import type { Finding } from '../../publish/content/finding.ts';
import { type FieldPath, isGroup } from '../../site/content-walk.ts';
import { applyOperations, type Operation, type Value, valueAt } from '../operations.ts';

/**
 * Applies operations to the text of a YAML file and keeps its comments. Each change that the schema
 * refuses is taken back by itself, so that it does not block the others.
 *
 * @param text null for a new file
 * @param check the errors of a value by its schema
 * @returns the new text, null when nothing of a new file could be written; its value; and why a part
 *   was not written, with the paths of the requested value
 * @throws PathError for a path that does not exist
 */
export function editYaml(
  text: string | null,
  operations: readonly Operation[],
  check: (value: Value) => Finding[],
): { text: string | null; value: Value; refusals: Finding[] } {
  const document = parseDocument(text ?? '', { prettyErrors: false });
  const before: Value = document.toJS() ?? null;
  const done: Operation[] = [];
  let value = before;
  const apply = (operation: Operation) => {
    value = applyOperations(value, [operation]);
    applyToDocument(document, operation);
    done.push(operation);
  };

  // Errors that an edit by hand left behind must not block unrelated changes.
  const tolerated = text === null ? [] : check(before);
  const isTolerated = ({ path, message }: Finding) => {
    const origin = originOf(path, done);
    return tolerated.some((one) => one.message === message && isDeepStrictEqual(one.path, origin));
  };
  const findErrors = () => {
    if (isDeepStrictEqual(value, before)) return [];
    return check(value).filter((error) => !isTolerated(error));
  };

  for (const operation of operations) apply(operation);
  const refusals = findErrors();
  let [error] = refusals;
  while (error) {
    apply(findUndo(error.path, value, before, done));
    [error] = findErrors();
  }
  // Fixed, so that a change of one value is a change of one line.
  const edited = value === null ? text : document.toString({ lineWidth: 100 });
  return { text: edited, value, refusals };
}

/**
 * Finds the smallest change that can cause an error.
 *
 * @returns the operation that takes it back
 */
function findUndo(error: FieldPath, value: Value, before: Value, done: Operation[]): Operation {
  for (let depth = error.length; depth > 0; depth--) {
    const path = error.slice(0, depth);
    const now = valueAt(value, path);
    const origin = originOf(path, done);
    const old = origin && valueAt(before, origin);
    if (isDeepStrictEqual(now, old)) continue;
    // A missing field can be set; a missing entry comes back with its list.
    if (now === undefined && !isGroup(valueAt(value, path.slice(0, -1)))) continue;
    return old === undefined ? { kind: 'remove', path } : { kind: 'set', path, value: old };
  }
  return { kind: 'set', path: [], value: before };
}

/** Where a value was before these operations; undefined inside a list entry that they inserted. */
function originOf(path: FieldPath, operations: readonly Operation[]): FieldPath | undefined {
  let origin = path;
  for (const operation of operations.toReversed()) {
    const list = operation.path.slice(0, -1);
    const index = origin[list.length];
    const isInList = isDeepStrictEqual(origin.slice(0, list.length), list);
    if (operation.kind === 'set' || typeof index !== 'number' || !isInList) continue;
    const indexBefore = indexesAfter(operation, index)[index];
    if (typeof indexBefore !== 'number') return undefined;
    origin = origin.with(list.length, indexBefore);
  }
  return origin;
}

/** The previous indexes of the entries of a list, in their new order, at least up to `last`. */
function indexesAfter(operation: Operation, last: number): Value[] {
  const at = Number(operation.path.at(-1));
  const to = operation.kind === 'move' ? operation.to : 0;
  const length = Math.max(at, to, last) + 2;
  const indexes = Array.from({ length }, (_, index) => index);
  const inserted = operation.kind === 'insert' ? { value: null } : {};
  return applyOperations(indexes, [{ ...operation, ...inserted, path: [at] }]) as Value[];
}

/** @param operation one that `applyOperations` accepts */
function applyToDocument(document: Document, operation: Operation): void {
  const { kind, path } = operation;
  const list = document.getIn(path.slice(0, -1));
  const index = Number(path.at(-1));
  if (kind === 'set') {
    setValue(document, path, operation.value);
  } else if (kind === 'remove' || !isSeq(list)) {
    document.deleteIn(path);
  } else if (kind === 'insert') {
    list.items.splice(index, 0, document.createNode(operation.value));
  } else {
    const moved = list.items.splice(index, 1);
    list.items.splice(operation.to, 0, ...moved);
  }
}

function setValue(document: Document, path: FieldPath, value: Value): void {
  const before = path.length > 0 ? document.getIn(path, true) : document.contents;
  // The same node keeps its comment and its quotes.
  if (isScalar(before) && (typeof value !== 'object' || value === null)) {
    before.value = value;
    return;
  }
  const node = document.createNode(value);
  if (isCollection(before) && isCollection(node)) {
    node.commentBefore = before.commentBefore ?? null;
    node.flow = before.flow ?? false;
  }
  if (path.length > 0) document.setIn(path, node);
  else document.contents = node as never;
}
