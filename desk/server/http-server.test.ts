import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDesk, type TestDesk } from '../../tests/desk/test-desk.ts';
import type { ConflictRefusal, ContentFile } from '../api.ts';
import type { Operation, Value } from '../values.ts';

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
const edit = async (path: string, hash: string | null, ...operations: Operation[]) =>
  desk.call('PATCH /api/content', { path, hash, operations });
const set = (field: string, value: Value): Operation => ({ kind: 'set', path: [field], value });

it('writes one value, and answers the new file', async () => {
  const { hash } = await fileAt(HOME);
  const before = await textOf(HOME);
  const { answer } = await edit(HOME, hash, set('title', 'Catering voor elk feest'));
  const after = before.replace(/^title: .*$/m, 'title: Catering voor elk feest');
  expect(await textOf(HOME)).toBe(after);
  expect(answer).toMatchObject({ refusals: [], file: await fileAt(HOME) });
});

it('refuses an edit of a file that has changed, and answers its current value', async () => {
  const { hash } = await fileAt(HOME);
  await edit(HOME, hash, set('title', 'Eerst'));
  const second = await edit(HOME, hash, set('title', 'Dan'));
  expect(second.status).toBe(409);
  const { now } = second.answer as unknown as ConflictRefusal;
  expect(now).toEqual(await fileAt(HOME));
  expect(await textOf(HOME)).toContain('title: Eerst');
});

it('writes a value that only another file makes wrong, and blocks nothing but publishing', async () => {
  const { hash } = await fileAt('pages/info.yaml');
  const hidden = await edit('pages/info.yaml', hash, set('hidden', true));
  expect(hidden.answer.refusals).toEqual([]);
  const errors = hidden.answer.findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ file }) => file)).toContain(HOME);
  const other = await edit(HOME, (await fileAt(HOME)).hash, set('title', 'Toch'));
  expect(other.answer.file?.value).toMatchObject({ title: 'Toch' });
  await desk.call('POST /api/publish');
  expect(await desk.jobEnd()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(HOME),
  });
  expect(await readdir(desk.folders.distDir).catch(() => [])).not.toContain('current');
});

it('answers all other files beside one that is no YAML', async () => {
  await writeFile(join(desk.folders.contentDir, 'company.yaml'), 'name: "open');
  await writeFile(join(desk.folders.contentDir, 'site.yaml'), 'url: 3\n');
  const { answer } = await desk.call('GET /api/content');
  expect(answer.broken).toMatchObject([
    { path: 'company.yaml', findings: [{ severity: 'error', line: 1 }] },
  ]);
  expect(answer.findings).toContainEqual(expect.objectContaining({ file: 'site.yaml' }));
  expect(answer.files.map(({ path }) => path)).toContain(HOME);
  expect((await desk.call('GET /api/photos')).answer.length).toBeGreaterThan(20);
  expect((await desk.call('GET /api/state')).status).toBe(200);
});

it.each([
  ...['../package.json', 'pages/../../package.json', '/etc/passwd'],
  ...['photos/champagne.jpg', 'pages/.hidden.yaml', 'README.md'],
])('neither reads nor writes %s', async (path) => {
  const { status, answer } = await edit(path, null, { kind: 'set', path: [], value: {} });
  expect(status).toBe(400);
  expect(JSON.stringify(answer)).not.toContain('maanzaad-website');
});

it('refuses invalid operations', async () => {
  const { hash } = await fileAt(HOME);
  for (const operation of [
    { kind: 'set', path: ['sections', 99, 'heading'], value: 'x' },
    { kind: 'insert', path: ['sections', 0.5], value: {} },
    { kind: 'drop', path: [] },
    { kind: 'move', path: ['sections', 0], to: 99 },
  ]) {
    expect((await edit(HOME, hash, operation as Operation)).status).toBe(400);
  }
});

it('creates a page, changes its address and removes it; other files stay', async () => {
  const page = {
    path: '/buffet',
    title: 'Buffet',
    description: 'Een buffet bij je thuis.',
    sections: [{ kind: 'quote', text: 'Lekker.', who: 'An' }],
  };
  const path = 'pages/buffet.yaml';
  const create: Operation = { kind: 'set', path: [], value: page };
  const made = await edit(path, null, create);
  expect(made.answer.file?.value).toEqual(page);
  expect((await edit(path, null, create)).status).toBe(409);
  const renamed = await edit(path, made.answer.file?.hash ?? '', set('path', '/walking-buffet'));
  const { hash = '' } = renamed.answer.file ?? {};
  expect((await desk.call('POST /api/content/remove', { path, hash })).status).toBe(200);
  expect(await fileAt(path)).toBeUndefined();
  const company = await fileAt('company.yaml');
  expect((await desk.call('POST /api/content/remove', company)).status).toBe(400);
});

it('blocks publishing for a placeholder, unless its section is hidden', async () => {
  const { hash } = await fileAt(HOME);
  const value = { kind: 'quote', text: '[Citaat]', who: 'An' };
  const shown = await edit(HOME, hash, { kind: 'insert', path: ['sections', 1], value });
  expect(shown.answer.findings).toContainEqual(
    expect.objectContaining({ code: 'placeholder', path: ['sections', 1, 'text'] }),
  );
  const hide: Operation = { kind: 'set', path: ['sections', 1, 'hidden'], value: true };
  const hidden = await edit(HOME, shown.answer.file?.hash ?? '', hide);
  expect(hidden.answer.findings.filter(({ code }) => code === 'placeholder')).toEqual([]);
});
