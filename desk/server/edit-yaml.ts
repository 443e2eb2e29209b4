import { type Document, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import type { Finding } from '../../publish/content/finding.ts';
import { type FieldPath, isGroup } from '../../site/content-walk.ts';
import { isEqual, type MaybeValue, originsOf, type Value, valueAt, withValue } from '../values.ts';

/**
 * Gives a YAML text another value and keeps its comments. A part that the schema refuses stays as
 * it was, so that it does not block the others.
 *
 * @param text null for a new file
 * @returns the new text, null when nothing of a new file could be written; its value; and why a
 *   part was not written, with paths in the requested value
 */
export function editYaml(
  text: string | null,
  requested: Value,
  check: (value: Value) => Finding[],
) {
  const document: Document = parseDocument(text ?? '', { prettyErrors: false });
  const before: Value = document.toJS() ?? null;
  // Errors of an edit by hand must not block other changes.
  const tolerated = check(before);
  const isTolerated = ({ message, path }: Finding, value: Value) => {
    const origin = originOf(path, value, before);
    return tolerated.some((one) => one.message === message && isEqual(one.path, origin));
  };
  const findErrors = (value: Value) => {
    return check(value).filter((error) => !isTolerated(error, value));
  };

  const refusals = findErrors(requested);
  let value = requested;
  for (let [error] = refusals; error; [error] = findErrors(value)) {
    value = withoutChange(error.path, value, before);
  }
  if (value === null) return { text, value, refusals };
  document.contents = updateNode(document, document.contents, before, value);
  // As all files, so that a change of one value changes one line.
  return { text: document.toString({ lineWidth: 100 }), value, refusals };
}

/** Puts back what was there before the smallest change that can have caused an error. */
function withoutChange(error: FieldPath, value: Value, before: Value): Value {
  for (let depth = error.length; depth > 0; depth--) {
    const path = error.slice(0, depth);
    const origin = originOf(path, value, before);
    const old = origin && valueAt(before, origin);
    const isChanged = !isEqual(valueAt(value, path), old);
    if (isChanged) return withValue(value, path, old) as Value;
  }
  return before;
}

/** Where a value was before; undefined in a new entry. */
function originOf(path: FieldPath, value: Value, before: Value): FieldPath | undefined {
  const origin: FieldPath = [];
  for (const [depth, step] of path.entries()) {
    const list = valueAt(value, path.slice(0, depth));
    const listBefore = valueAt(before, origin);
    const isList = Array.isArray(list) && Array.isArray(listBefore);
    const stepBefore = isList ? originsOf(listBefore, list)[Number(step)] : step;
    if (stepBefore === undefined) return undefined;
    origin.push(stepBefore);
  }
  return origin;
}

/** What stays is the same node, with its comments and quotes. */
function updateNode(document: Document, node: unknown, before: MaybeValue, value: Value): Node {
  if (isNode(node) && isEqual(before, value)) return node;
  const isSimple = typeof value !== 'object' || value === null;
  if (isScalar(node) && isSimple) {
    node.value = value;
    return node;
  }
  if (isSeq<Node>(node) && Array.isArray(before) && Array.isArray(value)) {
    const [first] = node.items;
    if (first && node.commentBefore) {
      // The parser takes the comment of the first entry for the list's.
      first.commentBefore = node.commentBefore;
      node.commentBefore = null;
    }
    const origins = originsOf(before, value);
    node.items = value.map((entry, index) => {
      const origin = origins[index] ?? -1;
      return updateNode(document, node.items[origin], before[origin], entry);
    });
    return node;
  }
  if (isMap(node) && isGroup(value)) {
    node.items = node.items.filter(({ key }) => Object.hasOwn(value, String(key)));
    for (const [key, one] of Object.entries(value as Record<string, Value>)) {
      // By its text: a key like 2027 is a number.
      const pair = node.items.find((item) => String(item.key) === key);
      if (pair) pair.value = updateNode(document, pair.value, valueAt(before, [key]), one);
      else node.items.push(document.createPair(key, one));
    }
    return node;
  }
  return document.createNode(value);
}
