import { isDeepStrictEqual as isEqual } from 'node:util';
import { type Document, isCollection, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Finding } from '../../publish/content/finding.ts';
import { type FieldPath, isGroup } from '../../site/content-walk.ts';
import { changeList, type Operation, PathError, type Value, valueAt } from '../values.ts';

interface EditedYaml {
  /** Null when nothing of a new file could be written. */
  text: string | null;
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
 */
export function editYaml(
  text: string | null,
  operations: readonly Operation[],
  check: (value: Value) => Finding[],
): EditedYaml {
  const document = parseDocument(text ?? '', { prettyErrors: false });
  const before: Value = document.toJS() ?? null;
  const done: Operation[] = [];
  let value = before;
  const apply = (operation: Operation) => {
    applyToDocument(document, operation);
    value = document.toJS() ?? null;
    done.push(operation);
  };
  // Errors that an edit by hand left behind must not block unrelated changes.
  const tolerated = text === null ? [] : check(before);
  const isTolerated = (error: Finding) => {
    const path = originOf(error.path, done);
    return tolerated.some((one) => one.message === error.message && isEqual(one.path, path));
  };
  const findErrors = () =>
    isEqual(value, before) ? [] : check(value).filter((error) => !isTolerated(error));

  for (const operation of operations) apply(operation);
  const refusals = findErrors();
  for (let [error] = refusals; error; [error] = findErrors()) {
    apply(findUndo(error.path, value, before, done));
  }
  // The width of all files: a change of one value is then a change of one line.
  const edited = value === null ? text : document.toString({ lineWidth: 100 });
  return { text: edited, value, refusals };
}

/** The operation that takes back the smallest change that can cause an error. */
function findUndo(error: FieldPath, value: Value, before: Value, done: Operation[]): Operation {
  for (let depth = error.length; depth > 0; depth--) {
    const path = error.slice(0, depth);
    const now = valueAt(value, path);
    const origin = originOf(path, done);
    const old = origin && valueAt(before, origin);
    if (isEqual(now, old)) continue;
    // A missing field can be set; a missing entry comes back with its list.
    if (now === undefined && !isGroup(valueAt(value, path.slice(0, -1)))) continue;
    return old === undefined ? { kind: 'remove', path } : { kind: 'set', path, value: old };
  }
  return { kind: 'set', path: [], value: before };
}

/** Where a value was before; undefined inside a list entry that the operations inserted. */
function originOf(path: FieldPath, operations: readonly Operation[]): FieldPath | undefined {
  let origin = path;
  for (const operation of operations.toReversed()) {
    const list = operation.path.slice(0, -1);
    const index = origin[list.length];
    const isInList = isEqual(origin.slice(0, list.length), list);
    if (operation.kind === 'set' || typeof index !== 'number' || !isInList) continue;
    const at = Number(operation.path.at(-1));
    const to = operation.kind === 'move' ? operation.to : 0;
    // The operation on a list of indexes tells where each entry was.
    const indexes: (number | undefined)[] = [...Array(Math.max(at, to, index) + 2).keys()];
    const indexBefore = changeList(indexes, operation, undefined)[index];
    if (indexBefore === undefined) return undefined;
    origin = origin.with(list.length, indexBefore);
  }
  return origin;
}

/** @throws PathError */
function applyToDocument(document: Document, operation: Operation): void {
  const { kind, path } = operation;
  const parent = path.length > 0 ? document.getIn(path.slice(0, -1)) : null;
  const value = 'value' in operation ? operation.value : null;
  if (isSeq(parent)) {
    const items = changeList(parent.items, operation, document.createNode(value));
    if (kind === 'set') setValue(document, path, value);
    else parent.items = items;
  } else if (kind === 'set' && (isMap(parent) || path.length === 0)) {
    setValue(document, path, value);
  } else if (kind === 'remove' && isMap(parent) && document.hasIn(path)) {
    document.deleteIn(path);
  } else {
    throw new PathError(path.join('.'));
  }
}

function setValue(document: Document, path: FieldPath, value: Value): void {
  const before = document.getIn(path, true);
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
  document.setIn(path, node);
}
