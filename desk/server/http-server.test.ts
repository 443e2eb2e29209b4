import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDesk, type TestDesk } from '../../tests/desk/test-desk.ts';
import type { ConflictAnswer, ContentFile } from '../api.ts';
import type { Operation } from '../operations.ts';
import type { Value } from '../values.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: 'content' });
});
afterEach(() => desk.close());

const HOME = 'pages/home.yaml';
const textOf = (path: string) => readFile(join(desk.folders.contentDir, path), 'utf8');
const fileAt = async (path: string) => {
  const { answer } = await desk.call('GET /api/content');
  return answer.files.find((file) => file.path === path) as ContentFile;
};
const save = (path: string, hash: string | null, ...operations: Operation[]) =>
  desk.call('PUT /api/content', { path, hash, operations });
const REMOVE: Operation = { type: 'remove', path: [] };
/** Sets one field of a file. */
const set = ({ path, hash }: ContentFile, field: string, value: Value) =>
  save(path, hash, { type: 'set', path: [field], value });

it('a save writes one value and answers the new file', async () => {
  const before = await textOf(HOME);
  const { answer } = await set(await fileAt(HOME), 'title', 'Catering voor elk feest');
  const after = before.replace(/^title: .*$/m, 'title: Catering voor elk feest');
  expect(await textOf(HOME)).toBe(after);
  expect(answer).toMatchObject({ refusals: [], file: await fileAt(HOME) });
});

it('a save of a file that has changed answers 409 with its current value', async () => {
  const file = await fileAt(HOME);
  await set(file, 'title', 'Eerst');
  const second = await set(file, 'title', 'Dan');
  expect(second.status).toBe(409);
  const { now } = second.answer as unknown as ConflictAnswer;
  expect(now).toEqual(await fileAt(HOME));
  expect(await textOf(HOME)).toContain('title: Eerst');
});

it('a value that only another file makes wrong is saved and blocks publishing', async () => {
  const hidden = await set(await fileAt('pages/info.yaml'), 'hidden', true);
  expect(hidden.answer.refusals).toEqual([]);
  const errors = hidden.answer.findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ file }) => file)).toContain(HOME);
  const other = await set(await fileAt(HOME), 'title', 'Toch');
  expect(other.answer.file?.value).toMatchObject({ title: 'Toch' });
  await desk.call('POST /api/publish');
  expect(await desk.jobEnd()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(HOME),
  });
  expect(await readdir(desk.folders.distDir).catch(() => [])).not.toContain('current');
});

it('a file that is not YAML does not affect the others', async () => {
  await writeFile(join(desk.folders.contentDir, 'company.yaml'), 'name: "open');
  await writeFile(join(desk.folders.contentDir, 'site.yaml'), 'url: 3\n');
  const { answer } = await desk.call('GET /api/content');
  expect(answer.broken).toEqual(['company.yaml']);
  expect(answer.findings).toContainEqual(
    expect.objectContaining({ file: 'company.yaml', severity: 'error', line: 1 }),
  );
  expect(answer.findings).toContainEqual(expect.objectContaining({ file: 'site.yaml' }));
  expect(answer.files.map(({ path }) => path)).toContain(HOME);
  expect((await save('company.yaml', null, REMOVE)).status).toBe(422);
  expect((await desk.call('GET /api/photos')).answer.length).toBeGreaterThan(20);
  expect((await desk.call('GET /api/state')).status).toBe(200);
});

it.each([
  ['no sections', 'path: /menu\ntitle: Menu\n'],
  ['a section of an unknown kind', 'path: /menu\ntitle: Menu\nsections: [ { kind: map } ]\n'],
  ['addresses that are no list', 'path: /menu\ntitle: Menu\nredirects: 3\nsections: []\n'],
  ['nothing in it', ''],
])('a page with %s is reported as broken', async (_, text) => {
  await writeFile(join(desk.folders.contentDir, 'pages/menu.yaml'), text);
  const { answer } = await desk.call('GET /api/content');
  expect(answer.broken).toEqual(['pages/menu.yaml']);
  expect(answer.findings).toContainEqual(expect.objectContaining({ file: 'pages/menu.yaml' }));
});

it('a file without fields is listed as broken', async () => {
  await writeFile(join(desk.folders.contentDir, 'site.yaml'), 'maanzaad.example\n');
  const { answer } = await desk.call('GET /api/content');
  expect(answer.broken).toEqual(['site.yaml']);
  expect(answer.findings).toContainEqual(expect.objectContaining({ file: 'site.yaml' }));
});

it.each([
  ...['../package.json', 'pages/../../package.json', '/etc/passwd'],
  ...['photos/champagne.jpg', 'pages/.hidden.yaml', 'README.md'],
])('a save of %s is refused', async (path) => {
  const { status, answer } = await save(path, null, REMOVE);
  expect(status).toBe(400);
  expect(JSON.stringify(answer)).not.toContain('maanzaad-website');
});

it.each<unknown[]>([
  [undefined],
  [{ type: 'set', path: ['title'] }],
  [{ type: 'set', path: ['title', 'of'], value: 'a text' }],
  [{ type: 'set', path: ['gone', 0, 'title'], value: 'Weg' }],
  [{ type: 'insert', path: ['title'], value: 'Huis' }],
  [{ type: 'insert', path: ['sections', 99], value: 'Huis' }],
  [{ type: 'move', path: ['sections', 99], to: 0 }],
  [{ type: 'remove', path: ['sections', 'first'] }],
  [{ type: 'rename', path: ['title'], to: 0 }],
])('a save of the operation %j is refused', async (operation) => {
  const { path, hash } = await fileAt(HOME);
  const before = await textOf(HOME);
  expect((await save(path, hash, operation as Operation)).status).toBe(400);
  expect(await textOf(HOME)).toBe(before);
});

it('a page can be created, moved and removed; other files cannot', async () => {
  const page = {
    path: '/buffet',
    title: 'Buffet',
    description: 'Een buffet bij je thuis.',
    sections: [{ kind: 'quote', text: 'Lekker.', who: 'An' }],
  };
  const path = 'pages/buffet.yaml';
  const create: Operation = { type: 'set', path: [], value: page };
  const made = (await save(path, null, create)).answer.file as ContentFile;
  expect(made.value).toEqual(page);
  expect((await save(path, null, create)).status).toBe(409);
  const renamed = (await set(made, 'path', '/walking-buffet')).answer.file as ContentFile;
  expect((await save(path, made.hash, REMOVE)).status).toBe(409);
  expect((await save(path, renamed.hash, REMOVE)).status).toBe(200);
  expect(await fileAt(path)).toBeUndefined();
  const company = await fileAt('company.yaml');
  expect((await save('company.yaml', company.hash, REMOVE)).status).toBe(400);
});

it('a placeholder blocks publishing unless its section is hidden', async () => {
  const home = await fileAt(HOME);
  const value = { kind: 'quote', text: '[Citaat]', who: 'An' };
  const insert: Operation = { type: 'insert', path: ['sections', 0], value };
  const shown = await save(HOME, home.hash, insert);
  expect(shown.answer.findings).toContainEqual(
    expect.objectContaining({ code: 'placeholder', path: ['sections', 0, 'text'] }),
  );
  const file = shown.answer.file as ContentFile;
  const hide: Operation = { type: 'set', path: ['sections', 0, 'hidden'], value: true };
  const hidden = await save(HOME, file.hash, hide);
  expect(hidden.answer.findings.filter(({ code }) => code === 'placeholder')).toEqual([]);
});
