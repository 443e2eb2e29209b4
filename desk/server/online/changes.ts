import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { listFiles } from '../../../publish/content/content-folder.ts';
import { type SchemaNode, schemaFor } from '../../../site/content-walk.ts';
import type { FileChange, TextChange, Value } from '../../api.ts';
import { titleOf } from '../../titles.ts';
import { readContentFile } from '../content.ts';
import { isGroup, matchItems } from '../saver/match-items.ts';
import { schemaOf } from '../uses.ts';

/**
 * What differs between two contents, file by file, texts as a reader has them.
 *
 * @param before undefined for nothing
 */
export async function changesBetween(
  before: string | undefined,
  after: string,
): Promise<FileChange[]> {
  const old = before ? await filesOf(before) : [];
  const now = await filesOf(after);
  const changes: FileChange[] = [];
  for (const file of [...new Set([...old, ...now])].sort()) {
    const [was, is] = await Promise.all([
      old.includes(file) && before ? read(before, file) : undefined,
      now.includes(file) ? read(after, file) : undefined,
    ]);
    if (was && is && was.bytes.equals(is.bytes)) continue;
    const schema = schemaOf(file);
    const texts = schema ? [...differences(schema, was?.value, is?.value, '')] : [];
    // Another comment or order, which no visitor sees.
    if (schema && texts.length === 0) continue;
    const kind = !was ? 'added' : !is ? 'removed' : 'changed';
    changes.push({ file, title: nameOf(file, is?.value ?? was?.value), kind, texts });
  }
  return changes;
}

/** One line about changes: 'Feesten, Foto champagne (nieuw)'. */
export function summaryOf(changes: FileChange[]): string {
  const kinds = { changed: '', added: ' (nieuw)', removed: ' (weg)' };
  const line = changes.map(({ title, kind }) => title + kinds[kind]).join(', ');
  if (line === '') return 'Opnieuw online gezet';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

const filesOf = async (dir: string) =>
  (await listFiles(dir)).filter((file) => file !== 'README.md');

async function read(
  dir: string,
  file: string,
): Promise<{ bytes: Buffer; value: Value | undefined }> {
  const bytes = await readFile(join(dir, file));
  const yaml = schemaOf(file) ? await readContentFile(dir, file) : undefined;
  return { bytes, value: yaml && 'value' in yaml ? yaml.value : undefined };
}

function nameOf(file: string, value: Value | undefined): string {
  const { dir, base, name } = parse(file);
  if (schemaOf(file)) return titleOf(file, value);
  return dir === 'photos' ? `Foto ${name}` : dir === 'files' ? `Bestand ${base}` : `Logo ${base}`;
}

function* differences(
  schema: SchemaNode | undefined,
  before: Value | undefined,
  after: Value | undefined,
  place: string,
): Generator<TextChange> {
  if (isDeepStrictEqual(before, after)) return;
  const chosen = schema && schemaFor(schema, after ?? before);
  if (isGroup(before ?? {}) && isGroup(after ?? {}) && (isGroup(before) || isGroup(after))) {
    const [was, is] = [
      (before ?? {}) as Record<string, Value>,
      (after ?? {}) as Record<string, Value>,
    ];
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const inner = chosen?.entries?.[key] ?? chosen?.value;
      yield* differences(
        inner,
        was[key],
        is[key],
        within(place, nameOfField(key, inner, is[key] ?? was[key])),
      );
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    yield* listDifferences(chosen?.item, before, after, place);
    return;
  }
  if (Array.isArray(before ?? after) && (before === undefined || after === undefined)) {
    yield* listDifferences(
      chosen?.item,
      (before ?? []) as Value[],
      (after ?? []) as Value[],
      place,
    );
    return;
  }
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  yield {
    place,
    kind,
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
  };
}

function* listDifferences(
  item: SchemaNode | undefined,
  before: Value[],
  after: Value[],
  place: string,
): Generator<TextChange> {
  const matches = matchItems(before, after);
  const kept = matches.flatMap(({ from, isCopy }) => (from === undefined || isCopy ? [] : from));
  const inOrder = kept.every((from, i) => i === 0 || from > (kept[i - 1] ?? 0));
  for (const [to, { from, isCopy }] of matches.entries()) {
    const is = after[to] ?? null;
    const where = within(place, nameOfItem(item, is));
    if (from === undefined || isCopy) yield { place: where, kind: 'added', after: textOf(is) };
    else yield* differences(item, before[from], is, where);
  }
  if (!inOrder) {
    const names = (list: Value[]) =>
      list.map((one) => nameOfItem(item, one) || textOf(one)).join(', ');
    yield { place, kind: 'moved', before: names(before), after: names(after) };
  }
  for (const [from, was] of before.entries()) {
    if (kept.includes(from)) continue;
    yield { place: within(place, nameOfItem(item, was)), kind: 'removed', before: textOf(was) };
  }
}

const within = (place: string, name: string) => [place, name].filter(Boolean).join(' › ');

/** A photo's own fields stand under its name; the sections need no word of their own. */
function nameOfField(
  key: string,
  schema: SchemaNode | undefined,
  value: Value | undefined,
): string {
  if (key === 'sections') return '';
  const title = schema && (v.getTitle(schema) ?? v.getTitle(schemaFor(schema, value)));
  return title ?? key;
}

/** A section by its heading, as its owner looks for it. */
function nameOfItem(schema: SchemaNode | undefined, value: Value): string {
  if (!isGroup(value)) return '';
  for (const key of ['heading', 'sentence', 'title', 'name', 'label']) {
    if (typeof value[key] === 'string') return value[key];
  }
  return (schema && v.getTitle(schemaFor(schema, value))) ?? '';
}

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isGroup(value)) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...rest } = value;
  return Object.values(rest).map(textOf).join('\n');
}
