import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFile } from '../../tests/runner/programs.ts';
import { needs } from '../../tests/runner/skips.ts';
import { startPostgres, type TestPostgres } from '../../tests/support/servers/postgres.ts';
import { exampleEnquiry } from '../../tests/support/store/examples.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openStore } from '../store/store.ts';
import { keptSchemaIn, readCopy } from './backup.ts';

const PROGRAM = resolve(import.meta.dirname, 'enquiries.ts');
const DEBIAN_POSTGRES = dirname(findFile('/usr/lib/postgresql/*/bin/initdb') ?? '');
const ERASED = 'erased@voorbeeld.example';
const STAYS = 'stays@voorbeeld.example';

const runProgram = promisify(execFile);

describe('a PostgreSQL database that was restored before', needs('postgresql'), () => {
  let postgres: TestPostgres;
  let folder: string;
  let databaseUrl: string;
  beforeAll(async () => {
    postgres = await startPostgres(DEBIAN_POSTGRES);
  });
  afterAll(() => postgres.dispose());

  /** The database has one enquiry; what a restore replaced has also one that was erased since. */
  beforeEach(async () => {
    folder = await temporaryFolder();
    databaseUrl = await postgres.createDatabase();
    const store = await openStore({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
    for (const email of [ERASED, STAYS]) {
      await store.storeEnquiry(exampleEnquiry({ fields: { email, name: 'Peeters', message: '' } }));
    }
    await run(['restore', '--replace', await backUp()]);
    expect(await store.eraseAddress(ERASED)).toMatchObject({ erased: 1 });
    await store.close();
  });

  async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
    const settings = {
      DATABASE_URL: databaseUrl,
      BACKUP_DIR: folder,
      DATA_DIR: folder,
      CAPTCHA_SECRET: 'a secret of the tests, long enough',
    };
    const { stdout } = await runProgram(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings, ...env },
    });
    return stdout;
  }

  async function backUp(): Promise<string> {
    await run(['backup']);
    return join(folder, 'enquiries.pgdump');
  }

  async function addresses(DATABASE_URL = databaseUrl): Promise<unknown[]> {
    const store = await openStore({ DATA_DIR: folder, DATABASE_URL });
    const enquiries = await store.listEnquiries();
    await store.close();
    return enquiries.map(({ fields }) => fields.email);
  }

  async function query(sql: string, url = databaseUrl): Promise<unknown[][]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    await client.end();
    return rows;
  }

  test('its backup contains nothing that the restore replaced, and is restored', async () => {
    const file = await backUp();
    const { stdout: sql } = await runProgram('pg_restore', ['--file=-', file]);
    expect(sql).toContain(STAYS);
    expect(sql).not.toContain(ERASED);
    expect(sql).not.toContain('replaced_');
    const schema = keptSchemaIn(await run(['restore', '--replace', file]));
    expect(await query(`SELECT count(*)::int FROM ${schema}.enquiry`)).toEqual([[1]]);
    expect(await addresses()).toEqual([STAYS]);
  });

  test('an older copy, which contains what the restore replaced, is restored without it', async () => {
    const file = join(folder, 'older.pgdump');
    await runProgram('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl]);
    expect((await readFile(file, 'latin1')).includes('replaced_')).toBe(true);
    expect(await readCopy(file)).toEqual({ enquiries: 1 });
    await run(['restore', '--replace', file]);
    expect(await addresses()).toEqual([STAYS]);
    const empty = await postgres.createDatabase();
    await run(['restore', file], { DATABASE_URL: empty });
    expect(await addresses(empty)).toEqual([STAYS]);
    const kept = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'";
    expect(await query(kept, empty)).toEqual([]);
  });

  test('a restore that is killed half-way names the schema of the tables, and can be run again', async () => {
    const file = await backUp();
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'pg_restore'), '#!/bin/sh\nkill -9 $PPID\n');
    await chmod(join(bin, 'pg_restore'), 0o755);
    const PATH = `${bin}:${process.env.PATH}`;
    const killed = await run(['restore', '--replace', file], { PATH }).catch((error) => error);
    expect(killed.signal).toBe('SIGKILL');
    const schema = /to the schema (replaced_\d+)\./.exec(killed.stdout)?.[1];
    expect(await query(`SELECT count(*)::int FROM ${schema}.enquiry`)).toEqual([[1]]);
    expect(await run(['restore', '--replace', file])).toContain(`kept in the schema ${schema}.`);
    expect(await addresses()).toEqual([STAYS]);
  });
});
