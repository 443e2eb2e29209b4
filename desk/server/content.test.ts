import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContent } from '../../publish/content/load-content.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import type { Change, ContentFile, Value } from '../api.ts';
import { checkChanges, readContent, saveChanges } from './content.ts';
import { type DeskFolders, foldersIn } from './folders.ts';
import type { RefusalError } from './refusal.ts';
import { finishSave, hashOfFile } from './saver/replace-files.ts';

const KILLS = { quick: 8, usual: 30, soak: 200 }[process.env.FAULT_SCALE || 'quick'] ?? 8;

let root = '';
let folders: DeskFolders;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-'));
  folders = foldersIn(root);
  await cp(FIXTURE_CONTENT_DIR, folders.contentDir, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const read = (path: string) => readFile(join(folders.contentDir, path), 'utf8');

async function load(
  path: string,
): Promise<Omit<ContentFile, 'value'> & { value: { [key: string]: Value } }> {
  const { files } = await readContent(folders);
  return files.find((file) => file.path === path) as never;
}

async function change(path: string, values: Record<string, Value>): Promise<Change> {
  const { hash, value } = await load(path);
  return { path, hash, value: { ...value, ...values } };
}

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was saved'),
    (error: RefusalError) => ({ status: error.status, ...error.answer }) as never,
  ) as Promise<{ status: number; problems: { file: string; now: string }[]; conflicts: unknown[] }>;

describe('saving', { timeout: 60_000 }, () => {
  it('writes what changed, and answers the new hashes', async () => {
    const before = await read('company.yaml');
    const saved = await saveChanges(folders, [
      await change('company.yaml', { name: 'De Mees: #1' }),
    ]);
    expect(await read('company.yaml')).toBe(
      before.replace('name: La Mésange', 'name: "De Mees: #1"'),
    );
    expect(saved.files).toEqual([await load('company.yaml')]);
    await expect(readdir(join(folders.deskDir, 'staged'))).resolves.toEqual([]);
  });

  it('makes, renames and takes away pages, all of it or nothing', async () => {
    const card = await load('pages/carte.yaml');
    const changes: Change[] = [
      {
        path: 'pages/table.yaml',
        renamedFrom: 'pages/carte.yaml',
        hash: card.hash,
        value: { ...card.value, path: '/table', redirects: ['/la-carte', '/menu'] },
      },
      {
        path: 'pages/nieuw.yaml',
        hash: null,
        value: {
          path: '/nieuw',
          title: 'Nieuw',
          description: 'Een nieuwe pagina.',
          sections: [
            {
              kind: 'call-to-action',
              heading: 'Zin?',
              text: 'Bel ons.',
              button: { label: 'Bel', to: '/table' },
            },
          ],
        },
      },
    ];
    const { problems } = await refusalOf(
      saveChanges(folders, [...changes, await change('company.yaml', { email: 'geen adres' })]),
    );
    expect(problems).toMatchObject([
      { file: 'company.yaml', path: ['email'], now: "'geen adres'" },
    ]);
    expect(await readdir(join(folders.contentDir, 'pages'))).toContain('carte.yaml');
    await saveChanges(folders, changes);
    expect(await readdir(join(folders.contentDir, 'pages'))).not.toContain('carte.yaml');
    expect((await read('pages/nieuw.yaml')).split('\n')[0]).toBe(
      '# yaml-language-server: $schema=../../.cache/schemas/page.json',
    );
    expect((await loadContent(folders.contentDir)).pages.map(({ path }) => path)).toContain(
      '/nieuw',
    );
    const { hash } = await load('pages/nieuw.yaml');
    await saveChanges(folders, [{ path: 'pages/nieuw.yaml', hash, value: null }]);
    expect(await load('pages/nieuw.yaml')).toBeUndefined();
  });

  it('refuses over a file that changed meanwhile, and says what stands there now', async () => {
    const late = await change('company.yaml', { name: 'Te laat' });
    await saveChanges(folders, [await change('company.yaml', { name: 'Eerst' })]);
    const { status, conflicts } = await refusalOf(saveChanges(folders, [late]));
    expect(status).toBe(409);
    expect(conflicts).toEqual([{ path: 'company.yaml', now: await load('company.yaml') }]);
  });

  it('says in the words of the build what a change breaks elsewhere, and lets old mistakes be', async () => {
    const card = await load('pages/carte.yaml');
    const gone: Change = { path: card.path, hash: card.hash, value: null };
    const { problems } = await checkChanges(folders, [gone]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ now }) => /carte|menu|lege/.test(now))).toBe(true);
    await writeFile(join(folders.contentDir, 'pages/kapot.yaml'), 'title: [');
    const { broken } = await readContent(folders);
    expect(broken).toMatchObject([
      { path: 'pages/kapot.yaml', problems: [{ file: 'pages/kapot.yaml' }] },
    ]);
    await saveChanges(folders, [await change('company.yaml', { name: 'Toch' })]);
    expect((await load('company.yaml')).value.name).toBe('Toch');
  });

  it('never leaves content/', async () => {
    await symlink('/etc', join(folders.contentDir, 'pages/etc'));
    await symlink(join(root, 'elders.yaml'), join(folders.contentDir, 'pages/link.yaml'));
    for (const path of [
      '../x.yaml',
      'pages/../../x.yaml',
      '/etc/x.yaml',
      'pages/.x.yaml',
      'pages/link.yaml',
      'pages\\..\\x.yaml',
      'README.md',
      'pages/etc/x.yaml',
    ]) {
      const refusal = await refusalOf(
        saveChanges(folders, [{ path, hash: null, value: { title: 'x' } }]),
      );
      expect(refusal, path).toMatchObject({ status: 400 });
    }
    expect(
      await refusalOf(saveChanges(folders, [{ ...(await change('site.yaml', {})), value: null }])),
    ).toMatchObject({ status: 400 });
  });

  it('is finished when it was cut off, but not over what was changed by hand since', async () => {
    const paths = ['pages/carte.yaml', 'pages/ecoles.yaml', 'company.yaml', 'site.yaml'];
    const before = await Promise.all(
      paths.map((path) => hashOfFile(join(folders.contentDir, path))),
    );
    const steps = paths.map((path, i) => ({
      path,
      before: before[i],
      next: path === 'site.yaml' ? null : `${i}`,
    }));
    await mkdir(join(folders.deskDir, 'staged'), { recursive: true });
    for (const i of [1, 2])
      await writeFile(join(folders.deskDir, 'staged', `${i}`), `title: Nummer ${i}\n`);
    await writeFile(join(folders.contentDir, 'pages/carte.yaml'), 'title: Nummer 0\n');
    await writeFile(join(folders.contentDir, 'company.yaml'), 'name: Met de hand\n');
    await writeFile(join(folders.deskDir, 'save.json'), JSON.stringify({ steps }));
    await finishSave(folders);
    const now = await Promise.all(paths.slice(0, 3).map(read));
    expect(now).toEqual(['title: Nummer 0\n', 'title: Nummer 1\n', 'name: Met de hand\n']);
    expect(existsSync(join(folders.contentDir, 'site.yaml'))).toBe(false);
    expect([
      await readdir(folders.deskDir),
      await readdir(join(folders.deskDir, 'staged')),
    ]).toEqual([['staged'], []]);
  });

  it(`is old or new in all its files, killed ${KILLS} times in between`, {
    timeout: 600_000,
  }, async () => {
    const paths = (await readdir(join(folders.contentDir, 'pages'))).map((name) => `pages/${name}`);
    const script = join(import.meta.dirname, 'saver/save-until-killed.ts');
    let cut = 0;
    for (let i = 0; i < KILLS; i++) {
      const child = spawn(process.execPath, [script, root, ...paths], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await wait(Math.random() * 60);
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (const path of paths) parse(await read(path));
      if (existsSync(join(folders.deskDir, 'save.json'))) cut++;
      await finishSave(folders);
      const titles = await Promise.all(paths.map(async (path) => parse(await read(path)).title));
      const isNew = titles.every((title) => title === titles[0] && /^Nummer/.test(title));
      expect(isNew || !titles.some((title) => /^Nummer/.test(title)), String(titles)).toBe(true);
      await loadContent(folders.contentDir);
      expect(await readdir(join(folders.deskDir, 'staged')).catch(() => [])).toEqual([]);
    }
    if (KILLS > 20) expect(cut, 'killed between two files').toBeGreaterThan(0);
  });
});
