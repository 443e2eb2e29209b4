import { dequal } from 'dequal/lite';
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  type ToStringOptions,
  visit,
} from 'yaml';
import { readYaml } from '../../../publish/content/read-yaml.ts';
import { RefusedError } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import type { Value } from '../../shared/values.ts';

/** The format of all files of `content/`, so that a change of one value changes one line. */
const PRINT: ToStringOptions = { lineWidth: 100 };
/** Double quotes, in which every text can be written. */
const QUOTED: ToStringOptions = { ...PRINT, defaultStringType: 'QUOTE_DOUBLE' };

/**
 * Applies operations to a YAML text and keeps its comments. It guarantees that the new text parses
 * to the new value.
 *
 * @param text null for a new file
 * @returns the new text, null when it is removed; and its value
 * @throws RefusedError 400 when an operation does not fit the file
 */
export function editYaml(text: string | null, operations: Operation[]) {
  const document: Document = parseDocument(text ?? '', { prettyErrors: false, stringKeys: true });
  const currentValue = (): Value => document.toJS() ?? null;
  const before = currentValue();
  // The file contains only comments, because every value in it has a default.
  if (text !== null && before === null) document.contents = document.createNode({}) as never;
  for (const operation of operations) edit(document, operation);
  const value = currentValue();
  if (value === null) return { text: null, value };
  // A value that was removed and came back keeps its place and comments.
  if (text !== null && dequal(value, before)) return { text, value };
  return { text: print(document, value), value };
}

/**
 * Prints the value in the first of several ways whose text parses to that value again, from the
 * most readable to the most reliable.
 */
function print(document: Document, value: Value): string {
  const ways = [
    () => document.toString(PRINT),
    () => {
      visit(document, { Scalar: (key, node) => (key === 'key' ? undefined : quote(node)) });
      return document.toString(QUOTED);
    },
    // The most reliable way loses the comments.
    () => new Document(value, { stringKeys: true }).toString(QUOTED),
  ];
  for (const way of ways) {
    const text = way();
    const read = readYaml('', Buffer.from(text));
    if ('yaml' in read && dequal(read.yaml.value, value)) return text;
  }
  throw new Error('this value cannot be written as YAML');
}

/** Quotes a text that may be parsed differently in its present style. */
function quote(node: Scalar) {
  const isDelicate =
    typeof node.value === 'string' && !/^[\p{L}\p{N}][\p{L}\p{N} ]*$/u.test(node.value);
  if (isDelicate) node.type = Scalar.QUOTE_DOUBLE;
}

/**
 * Edits the document in place: values that stay are the same nodes, with their comments and quotes.
 */
function edit(document: Document, operation: Operation) {
  const { type, path } = operation;
  const step = path.at(-1);
  const owner = path.length > 0 ? document.getIn(path.slice(0, -1), true) : undefined;
  const entries = isSeq<Node>(owner) ? owner.items : [];
  const length = type === 'insert' ? entries.length + 1 : entries.length;
  const isEntry = typeof step === 'number' && step < length;
  const isField = path.length === 0 || (isMap(owner) && typeof step === 'string');
  const isFitting = isEntry || (isField && (type === 'set' || type === 'remove'));
  if (!isFitting) throw new RefusedError(400, 'Die wijziging past niet op dit bestand.');
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
    // Without quotes, several lines would lose their breaks.
    const isPlain = isScalar(old) && old.type === Scalar.PLAIN;
    if (isPlain && String(value).includes('\n')) delete old.type;
    document.setIn(path, made);
  }
}
