import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repetitions } from '../../../tests/runner/soak.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { PROTOCOL_VERSION } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import { type Value, valueAt } from '../../shared/values.ts';
import { openIdempotencyKeys } from './idempotency-keys.ts';
import { readFileAt } from './read-content.ts';
import { listBin } from './recycle-bin.ts';
import { hashNow, saveContent } from './save.ts';

const PATH = 'pages/accueil.yaml';
const KILLS = repetitions(10);
/** On a busy machine starting a process takes seconds. */
const TIMEOUT_MS = KILLS * 6_000;

test(
  'a process killed while saving leaves whole files, and what is sent again is there once',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'desk-saving-'));
    const contentDir = join(root, 'content');
    await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
    const others = (await readdir(join(contentDir, 'pages'))).sort();
    let pending = '';
    let savedCount = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(
        process.execPath,
        [
          join(import.meta.dirname, '../../../tests/desk/save-until-killed.ts'),
          root,
          PATH,
          pending,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let text = '';
      child.stdout.on('data', (lines) => {
        text += lines;
        pending = text.trim().split('\n').at(-1) ?? '';
      });
      const ended = once(child, 'close').then(([code]) => code);
      // Each line is a request that is about to be saved. Half of the kills hit the first save of a
      // process, whose code is still being compiled; the others hit the second.
      while (text.split('\n').length <= 1 + (kill % 2)) {
        const next = await Promise.race([once(child.stdout, 'data'), ended]);
        if (!Array.isArray(next)) throw new Error(`it ended by itself with ${next}`);
      }
      // The kills are spread over a save, which takes some tens of milliseconds.
      await pause((kill * 7) % 60);
      child.kill('SIGKILL');
      await ended;
      const file = await readFileAt(contentDir, PATH);
      if (file?.value === undefined) throw new Error(`kill ${kill}: no YAML`);
      const sections = valueAt(file.value, ['sections']) as Value[];
      const texts = sections.map((section) => String(valueAt(section, ['text'])));
      const added = texts.filter((text) => text.startsWith('Nummer'));
      // No section is missing, and none is there twice.
      const numbers = added.map((_, index) => sections.length - added.length + index);
      expect(added).toEqual(numbers.map((number) => `Nummer ${number}`));
      const left = (await readdir(join(contentDir, 'pages'))).filter((name) =>
        name.endsWith('.yaml'),
      );
      expect(left.sort()).toEqual(others);
      savedCount = added.length;
    }
    // If every kill had come before the first write, this test would prove nothing.
    expect(savedCount).toBeGreaterThan(0);
    expect(await readFile(join(contentDir, 'site.yaml'), 'utf8')).toBe(
      await readFile(join(FIXTURE_CONTENT_DIR, 'site.yaml'), 'utf8'),
    );
    await rm(root, { recursive: true });
  },
  TIMEOUT_MS,
);

const removeSection: Operation = { type: 'remove', path: ['sections', 1] };

test.each([
  ['two sections', [removeSection, removeSection], 2],
  ['the page', [{ type: 'remove', path: [] }], 1],
] satisfies [string, Operation[], number][])(
  'what a save removes is in the bin once when it is sent again after a failed write: %s',
  async (_, operations, count) => {
    const root = await temporaryFolder();
    const [contentDir, deskDir] = [join(root, 'content'), join(root, 'desk')];
    await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
    const folders = { contentDir, deskDir, siteDir: join(root, 'dist'), cacheDir: '' };
    const keys = await openIdempotencyKeys(deskDir, (path) => hashNow(folders, path));
    const onFullDisk = {
      ...keys,
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const hash = await hashNow(folders, PATH);
    const files = [{ id: randomUUID(), path: PATH, hash, operations }];
    const states = [];
    for (const used of [onFullDisk, onFullDisk, keys]) {
      const response = await saveContent(folders, used, { version: PROTOCOL_VERSION, files });
      states.push(...response.files.map(({ state }) => state));
    }
    expect(states).toEqual(['later', 'later', 'saved']);
    expect(await listBin(folders)).toHaveLength(count);
  },
);
