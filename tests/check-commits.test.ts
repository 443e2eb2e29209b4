import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needs } from './runner/skips.ts';

const SCRIPT = resolve(import.meta.dirname, '../.ci/check-commits');

const WRONG = [
  'Mend the form',
  'readme: mend the form',
  `site: ${'mend the form '.repeat(6)}`,
  `site: mend the form\n\n${'It did not answer. '.repeat(6)}`,
];

describe('the check of commit messages', needs('git'), () => {
  let repository: string;
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, {
      cwd: repository,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
        GIT_AUTHOR_NAME: 'Ann',
        GIT_AUTHOR_EMAIL: 'ann@voorbeeld.example',
        GIT_COMMITTER_NAME: 'Ann',
        GIT_COMMITTER_EMAIL: 'ann@voorbeeld.example',
      },
    });
  const commit = (message: string) => {
    expect(run('git', 'commit', '--allow-empty', '-m', message).status).toBe(0);
  };
  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'commits-'));
    run('git', 'init', '--initial-branch=main');
    mkdirSync(join(repository, 'site'));
    writeFileSync(join(repository, 'site/form.ts'), '');
    run('git', 'add', 'site');
    commit('Begin');
    run('git', 'switch', '--create', 'branch');
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  test('a commit with an area, a short subject and a wrapped body is accepted', () => {
    commit(
      `site: mend the form\n\nIt did not answer.\nhttps://voorbeeld.example/${'x'.repeat(80)}`,
    );
    expect(run(SCRIPT, 'main')).toMatchObject({ stdout: '', status: 0 });
  });

  test('a commit may have as its area a folder, also a removed one, or one that is no folder', () => {
    run('git', 'mv', 'site', 'shop');
    commit('site: rename the folder to shop');
    commit('shop: mend the form');
    commit('packages: update one');
    expect(run(SCRIPT, 'main')).toMatchObject({ stdout: '', status: 0 });
  });

  test.each(WRONG)('a commit is refused for %j, wherever it is on the branch', (message) => {
    commit(message);
    commit('site: mend the form');
    expect(run(SCRIPT, 'main').status).toBe(1);
  });

  test('the check fails when git does not know the base', () => {
    expect(run(SCRIPT, 'no-such-branch').status).not.toBe(0);
  });
});
