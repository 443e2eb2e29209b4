import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { FieldPath } from '../../site/content-walk.ts';
import type { Finding } from '../api.ts';
import { type Operation, PathError, type Value } from '../operations.ts';

type Collection = YAMLMap<Scalar, Node> | YAMLSeq<Node>;

/** As `content/` is printed: a change of one value is then a change of one line. */
const PRINTED = { lineWidth: 100 };

export interface EditedYaml {
  /** Null when nothing of a new file could be written. */
  text: string | null;
  /** What is in `text`; null for none. */
  value: Value;
  /** What was taken back, rebased on `value`. */
  refused: Operation[];
  /** Why, with the paths of the value that was asked for. */
  refusals: Finding[];
}

/**
 * Applies operations to the text of a YAML file; comments stay where they are. All operations are
 * applied first, and then whatever the schema refuses is taken back, part by part, so that one wrong
 * value holds back no other. Doing it in this order keeps the indexes in later paths right.
 *
 * @param text null for a new file
 * @param header comment of a new file
 * @param check the errors of a value by its schema
 * @throws PathError when a path leads nowhere
 */
export function editYaml(
  text: string | null,
  operations: readonly Operation[],
  check: (value: Value) => Finding[],
  header = '',
): EditedYaml {
  const document = parseDocument(text ?? '', { prettyErrors: false });
  // An edit by hand may have left errors, which must not hold back what has nothing to do with them.
  const tolerated = new Set(text === null ? [] : check(document.toJS()).map(identify));
  const changes = new Changes(document as Document<Node>);
  for (const operation of operations) changes.apply(operation);
  changes.notePaths();
  const wrong = () =>
    document.contents === null
      ? []
      : check(document.toJS()).filter((one) => !tolerated.has(identify(one)));
  const refusals = wrong();
  for (let [finding] = refusals; finding; [finding] = wrong()) changes.takeBack(finding.path);
  if (text === null && document.contents) document.contents.commentBefore = header;
  return {
    text: document.contents ? document.toString(PRINTED) : text,
    value: document.toJS() ?? null,
    refused: changes.takenBack(),
    refusals,
  };
}

const identify = ({ path, message }: Finding) => `${path.join('.')}: ${message}`;

/** A node when all operations are applied. */
interface Wanted {
  path: FieldPath;
  value: Value;
  /** Its number in the document, from the top. */
  order: number;
}

type TakenBack = Wanted & { kind: 'set' | 'insert' };

/** Applies operations to a document, and remembers enough to take each of them back. */
class Changes {
  readonly #document: Document<Node>;
  /** Nodes that were not in the file before. */
  readonly #added = new Set<unknown>();
  /** By a node: the one that it replaced. */
  readonly #replaced = new Map<Node, Node>();
  /** Scalars that got another value, with the one before. */
  readonly #scalars = new Map<Scalar, unknown>();
  /** Lists and groups that got or lost an entry, with their entries before. */
  readonly #entries = new Map<Collection, unknown[]>();
  readonly #wanted = new Map<unknown, Wanted>();
  readonly #takenBack: TakenBack[] = [];

  constructor(document: Document<Node>) {
    this.#document = document;
  }

  apply(operation: Operation): void {
    const { path } = operation;
    const step = path.at(-1);
    if (step === undefined) {
      if (operation.kind !== 'set') throw new PathError(`${operation.kind} needs a path`);
      this.#setContents(operation.value);
      return;
    }
    const parent = nodeAt(this.#document.contents, path.slice(0, -1)).at(-1);
    if (!isCollection(parent) || nodeAt(this.#document.contents, path).length < path.length) {
      throw new PathError(`no ${path.join('.')}`);
    }
    if (isMap(parent)) this.#changeGroup(parent as YAMLMap<Scalar, Node>, String(step), operation);
    else this.#changeList(parent as YAMLSeq<Node>, Number(step), operation);
  }

  /** To be called once, after the last operation. */
  notePaths(): void {
    const note = (node: unknown, path: FieldPath) => {
      const value = isNode(node) ? node.toJS(this.#document) : null;
      this.#wanted.set(node, { path, value, order: this.#wanted.size });
      for (const [step, child] of childrenOf(node)) note(child, [...path, step]);
    };
    note(this.#document.contents, []);
  }

  /** Takes back the smallest change that can be what is wrong at this path. */
  takeBack(path: FieldPath): void {
    const chain = nodeAt(this.#document.contents, path);
    const isMissing = chain.length <= path.length;
    for (let depth = chain.length - 1; depth >= 0; depth--) {
      const node = chain[depth];
      const isNamed = depth === path.length || (isMissing && depth === chain.length - 1);
      if (this.#restore(node, isNamed)) return;
      if (this.#remove(node, chain[depth - 1])) return;
      // A rule of the whole group does not say which of its changes breaks it.
      if (!this.#added.has(node) && this.#restoreWithin(node)) return;
    }
    throw new Error(`nothing to take back at ${path.join('.')}`);
  }

  takenBack(): Operation[] {
    const isWithin = ({ path }: TakenBack, { path: outer }: TakenBack) =>
      outer.length < path.length && outer.every((step, i) => step === path[i]);
    const whole = this.#takenBack.filter(
      (one) => !this.#takenBack.some((other) => isWithin(one, other)),
    );
    // Entries come back in the order of the list, so that each index is right when it is its turn.
    const inserts = whole.filter(({ kind }) => kind === 'insert').sort((a, b) => a.order - b.order);
    const sets = whole.filter(({ kind }) => kind === 'set');
    return [...inserts, ...sets].map(({ order: _, ...operation }) => operation);
  }

  #setContents(value: Value): void {
    const { contents } = this.#document;
    const node = this.#create(value);
    if (contents) this.#replaced.set(node, contents);
    this.#document.contents = node;
  }

  #changeGroup(group: YAMLMap<Scalar, Node>, key: string, operation: Operation): void {
    const pair = group.items.find((one) => String(one.key.value) === key);
    switch (operation.kind) {
      case 'set':
        if (pair?.value) this.#assign(pair.value, operation.value, (node) => (pair.value = node));
        else {
          this.#noteEntries(group);
          group.items.push(
            new Pair(this.#document.createNode(key) as Scalar, this.#create(operation.value)),
          );
        }
        return;
      case 'remove':
        if (!pair) throw new PathError(`no ${operation.path.join('.')}`);
        this.#noteEntries(group);
        group.items.splice(group.items.indexOf(pair), 1);
        return;
      default:
        throw new PathError(`${operation.path.join('.')} is in no list`);
    }
  }

  #changeList(list: YAMLSeq<Node>, index: number, operation: Operation): void {
    const { items } = list;
    const last = operation.kind === 'insert' ? items.length : items.length - 1;
    const to = operation.kind === 'move' ? operation.to : 0;
    if (!isIndex(index, last) || !isIndex(to, last)) {
      throw new PathError(`no ${operation.path.join('.')}`);
    }
    const node = items[index] as Node;
    switch (operation.kind) {
      case 'set':
        this.#assign(node, operation.value, (next) => (items[index] = next));
        return;
      case 'insert':
        this.#noteEntries(list);
        items.splice(index, 0, this.#create(operation.value));
        return;
      case 'remove':
        this.#noteEntries(list);
        items.splice(index, 1);
        return;
      case 'move':
        this.#noteEntries(list);
        items.splice(index, 1);
        items.splice(operation.to, 0, node);
        return;
    }
  }

  /** A scalar stays the same node, so that it keeps its comment and its quotes. */
  #assign(node: Node, value: Value, put: (node: Node) => void): void {
    if (isScalar(node) && (typeof value !== 'object' || value === null)) {
      if (!this.#added.has(node) && !this.#scalars.has(node)) this.#scalars.set(node, node.value);
      node.value = value;
      return;
    }
    const next = this.#create(value);
    if (node.commentBefore) next.commentBefore = node.commentBefore;
    this.#replaced.set(next, node);
    put(next);
  }

  #create(value: Value): Node {
    const node = this.#document.createNode(value) as Node;
    const note = (one: unknown) => {
      this.#added.add(one);
      // As `content/` has them: the two numbers of a focus on one line.
      if (isSeq(one) && one.items.every((item) => isScalar(item) && Number.isFinite(item.value))) {
        one.flow = one.items.length > 0;
      }
      for (const [, child] of childrenOf(one)) note(child);
    };
    note(node);
    return node;
  }

  #noteEntries(collection: Collection): void {
    if (!this.#entries.has(collection)) this.#entries.set(collection, [...collection.items]);
  }

  /** A node's own change: its value, or which entries it has when those are at fault. */
  #restore(node: unknown, isNamed: boolean): boolean {
    if (isScalar(node) && this.#scalars.has(node)) {
      this.#noteTakenBack('set', node);
      node.value = this.#scalars.get(node);
      this.#scalars.delete(node);
      return true;
    }
    const before = isNamed && this.#entries.get(node as Collection);
    if (!before || this.#added.has(node)) return false;
    this.#noteTakenBack('set', node);
    (node as Collection).items = before as never[];
    this.#entries.delete(node as Collection);
    return true;
  }

  /** Takes a node that was added out of its parent; what it replaced comes back. */
  #remove(node: unknown, parent: unknown): boolean {
    if (!this.#added.has(node)) return false;
    const before = this.#replaced.get(node as Node) ?? null;
    this.#noteTakenBack(isSeq(parent) && !before ? 'insert' : 'set', node);
    if (isMap(parent)) {
      const index = parent.items.findIndex(({ value }) => value === node);
      const pair = parent.items[index];
      if (pair && before) pair.value = before;
      else parent.items.splice(index, 1);
    } else if (isSeq(parent)) {
      parent.items.splice(parent.items.indexOf(node), 1, ...(before ? [before] : []));
    } else {
      this.#document.contents = before;
    }
    return true;
  }

  #restoreWithin(node: unknown): boolean {
    let isRestored = this.#restore(node, true);
    for (const [, child] of childrenOf(node)) {
      if (this.#remove(child, node) || this.#restoreWithin(child)) isRestored = true;
    }
    return isRestored;
  }

  #noteTakenBack(kind: TakenBack['kind'], node: unknown): void {
    const wanted = this.#wanted.get(node);
    if (wanted) this.#takenBack.push({ kind, ...wanted });
  }
}

const isIndex = (index: number, last: number) =>
  Number.isInteger(index) && index >= 0 && index <= last;

/** The nodes on the way to a path, the first for the empty path; as far as there are any. */
function nodeAt(root: unknown, path: FieldPath): unknown[] {
  const chain: unknown[] = root ? [root] : [];
  for (const step of path) {
    const child = childrenOf(chain.at(-1)).find(([one]) => String(one) === String(step));
    if (!child) break;
    chain.push(child[1]);
  }
  return chain;
}

function childrenOf(node: unknown): [step: string | number, child: unknown][] {
  if (isSeq(node)) return node.items.map((item, i) => [i, item]);
  if (!isMap(node)) return [];
  return node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : ''), value]);
}
