import { isDeepStrictEqual } from 'node:util';
import { parse, Scalar } from 'yaml';
import type { Value } from '../../api.ts';
import { isGroup } from './match-items.ts';

/** Where a value is to stand. */
export interface Place {
  /** Of the key or the dash it belongs to, counted from 0. */
  column: number;
  /** Within `[…]` or `{…}`, on one line. */
  inFlow: boolean;
  /** Nothing follows on its line, so that it may go on over lines of its own. */
  isLast: boolean;
  /** The text that stood there: how it was written is how the next one is. */
  like?: Scalar;
  /** That text as it stood in the file. */
  source?: string;
}

/** Texts that were folded over lines stay so, about as wide as those in `content/`. */
const FOLDED_WIDTH = 100;
/** One that is changed may become so much longer before it is two. */
const SLACK = 15;
/** Longer lists of names stand below each other. */
const LINE_OF_NAMES = 60;

export const padding = (column: number) => ' '.repeat(column);

/** What follows `key:`, with the space or the line break before it. */
export function writeAfterKey(value: Value, place: Place): string {
  if (place.inFlow || !isBlock(value) || !place.isLast) return ` ${writeInline(value, place)}`;
  const column = place.column + 2;
  return `\n${padding(column)}${writeBlock(value, column)}`;
}

/** What follows `-`, with the space before it. */
export function writeAfterDash(value: Value, place: Place): string {
  if (!isBlock(value) || !place.isLast) return ` ${writeInline(value, place)}`;
  return ` ${writeBlock(value, place.column + 2)}`;
}

/** A list or group over several lines; the first begins where it is put, the others at `column`. */
export function writeBlock(value: Value, column: number): string {
  const place: Place = { column, inFlow: false, isLast: true };
  const lines = Array.isArray(value)
    ? value.map((one) => `-${writeAfterDash(one, place)}`)
    : Object.entries(value ?? {}).map(
        ([key, one]) => `${writeKey(key)}:${writeAfterKey(one, place)}`,
      );
  return lines.join(`\n${padding(column)}`);
}

/** Bare only when it would also be a bare text: `null:` is a key that is none. */
export const writeKey = (key: string) =>
  /^[\w -]+$/.test(key) && reads(`- ${key}`, [key]) && reads(`{ ${key}: 1 }`, { [key]: 1 })
    ? key
    : writeQuoted(key);

function isBlock(value: Value): value is Value[] | Record<string, Value> {
  if (Array.isArray(value)) return value.length > 0 && !isLineOfNames(value);
  return isGroup(value) && Object.keys(value).length > 0;
}

/** `[56, 45]`, `[klaprozen, maanzaad]` */
function isLineOfNames(list: Value[]): boolean {
  const isShort = (one: Value) =>
    typeof one === 'number' || (typeof one === 'string' && /^\/?[\w-]*$/.test(one));
  return list.every(isShort) && list.join(', ').length <= LINE_OF_NAMES;
}

/** A value from where it is put on, in one line, unless it is a text of several. */
export function writeInline(value: Value, place: Place): string {
  if (typeof value === 'string') return writeText(value, place);
  if (Array.isArray(value)) return `[${value.map((one) => writeInFlow(one, place)).join(', ')}]`;
  if (!isGroup(value)) return String(value);
  const pairs = Object.entries(value).map(
    ([key, one]) => `${writeKey(key)}: ${writeInFlow(one, place)}`,
  );
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

const writeInFlow = (value: Value, { column }: Place) =>
  writeInline(value, { column, inFlow: true, isLast: false });

function writeText(text: string, place: Place): string {
  return [...writings(text, place)].find((one) => readsText(one, text, place)) ?? writeQuoted(text);
}

/** The ways to write a text, the best first; whether one is right here is another question. */
function* writings(text: string, { like, source = '', column, inFlow, isLast }: Place) {
  const mayBreak = !inFlow && isLast;
  if (mayBreak && like?.type === Scalar.BLOCK_FOLDED) {
    yield foldAsBefore(source, String(like.value), text, column + 2);
  }
  if (mayBreak && text.includes('\n')) {
    const lines = text.replace(/\n$/, '').split('\n');
    const inset = padding(column + 2);
    yield `|${text.endsWith('\n') ? '' : '-'}\n${lines.map((line) => line && inset + line).join('\n')}`;
  }
  if (text.includes('\n')) return;
  const single = `'${text.replaceAll("'", "''")}'`;
  if (like?.type === Scalar.QUOTE_SINGLE) yield single;
  if (like?.type !== Scalar.QUOTE_DOUBLE) yield text;
}

/** In double quotes, which can hold whatever there is. */
function writeQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Only the lines of a folded text that change are folded anew: a word changed is one line changed. */
function foldAsBefore(source: string, before: string, after: string, column: number): string {
  const [, ...written] = source.trimEnd().split('\n');
  const lines = written.map((line) => line.trim());
  const known = before === lines.join(' ') ? lines : [];
  const start = /^ +/.exec(written[0] ?? '')?.[0].length ?? column;
  let first = 0;
  let head = '';
  for (const line of known.slice(0, -1)) {
    if (!after.startsWith(`${head}${line} `)) break;
    head += `${line} `;
    first++;
  }
  let last = known.length;
  let tail = '';
  for (const line of known.slice(first + 1).reverse()) {
    const longer = ` ${line}${tail}`;
    if (!after.slice(head.length).endsWith(longer)) break;
    tail = longer;
    last--;
  }
  const middle = after.slice(head.length, after.length - tail.length);
  const folded = [
    ...known.slice(0, first),
    ...fold(middle, FOLDED_WIDTH - start + (last - first === 1 ? SLACK : 0)),
    ...known.slice(last),
  ];
  return ['>-', ...folded.map((line) => padding(start) + line)].join('\n');
}

function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const fits = line !== undefined && line.length + 1 + word.length <= width;
    if (fits) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Whether what is written comes back as it was meant, in a list and in a group. Also for readers of
 * YAML 1.1, to whom a bare `yes` is no text: the caterer's other tools may be such.
 */
function readsText(written: string, text: string, { inFlow, column }: Place): boolean {
  const key = `${padding(column)}x`;
  if (written.includes('\n'))
    return reads(`${key}: ${written}\n${padding(column)}z: 1\n`, { x: text, z: 1 });
  const inList = inFlow
    ? `[${written}, { x: ${written}, z: 1 }]`
    : `- ${written}\n- x: ${written}\n  z: 1\n`;
  return reads(inList, [text, { x: text, z: 1 }]);
}

function reads(yaml: string, value: Value): boolean {
  return (['1.2', '1.1'] as const).every((version) => {
    try {
      return isDeepStrictEqual(parse(yaml, { version, logLevel: 'error' }), value);
    } catch {
      return false;
    }
  });
}
