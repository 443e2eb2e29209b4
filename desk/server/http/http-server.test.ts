import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressFiles } from '../../../publish/releases/compress.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { ContentFile } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import type { Value } from '../../shared/values.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: 'content' });
});
afterEach(() => desk.close());

const HOME = 'pages/home.yaml';
const textOf = (path: string) => readFile(join(desk.folders.contentDir, path), 'utf8');
const fileAt = async (path: string) => {
  const { response } = await desk.call('GET /api/content');
  return response.files.find((file) => file.path === path) as ContentFile;
};
const save = (path: string, hash: string | null, ...operations: Operation[]) =>
  desk.save(path, hash, operations);
const fileOf = ({ saved }: Awaited<ReturnType<typeof save>>) =>
  saved.state === 'saved' ? saved.file : undefined;
const REMOVE: Operation = { type: 'remove', path: [] };
/** Sets one field of a file. */
const set = ({ path, hash }: ContentFile, field: string, value: Value) =>
  save(path, hash, { type: 'set', path: [field], value });

test('a save writes one value and returns the new file', async () => {
  const before = await textOf(HOME);
  const { saved } = await set(await fileAt(HOME), 'title', 'Catering voor elk feest');
  const after = before.replace(/^title: .*$/m, 'title: Catering voor elk feest');
  expect(await textOf(HOME)).toBe(after);
  expect(saved).toEqual({ path: HOME, state: 'saved', file: await fileAt(HOME) });
});

test('a save of a file that has changed writes nothing and returns its current value', async () => {
  const file = await fileAt(HOME);
  await set(file, 'title', 'Eerst');
  const second = await set(file, 'title', 'Dan');
  expect(second.saved).toEqual({ path: HOME, state: 'changed', file: await fileAt(HOME) });
  expect(await textOf(HOME)).toContain('title: Eerst');
});

test.each<[string, string, Value]>([
  ['an empty text', 'title', ''],
  ['a value of another type', 'sections', []],
  ['an address that another page has', 'path', '/info'],
])('%s is saved and reported, and blocks only publishing', async (_, field, value) => {
  const { response, saved } = await set(await fileAt(HOME), field, value);
  expect(saved).toMatchObject({ state: 'saved', file: { value: { [field]: value } } });
  expect((await fileAt(HOME)).value).toMatchObject({ [field]: value });
  const errors = response.findings.filter(({ severity }) => severity === 'error');
  expect(errors.length).toBeGreaterThan(0);
  const other = await set(await fileAt('company.yaml'), 'phone', '09 111 11 11');
  expect(fileOf(other)?.value).toMatchObject({ phone: '09 111 11 11' });
  expect((await desk.call('POST /api/publish')).status).toBe(422);
  expect(await readdir(desk.folders.siteDir).catch(() => [])).not.toContain('current');
});

test('an app of another version is told to reload, and nothing is written', async () => {
  const before = await textOf(HOME);
  const { hash } = await fileAt(HOME);
  const operations = [{ type: 'set', path: ['title'], value: 'Anders' }];
  const old = { path: HOME, hash, operations };
  for (const body of [old, { version: 1, files: [] }, {}]) {
    const response = await desk.request('/api/content', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(426);
    expect((await response.json()).message).toMatch(/Herlaad/);
  }
  expect(await textOf(HOME)).toBe(before);
});

test('a save of a file that has only comments is written below them', async () => {
  await writeFile(join(desk.folders.contentDir, 'mails.yaml'), '# Alles staat in de code.\n');
  const file = await fileAt('mails.yaml');
  const value = { received: 'Dank je.' };
  const { saved } = await set(file, 'confirmation', value);
  expect(saved).toMatchObject({ state: 'saved', file: { value: { confirmation: value } } });
  expect(await textOf('mails.yaml')).toContain('# Alles staat in de code.');
});

test('a file that is not YAML does not affect the others', async () => {
  await writeFile(join(desk.folders.contentDir, 'company.yaml'), 'name: "open');
  await writeFile(join(desk.folders.contentDir, 'site.yaml'), 'url: 3\n');
  const { response } = await desk.call('GET /api/content');
  expect(response.broken).toEqual(['company.yaml']);
  expect(response.findings).toContainEqual(
    expect.objectContaining({ file: 'company.yaml', severity: 'error', line: 1 }),
  );
  expect(response.findings).toContainEqual(expect.objectContaining({ file: 'site.yaml' }));
  expect(response.files.map(({ path }) => path)).toContain(HOME);
  expect((await save('company.yaml', null, REMOVE)).saved.state).toBe('later');
  expect(await textOf('company.yaml')).toBe('name: "open');
  expect((await desk.call('GET /api/photos')).response.length).toBeGreaterThan(20);
  expect((await desk.call('GET /api/state')).status).toBe(200);
});

test.each([
  ['no sections', 'path: /menu\ntitle: Menu\n'],
  ['a section of an unknown kind', 'path: /menu\ntitle: Menu\nsections: [ { kind: map } ]\n'],
  ['addresses that are no list', 'path: /menu\ntitle: Menu\nredirects: 3\nsections: []\n'],
  ['nothing in it', ''],
])('a page with %s is reported as broken', async (_, text) => {
  await writeFile(join(desk.folders.contentDir, 'pages/menu.yaml'), text);
  const { response } = await desk.call('GET /api/content');
  expect(response.broken).toEqual(['pages/menu.yaml']);
  expect(response.findings).toContainEqual(expect.objectContaining({ file: 'pages/menu.yaml' }));
});

test('a file without fields is listed as broken', async () => {
  await writeFile(join(desk.folders.contentDir, 'site.yaml'), 'maanzaad.example\n');
  const { response } = await desk.call('GET /api/content');
  expect(response.broken).toEqual(['site.yaml']);
  expect(response.findings).toContainEqual(expect.objectContaining({ file: 'site.yaml' }));
});

test.each([
  ...['../package.json', 'pages/../../package.json', '/etc/passwd'],
  ...['photos/champagne.jpg', 'pages/.hidden.yaml', 'README.md'],
])('a save of %s is refused', async (path) => {
  const around = join(desk.folders.contentDir, '..');
  await writeFile(join(around, 'package.json'), '{}');
  const before = await readdir(around, { recursive: true });
  expect((await save(path, null, REMOVE)).status).toBe(400);
  expect((await readdir(around, { recursive: true })).sort()).toEqual(before.sort());
});

test.each<unknown[]>([
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
  const { status, saved } = await save(path, hash, operation as Operation);
  expect(status === 400 || saved.state === 'later').toBe(true);
  expect(await textOf(HOME)).toBe(before);
});

test('a page can be created, moved and removed; other files cannot', async () => {
  const page = {
    path: '/buffet',
    title: 'Buffet',
    description: 'Een buffet bij je thuis.',
    sections: [{ kind: 'quote', text: 'Lekker.', who: 'An' }],
  };
  const path = 'pages/buffet.yaml';
  const create: Operation = { type: 'set', path: [], value: page };
  const made = fileOf(await save(path, null, create)) as ContentFile;
  expect(made.value).toEqual(page);
  expect((await save(path, null, create)).saved.state).toBe('changed');
  const renamed = fileOf(await set(made, 'path', '/walking-buffet')) as ContentFile;
  expect((await save(path, made.hash, REMOVE)).saved.state).toBe('changed');
  expect((await save(path, renamed.hash, REMOVE)).saved.state).toBe('saved');
  expect(await fileAt(path)).toBeUndefined();
  const company = await fileAt('company.yaml');
  expect((await save('company.yaml', company.hash, REMOVE)).saved.state).toBe('later');
  expect(await fileAt('company.yaml')).toEqual(company);
});

test('a placeholder blocks publishing unless its section is hidden', async () => {
  const home = await fileAt(HOME);
  const value = { kind: 'quote', text: '[Citaat]', who: 'An' };
  const insert: Operation = { type: 'insert', path: ['sections', 0], value };
  const shown = await save(HOME, home.hash, insert);
  expect(shown.response.findings).toContainEqual(
    expect.objectContaining({ code: 'placeholder', path: ['sections', 0, 'text'] }),
  );
  const file = fileOf(shown) as ContentFile;
  const hide: Operation = { type: 'set', path: ['sections', 0, 'hidden'], value: true };
  const hidden = await save(HOME, file.hash, hide);
  expect(hidden.response.findings.filter(({ code }) => code === 'placeholder')).toEqual([]);
});

test('the scripts and the content reach a phone compressed, and no script is compressed twice', async () => {
  const source = 'export const words = "soep en taart";\n'.repeat(500);
  const appDir = join(await temporaryFolder(), 'assets/app');
  await mkdir(join(appDir, 'assets'), { recursive: true });
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Werktafel</title>');
  await writeFile(join(appDir, 'assets/app-1a2b3c4d.js'), source);
  await compressFiles(appDir, await temporaryFolder());
  const other = await openTestDesk({ contentDir: 'content', appDir });
  try {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const script = await other.request('/assets/app-1a2b3c4d.js', { headers });
      const isPlain = encoding === 'identity';
      expect(script.headers.get('content-encoding')).toBe(isPlain ? null : encoding);
      expect(script.headers.get('content-type')).toMatch(/javascript/);
      expect(script.headers.get('cache-control')).toContain('immutable');
      expect(await script.text()).toBe(source);
    }
    const page = await other.request('/', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('cache-control') ?? '').not.toContain('immutable');
    expect(await page.text()).toContain('Werktafel');

    const content = await other.request('/api/content');
    expect(content.headers.get('content-encoding')).toBe('gzip');
    expect(await content.json()).toMatchObject({ files: expect.any(Array) });
    const plain = await other.request('/api/content', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ files: expect.any(Array) });
  } finally {
    await other.close();
  }
});

test('the policy of a PDF allows what Chromium’s viewer needs', async () => {
  const folder = join(desk.folders.contentDir, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'menu.pdf'), '%PDF-1.7');
  const { headers } = await desk.request('/files/menu.pdf');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("object-src 'self'; style-src 'unsafe-inline'");
  expect(policy).toContain("default-src 'none'");
});
