import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import { count } from '../../tests/soak.ts';
import { checkValue, readFileAt } from './content.ts';

const PATH = 'pages/accueil.yaml';

it(
  'a process killed while saving leaves the old or the new file',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'desk-saving-'));
    const contentDir = join(root, 'content');
    await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
    const others = (await readdir(join(contentDir, 'pages'))).sort();
    for (let kill = 0; kill < count(10); kill++) {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../../tests/desk/save-until-killed.ts'), contentDir, PATH],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let saved = 0;
      child.stdout.on('data', (lines) => {
        saved = Number(String(lines).trim().split('\n').at(-1));
      });
      const ended = once(child, 'close').then(([code]) => code);
      const first = await Promise.race([once(child.stdout, 'data'), ended]);
      if (!Array.isArray(first)) throw new Error(`it ended by itself with ${first}`);
      // Spread over a save, which takes some tens of milliseconds.
      await pause((kill * 7) % 60);
      child.kill('SIGKILL');
      await ended;
      const file = await readFileAt(contentDir, PATH);
      if (file?.value === undefined) throw new Error(`kill ${kill}: no YAML`);
      expect(checkValue(PATH, file.value)).toEqual([]);
      const { title, description } = file.value as { title: string; description: string };
      expect([saved, saved + 1].map((number) => `Nummer ${number}`)).toContain(title);
      expect(description).toBe(`${title}, en meer.`);
      const left = (await readdir(join(contentDir, 'pages'))).filter((name) =>
        name.endsWith('.yaml'),
      );
      expect(left.sort()).toEqual(others);
    }
    expect(await readFile(join(contentDir, 'site.yaml'), 'utf8')).toBe(
      await readFile(join(FIXTURE_CONTENT_DIR, 'site.yaml'), 'utf8'),
    );
    await rm(root, { recursive: true });
  },
  count(60_000),
);
