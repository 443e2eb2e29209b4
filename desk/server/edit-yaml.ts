import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isScalar, isSeq, parseDocument } from 'yaml';
import { type FieldPath, isGroup } from '../../site/content-walk.ts';
import type { Finding } from '../api.ts';
import { applyOperations, type Operation, type Value, valueAt } from '../operations.ts';

interface EditedYaml {
  /** Null when nothing of a new file could be written. */
  text: string | null;
  /** The value of `text`; null for none. */
  value: Value;
  /** Why a part was not written, with the paths of the requested value. */
  refusals: Finding[];
}

/**
 * Applies operations to the text of a YAML file and keeps its comments. Each change that the schema
 * refuses is taken back by itself, so that it does not block the others.
 *
 * @param text null for a new file
 * @param check the errors of a value by its schema
 * @throws PathError for a path that does not exist
 */
export function editYaml(
  text: string | null,
  operations: readonly Operation[],
  check: (value: Value) => Finding[],
): EditedYaml {
  const document = parseDocument(text ?? '', { prettyErrors: false });
  const before: Value = document.toJS() ?? null;
  const done = [...operations];
  let value = applyOperations(before, operations);
  for (const operation of operations) applyToDocument(document, operation);

  // Errors that an edit by hand left behind must not block unrelated changes.
  const identify = (path: FieldPath, { message }: Finding) => `${path.join('.')}: ${message}`;
  const tolerated = new Set(
    text === null ? [] : check(before).map((error) => identify(error.path, error)),
  );
  const errorsNow = () =>
    isDeepStrictEqual(value, before)
      ? []
      : check(value).filter((one) => !tolerated.has(identify(originOf(one.path, done) ?? [], one)));
  const refusals = errorsNow();
  for (let [error] = refusals; error; [error] = errorsNow()) {
    const undo = findUndo(error.path, value, before, done);
    value = applyOperations(value, [undo]);
    applyToDocument(document, undo);
    done.push(undo);
  }
  // A change of one value is then a change of one line.
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
  let origin: FieldPath | undefined = path;
  for (const operation of operations.toReversed()) {
    const at = Number(operation.path.at(-1));
    const depth = operation.path.length - 1;
    const index = origin[depth];
    const isInList = operation.path.slice(0, -1).every((step, i) => step === origin?.[i]);
    if (operation.kind === 'set' || typeof index !== 'number' || !isInList) continue;
    if (operation.kind === 'insert' && index === at) return undefined;
    origin = origin.with(depth, indexBefore(operation, at, index));
  }
  return origin;
}

/** The index that an entry had before its list changed at `at`. */
function indexBefore(operation: Operation, at: number, index: number): number {
  if (operation.kind === 'insert') return index > at ? index - 1 : index;
  if (operation.kind === 'remove') return index >= at ? index + 1 : index;
  if (operation.kind === 'set' || index === operation.to) return at;
  const without = index > operation.to ? index - 1 : index;
  return without >= at ? without + 1 : without;
}

/** @param operation one that `applyOperations` accepts */
function applyToDocument(document: Document, operation: Operation): void {
  const { kind, path } = operation;
  const parent = document.getIn(path.slice(0, -1));
  const index = Number(path.at(-1));
  if (kind === 'set') setValue(document, path, operation.value);
  else if (kind === 'remove') document.deleteIn(path);
  else if (isSeq(parent) && kind === 'insert') {
    parent.items.splice(index, 0, document.createNode(operation.value));
  } else if (isSeq(parent) && kind === 'move') {
    parent.items.splice(operation.to, 0, ...parent.items.splice(index, 1));
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
