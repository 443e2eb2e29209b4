import {
  type Document,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { Finding } from '../api.ts';
import { applyOperations, type Operation, type Value } from '../operations.ts';
import { moveToFront } from './reorder.ts';

export interface EditedYaml {
  /** Null when nothing of a new file could be written. */
  text: string | null;
  /** The value of `text`; null for none. */
  value: Value;
  /** Operations that were not written, rebased on `value`. */
  refused: Operation[];
  /** The reasons, with the paths of the requested value. */
  refusals: Finding[];
}

/**
 * Applies operations to the text of a YAML file and keeps its comments. An operation that the schema
 * refuses is left out together with the later ones that depend on it; all others are written.
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
  let value: Value = document.toJS() ?? null;
  // Errors that an edit by hand left behind must not block unrelated changes.
  const tolerated = new Set(text === null ? [] : check(value).map(identify));
  const errorsOf = (one: Value) => check(one).filter((error) => !tolerated.has(identify(error)));
  const write = (accepted: readonly Operation[]): boolean => {
    const next = applyOperations(value, accepted);
    if (errorsOf(next).length > 0) return false;
    for (const operation of accepted) applyToDocument(document, operation);
    value = next;
    return true;
  };

  const requested = applyOperations(value, operations);
  let refused = [...operations];
  if (write(operations)) refused = [];
  for (let index = 0; index < refused.length; ) {
    const { front, rest } = moveToFront(refused, index);
    if (write(front)) {
      refused = rest;
      // A value may be valid only with a later one: 'from' and 'until'.
      index = 0;
    } else index++;
  }
  return {
    // A change of one value is then a change of one line.
    text: document.contents ? document.toString({ lineWidth: 100 }) : null,
    value,
    refused,
    refusals: refused.length > 0 ? errorsOf(requested) : [],
  };
}

const identify = ({ path, message }: Finding) => `${path.join('.')}: ${message}`;

/** @param operation one that `applyOperations` accepts */
function applyToDocument(document: Document, operation: Operation): void {
  const { kind, path } = operation;
  const parent = document.getIn(path.slice(0, -1));
  const index = Number(path.at(-1));
  switch (kind) {
    case 'set':
      setValue(document, operation.path, operation.value);
      break;
    case 'insert':
      if (isSeq(parent)) parent.items.splice(index, 0, createNode(document, operation.value));
      break;
    case 'remove':
      document.deleteIn(path);
      break;
    case 'move':
      if (isSeq(parent)) parent.items.splice(operation.to, 0, ...parent.items.splice(index, 1));
      break;
  }
}

function setValue(document: Document, path: Operation['path'], value: Value): void {
  const before = path.length > 0 ? document.getIn(path, true) : document.contents;
  // The same node keeps its comment and its quotes.
  if (isScalar(before) && (typeof value !== 'object' || value === null)) {
    before.value = value;
    return;
  }
  const node = createNode(document, value);
  if (isCollection(before)) node.commentBefore = before.commentBefore ?? null;
  if (path.length > 0) document.setIn(path, node);
  else document.contents = node as never;
}

function createNode(document: Document, value: Value): Node {
  const node = document.createNode(value) as Node;
  visit(node, {
    Seq(_, list) {
      // As in the other files: the two numbers of a focus on one line.
      const isNumeric = list.items.every((item) => isScalar(item) && Number.isFinite(item.value));
      list.flow = isNumeric && list.items.length > 0;
    },
  });
  return node;
}
