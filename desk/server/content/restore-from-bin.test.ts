import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { ContentFile } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import { valueAt } from '../../shared/values.ts';
import { putInBin } from './recycle-bin.ts';

const HOME = 'pages/accueil.yaml';
const PAGE = 'pages/carte.yaml';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(() => desk.close());

const listBin = async () => (await desk.call('GET /api/bin')).response;
const restore = async (id = '') => (await desk.call('POST /api/bin/:id/restore', {}, id)).status;
const fileAt = async (path: string) => {
  const { files } = (await desk.call('GET /api/content')).response;
  return files.find((file) => file.path === path);
};
const namesIn = (folder: string) => readdir(join(desk.folders.contentDir, folder));
const sectionsOf = (file: ContentFile | undefined) => valueAt(file?.value, ['sections']);

async function edit(path: string, ...operations: Operation[]) {
  const { saved } = await desk.save(path, (await fileAt(path))?.hash ?? null, operations);
  expect(saved.state).toBe('saved');
}

/** Restores the only entry of the bin, and ends before the entry leaves the bin. */
async function restoreUntilKilled() {
  const [item] = await listBin();
  const id = item?.id ?? '';
  const entry = join(desk.folders.deskDir, 'bin', id);
  const copy = join(await temporaryFolder(), 'entry');
  await cp(entry, copy, { recursive: true });
  expect(await restore(id)).toBe(200);
  await cp(copy, entry, { recursive: true });
  return id;
}

/** Restarts the desk, which was killed before it wrote that its last save was written. */
async function restart() {
  const { contentDir, deskDir } = desk.folders;
  const saves = join(deskDir, 'saves.jsonl');
  const lines = (await readFile(saves, 'utf8')).split('\n');
  expect(lines.pop()).toContain('isWritten');
  await writeFile(saves, lines.join('\n'));
  const next = await openTestDesk({ contentDir, deskDir });
  await desk.close();
  desk = next;
}

describe.each([
  ['at once', async () => {}],
  ['after a restart', restart],
])('an interrupted restoration that is tried again %s', (_, prepare) => {
  test('restores a page once, with its addresses', async () => {
    const before = await namesIn('pages');
    const page = (await fileAt(PAGE)) as ContentFile;
    const redirects = { path: ['redirects'], value: [String(valueAt(page.value, ['path']))] };
    await edit(HOME, { type: 'set', ...redirects });
    await edit(PAGE, { type: 'remove', path: [] });
    const id = await restoreUntilKilled();
    await prepare();
    // It ended before it gave the address back.
    await edit(HOME, { type: 'set', ...redirects });
    expect(await restore(id)).toBe(200);
    expect(await namesIn('pages')).toEqual(before);
    expect((await fileAt(PAGE))?.value).toEqual(page.value);
    expect(valueAt((await fileAt(HOME))?.value, ['redirects'])).toBeUndefined();
    expect(await listBin()).toEqual([]);
  });

  test('restores once a page whose name is taken, with what was typed in it since', async () => {
    const page = (await fileAt(PAGE)) as ContentFile;
    await edit(PAGE, { type: 'remove', path: [] });
    const other = { ...(page.value as object), path: '/autre', title: 'Une autre' };
    await edit(PAGE, { type: 'set', path: [], value: other });
    const before = await namesIn('pages');
    const id = await restoreUntilKilled();
    await prepare();
    await edit('pages/carte-2.yaml', { type: 'set', path: ['title'], value: 'Retour' });
    expect(await restore(id)).toBe(200);
    expect((await namesIn('pages')).sort()).toEqual([...before, 'carte-2.yaml'].sort());
    expect((await fileAt('pages/carte-2.yaml'))?.value).toMatchObject({ title: 'Retour' });
    expect(await listBin()).toEqual([]);
  });

  test('restores a section once', async () => {
    const before = sectionsOf(await fileAt(HOME));
    await edit(HOME, { type: 'remove', path: ['sections', 1] });
    const id = await restoreUntilKilled();
    await prepare();
    expect(await restore(id)).toBe(200);
    expect(sectionsOf(await fileAt(HOME))).toEqual(before);
    expect(await listBin()).toEqual([]);
  });
});

test('a section that is removed again after it was restored can be restored again', async () => {
  const before = sectionsOf(await fileAt(HOME));
  for (let time = 1; time <= 2; time++) {
    await edit(HOME, { type: 'remove', path: ['sections', 1] });
    const [item] = await listBin();
    expect(await restore(item?.id)).toBe(200);
    expect(sectionsOf(await fileAt(HOME))).toEqual(before);
  }
});

test('a file that cannot be restored now puts the file at its name into the bin once', async () => {
  const { contentDir } = desk.folders;
  // The temporary file beside it would have a name that is too long.
  const path = `files/${'menu'.repeat(55)}.pdf`;
  await mkdir(join(contentDir, 'files'), { recursive: true });
  const write = (bytes: string) => writeFile(join(contentDir, path), bytes);
  await putInBin(desk.folders, { path }, (file) => writeFile(file, '%PDF-1.7 mei'));
  const [item] = await listBin();
  await write('%PDF-1.7 juni');
  const attempts = [await restore(item?.id), await restore(item?.id)];
  expect(attempts).toEqual([500, 500]);
  expect(await listBin()).toHaveLength(2);
  // Another file that came in between goes to the bin too.
  await write('%PDF-1.7 juli');
  expect(await restore(item?.id)).toBe(500);
  expect(await listBin()).toHaveLength(3);
});
