import { isDeepStrictEqual } from 'node:util';
import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
} from 'yaml';
import type { ContentProblem } from '../../../publish/content/content-error.ts';
import { parseYaml } from '../../../publish/content/yaml/parse-yaml.ts';
import type { Value } from '../../api.ts';
import { isGroup, matchItems } from './match-items.ts';
import {
  type Place,
  padding,
  writeAfterDash,
  writeAfterKey,
  writeBlock,
  writeInline,
  writeKey,
} from './write-value.ts';

/**
 * Writes a value into a YAML file by replacing only the parts of its text that change: comments,
 * order, and all else stay byte for byte. (`Document.toString()` of `yaml` folds texts anew.)
 *
 * @returns the whole new text; the same when nothing changes
 * @throws UnwritableError when the file cannot be read, or would not read back as meant
 */
export function rewriteYaml(text: string, value: Value): string {
  const before = read(text);
  if (isDeepStrictEqual(before, value)) return text;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const hasCarriageReturns = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  let source = text.slice(mark.length);
  if (hasCarriageReturns) source = source.replaceAll('\r\n', '\n');
  const isCutOff = source !== '' && !source.endsWith('\n');
  if (isCutOff) source += '\n';
  let written = rewrite(source, value);
  if (isCutOff && written.endsWith('\n')) written = written.slice(0, -1);
  if (hasCarriageReturns) written = written.replaceAll('\n', '\r\n');
  const result = mark + written;
  if (!isDeepStrictEqual(read(result), value)) {
    throw new UnwritableError('Wat er zou komen te staan, is niet wat er bedoeld is.');
  }
  return result;
}

/** The text of a file that is new. */
export function writeYamlFile(schemaComment: string, value: Value): string {
  return rewriteYaml(`${schemaComment}\n`, value);
}

/** Nothing was written. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/** As the build reads it: without what only other YAML files have (references, types of their own). */
function read(text: string): Value {
  const problems: ContentProblem[] = [];
  const file = parseYaml('', text, problems);
  if (!file || problems.length > 0) {
    throw new UnwritableError(`Dit bestand kan niet gelezen worden: ${problems[0]?.found}.`);
  }
  return (file.value ?? null) as Value;
}

/** An entry of a list or group, by offsets into the text. */
interface Entry {
  /** Undefined in a list. */
  key?: string;
  /** Of its key, or its dash; in `[…]` of the value. */
  start: number;
  /** Behind its colon or dash; in `[…]` the start. */
  head: number;
  /** Null where nothing is written. */
  node: ParsedNode | null;
}

/** What shall stand in one place of a list or group. */
interface Step {
  key?: string;
  value: Value;
  /** The entry that it is already, or was copied from. */
  entry?: Entry | undefined;
  isCopy?: boolean;
}

/** @param text ends with a line break, and has no others than '\n' */
function rewrite(text: string, value: Value): string {
  const root = parseDocument<ParsedNode, true>(text, { keepSourceTokens: true }).contents;
  if (!root) return `${text}${writeBlock(value, 0)}\n`;
  const start = root.range[0];
  if (!isRewritable(root, value) || isFlow(root) || isScalar(root)) {
    return `${text.slice(0, start)}${writeBlock(value, 0)}\n`;
  }
  // What stands above the first entry is the file's, whatever becomes of that entry.
  return text.slice(0, start) + rewriteNode(root, value, start, 0) + text.slice(endOf(root));

  /**
   * @param from where its text begins: the comments above the first entry of a block are its own
   * @param column of the key or dash it belongs to
   */
  function rewriteNode(
    node: ParsedNode,
    next: Value,
    from: number,
    column: number,
    inFlow = false,
  ): string {
    if (isDeepStrictEqual(valueIn(node), next)) return text.slice(from, endOf(node));
    if (isScalar(node)) return rewriteScalar(node, next, { column, inFlow });
    const entries = entriesOf(node);
    const steps = Array.isArray(next) ? planList(entries, next) : planGroup(entries, next);
    return isFlow(node)
      ? rewriteFlow(node, entries, steps, column)
      : rewriteBlock(entries, steps, from);
  }

  function rewriteScalar(
    node: Scalar.Parsed,
    next: Value,
    { column, inFlow }: Pick<Place, 'column' | 'inFlow'>,
  ): string {
    const source = text.slice(...(node.range.slice(0, 2) as [number, number]));
    // A text over lines of its own ends with them, and the blank lines below are not its own.
    const ending = /\n*$/.exec(source)?.[0] ?? '';
    const isLast = ending !== '' || /^[ \t]*\n/.test(text.slice(node.range[1]));
    return writeInline(next, { column, inFlow, isLast, like: node, source }) + ending;
  }

  function rewriteBlock(entries: Entry[], steps: Step[], from: number): string {
    const column = columnOf(entries[0]?.start ?? from);
    const beginsInLine = from === entries[0]?.start;
    const leadOf = (at: number) =>
      text.slice(at === 0 ? from : endOfEntry(entries[at - 1]), entries[at]?.start);
    const blankLine = entries.length > 1 && /^[ \t]*\n/.test(leadOf(1)) ? '\n' : '';
    return steps
      .map((step, i) => {
        const { entry, isCopy } = step;
        const own = entry && !isCopy ? leadOf(entries.indexOf(entry)) : blankLine;
        const lead = own === '' || own === '\n' ? own + padding(column) : own;
        return (beginsInLine && i === 0 ? lead.trimStart() : lead) + blockBody(step, column);
      })
      .join('');
  }

  /** An entry from its key or dash to the end of its last line. */
  function blockBody({ entry, key, value: next }: Step, column: number): string {
    const place: Place = { column, inFlow: false, isLast: true };
    const writeAnew = key === undefined ? writeAfterDash : writeAfterKey;
    if (!entry)
      return `${key === undefined ? '-' : `${writeKey(key)}:`}${writeAnew(next, place)}\n`;
    const { start: begin, head, node } = entry;
    const end = endOfEntry(entry);
    if (node && isRewritable(node, next)) {
      const from = startOf(entry);
      return (
        text.slice(begin, from) +
        rewriteNode(node, next, from, column) +
        text.slice(endOf(node), end)
      );
    }
    if (isDeepStrictEqual(node ? valueIn(node) : null, next)) return text.slice(begin, end);
    const rest = text.slice(node ? endOf(node) : head, end);
    if (node && text[endOf(node) - 1] === '\n') {
      return `${text.slice(begin, head)}${writeAnew(next, place)}\n${rest}`;
    }
    const isLast = /^[ \t]*\n/.test(rest);
    return text.slice(begin, head) + writeAnew(next, { ...place, isLast }) + rest;
  }

  function rewriteFlow(node: ParsedNode, entries: Entry[], steps: Step[], column: number): string {
    const [open, close] = [node.range[0] + 1, node.range[1] - 1];
    const gaps = entries.map((entry, i) => {
      const gap = text.slice(i === 0 ? open : endOfFlow(entries[i - 1]), entry.start);
      const [comma = '', tail = ''] = i === 0 ? [] : (/^((?:\s|#[^\n]*\n)*),/.exec(gap) ?? []);
      return { tail, lead: gap.slice(comma.length) };
    });
    const blank = (lead = 'x') => (lead.trim() === '' ? lead : undefined);
    const leadAt = (i: number) =>
      i === 0 ? (blank(gaps[0]?.lead) ?? '') : (blank(gaps[1]?.lead) ?? ' ');
    const parts = steps.map((step, i) => {
      const at = step.entry && !step.isCopy ? entries.indexOf(step.entry) : -1;
      const own = gaps[at]?.lead;
      const tail = at < 0 ? '' : (gaps[at + 1]?.tail ?? '');
      const lead = own !== undefined && (at === i || blank(own) === undefined) ? own : leadAt(i);
      return lead + flowBody(step, column) + tail;
    });
    const closing = text.slice(endOfFlow(entries.at(-1)), close);
    return text[open - 1] + parts.join(',') + closing + text[close];
  }

  function flowBody({ entry, key, value: next }: Step, column: number): string {
    const node = entry?.node;
    if (entry && node && isRewritable(node, next)) {
      return (
        text.slice(entry.start, node.range[0]) +
        rewriteNode(node, next, node.range[0], column, true)
      );
    }
    const written = writeInline(next, { column, inFlow: true, isLast: false });
    return key === undefined ? written : `${writeKey(key)}: ${written}`;
  }

  function entriesOf(node: ParsedNode): Entry[] {
    if (isMap(node)) {
      return (node.items as Pair<ParsedNode, ParsedNode | null>[]).map(
        ({ key, value: one, srcToken }) => {
          const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
          const head = colon ? colon.offset + 1 : key.range[1];
          return {
            key: String(valueIn(key)),
            start: key.range[0],
            head,
            node: isWritten(one) ? one : null,
          };
        },
      );
    }
    if (!isSeq(node)) return [];
    const tokens = node.srcToken && 'items' in node.srcToken ? node.srcToken.items : [];
    return (node.items as ParsedNode[]).map((one, i) => {
      const dash = tokens[i]?.start.find(({ type }) => type === 'seq-item-ind');
      const begin = dash ? dash.offset : one.range[0];
      return { start: begin, head: dash ? begin + 1 : begin, node: isWritten(one) ? one : null };
    });
  }

  function isWritten(node: ParsedNode | null): node is ParsedNode {
    return node !== null && node.range[1] > node.range[0];
  }

  /** Where an entry's value begins; that of a block on lines of its own with the first of them. */
  function startOf({ head, node }: Entry): number {
    if (!node) return head;
    const first = isFlow(node) || isScalar(node) ? undefined : entriesOf(node)[0];
    if (!first) return node.range[0];
    const lineEnd = text.indexOf('\n', head);
    return lineEnd >= 0 && lineEnd < first.start ? lineEnd + 1 : first.start;
  }

  function endOf(node: ParsedNode): number {
    return isFlow(node) || isScalar(node) ? node.range[1] : endOfEntry(entriesOf(node).at(-1));
  }

  /** With the rest of its last line, and the comments below that are set in deeper than it is. */
  function endOfEntry(entry: Entry | undefined): number {
    if (!entry) return 0;
    let end = entry.node ? endOf(entry.node) : entry.head;
    if (text[end - 1] !== '\n') end = text.indexOf('\n', end) + 1;
    const comment = /(?:[ \t]*\n)*([ \t]*)#[^\n]*\n/y;
    for (;;) {
      comment.lastIndex = end;
      const inset = comment.exec(text)?.[1];
      if (inset === undefined || inset.length <= columnOf(entry.start)) return end;
      end = comment.lastIndex;
    }
  }

  function endOfFlow(entry: Entry | undefined): number {
    return entry?.node?.range[1] ?? entry?.head ?? 0;
  }

  function columnOf(offset: number): number {
    return offset - (text.lastIndexOf('\n', offset - 1) + 1);
  }
}

function planList(entries: Entry[], next: Value[]): Step[] {
  const before = entries.map(({ node }) => (node ? valueIn(node) : null));
  return matchItems(before, next).map(({ from, isCopy }, i) => ({
    value: next[i] ?? null,
    entry: from === undefined ? undefined : entries[from],
    isCopy,
  }));
}

/** In the order of the file; what is new comes behind what it follows in the value. */
function planGroup(entries: Entry[], next: Value): Step[] {
  const group = isGroup(next) ? next : {};
  const steps: Step[] = entries.flatMap((entry) => {
    const { key = '' } = entry;
    return Object.hasOwn(group, key) ? [{ key, value: group[key] ?? null, entry }] : [];
  });
  let at = 0;
  for (const [key, value] of Object.entries(group)) {
    const known = steps.findIndex((step) => step.key === key);
    if (known < 0) steps.splice(at, 0, { key, value });
    at = (known < 0 ? at : known) + 1;
  }
  return steps;
}

/** Whether the one can become the other part by part, or else is written as a whole. */
function isRewritable(node: ParsedNode, next: Value): boolean {
  if (isMap(node)) return isGroup(next) && node.items.length > 0 && Object.keys(next).length > 0;
  if (isSeq(node)) return Array.isArray(next) && node.items.length > 0 && next.length > 0;
  return isScalar(node) && !Array.isArray(next) && !isGroup(next);
}

const isFlow = (node: ParsedNode) => isCollection(node) && node.flow === true;

/** `toJS` of a whole document would ask for the document. */
function valueIn(node: ParsedNode): Value {
  if (isMap(node)) {
    const pairs = node.items as Pair<ParsedNode, ParsedNode | null>[];
    return Object.fromEntries(
      pairs.map(({ key, value }) => [String(valueIn(key)), value ? valueIn(value) : null]),
    );
  }
  if (isSeq(node)) return (node.items as ParsedNode[]).map(valueIn);
  return isScalar(node) ? (node.value as Value) : null;
}
