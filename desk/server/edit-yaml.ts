import { type Document, isCollection, isMap, isSeq, type Node, parseDocument, visit } from 'yaml';
import type { Finding } from '../../publish/content/finding.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import { Refused } from '../api.ts';
import { inverseOf, type Operation, setOperation } from '../operations.ts';
import { isEqual, type MaybeValue, type Value, valueAt } from '../values.ts';

/** What each node was before, wherever it is now. */
type Originals = Map<unknown, Value>;

/**
 * Applies operations to a YAML text and keeps its comments. A part that the schema refuses stays as
 * it was and blocks no other.
 *
 * @param text null for a new file
 * @returns the new text, null when it is removed or nothing of a new one is right; its value; what
 *   was refused, as operations on that value; and why, with paths in the requested value
 * @throws Refused 400 when an operation does not fit the file
 */
export function editYaml(
  text: string | null,
  operations: Operation[],
  check: (value: Value) => Finding[],
) {
  const document: Document = parseDocument(text ?? '', { prettyErrors: false, stringKeys: true });
  const valueNow = (): Value => document.toJS() ?? null;
  const before = valueNow();
  const originals: Originals = new Map();
  visit(document, { Value: (_, node) => void originals.set(node, node.toJS(document)) });
  const originalAt = (path: FieldPath): MaybeValue => {
    const owner = document.getIn(path.slice(0, -1), true);
    if (isSeq(owner)) return originals.get(document.getIn(path, true));
    return valueAt(originals.get(owner), path.slice(-1));
  };
  // Errors of an edit by hand must not block other changes.
  const known = check(before).map(({ message }) => message);
  const findErrors = () => {
    const value = valueNow();
    return check(value).filter(({ message, path }) => {
      const isChanged = !isEqual(valueAt(value, path), originalAt(path));
      return isChanged || !known.includes(message);
    });
  };

  for (const operation of operations) edit(document, originals, operation);
  const requested = valueNow();
  let refused: Operation[] = [];
  if (requested === null) return { text: null, value: null, refusals: [], refused };
  const refusals = isEqual(requested, before) ? [] : findErrors();
  for (let [error] = refusals; error; [error] = findErrors()) {
    const value = valueNow();
    const reset = resetOf(error.path, value, originalAt);
    if (!reset) {
      refused = [{ type: 'set', path: [], value: requested }];
      return { text, value: before, refusals, refused };
    }
    refused = [inverseOf(value, reset), ...refused];
    edit(document, originals, reset);
  }
  const value = valueNow();
  // What was removed and came back keeps its place and comments.
  if (isEqual(value, before)) return { text, value: before, refusals, refused };
  // As all files: a change of one value changes one line.
  return { text: document.toString({ lineWidth: 100 }), value, refusals, refused };
}

/** Takes back the smallest change that can cause the error. */
function resetOf(
  error: FieldPath,
  value: Value,
  originalAt: (path: FieldPath) => MaybeValue,
): Operation | undefined {
  for (let depth = error.length; depth > 0; depth--) {
    const path = error.slice(0, depth);
    const original = originalAt(path);
    if (!isEqual(valueAt(value, path), original)) return setOperation(value, path, original);
  }
  return undefined;
}

/** What stays is the same node, with its comments and quotes. */
function edit(document: Document, originals: Originals, operation: Operation) {
  const { type, path } = operation;
  const step = path.at(-1);
  const owner = path.length > 0 ? document.getIn(path.slice(0, -1), true) : undefined;
  const entries = isSeq<Node>(owner) ? owner.items : [];
  const length = type === 'insert' ? entries.length + 1 : entries.length;
  const isEntry = typeof step === 'number' && step < length;
  const isField = path.length === 0 || (isMap(owner) && typeof step === 'string');
  const isFitting = isEntry || (isField && (type === 'set' || type === 'remove'));
  if (!isFitting) throw new Refused(400, 'Die wijziging past niet op dit bestand.');
  if (isSeq<Node>(owner) && entries[0] && owner.commentBefore) {
    // The parser gives the first entry's comment to the list.
    entries[0].commentBefore = owner.commentBefore;
    owner.commentBefore = null;
  }
  const index = Number(step);
  if (type === 'remove') document.deleteIn(path);
  else if (type === 'insert') entries.splice(index, 0, document.createNode(operation.value));
  else if (type === 'move') entries.splice(operation.to, 0, ...entries.splice(index, 1));
  else {
    const old = document.getIn(path, true);
    const { value } = operation;
    const made = typeof value === 'object' && value ? document.createNode(value) : value;
    if (isCollection(old) && isCollection(made)) made.flow = old.flow ?? false;
    document.setIn(path, made);
    const original = originals.get(old);
    if (original !== undefined) originals.set(document.getIn(path, true), original);
  }
}
