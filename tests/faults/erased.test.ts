import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { startPostgres } from '../postgres.ts';
import { count } from '../soak.ts';
import { exampleEnquiry, exampleMail } from '../store-examples.ts';
import { startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, send, solvedCaptcha } from './post-enquiry.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Erased means: nobody can read it in the raw bytes of anything the server wrote. */

/** So many that rows have moved between pages. */
const ENQUIRIES = count(20);
const ADDRESS = 'vergeet.mij@voorbeeld.example';
/** In the address, in the name, and in the message, where mails break lines and write signs as '=C3=AB'. */
const SECRETS = ['vergeet.mij', 'Vergeet-Mij-Nietje', 'Ik heb liever dat niemand dit leest'];

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'erased-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const command = async (env: Record<string, string>, ...args: string[]) => {
  const options = { cwd: dataDir, env: { PATH: process.env.PATH, ...env } };
  const program = resolve('server/commands/enquiries.ts');
  return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
};

async function filesWith(folder: string, secret: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(
    // PostgreSQL may drop a file meanwhile.
    paths.map(async (path) => (await readFile(path).catch(() => Buffer.of())).includes(secret)),
  );
  return paths.filter((_, index) => found[index]);
}

it('leaves nothing in database, log, kept mails and lines of a running server', async () => {
  const env = { ...FAULT_SETTINGS, LOG_LEVEL: 'trace' };
  const server = await startSiteServer({ dataDir, env });
  const post = async (email: string, name: string, message: string) => {
    const token = await solvedCaptcha();
    const body = JSON.stringify({ email, name, message, token, recaptcha: token });
    const answer = await send(server.url, { submissionId: crypto.randomUUID(), body });
    expect(answer?.status).toBe(202);
  };
  for (let count = 0; count < ENQUIRIES; count += 1) {
    await post(
      ADDRESS.replace('vergeet', count % 2 ? 'vergeet' : 'Vergeet'),
      SECRETS[1] ?? '',
      `${SECRETS[2]}. `.repeat(1 + (count % 50)),
    );
    await post(
      `blijft${count}@voorbeeld.example`,
      'Blijver',
      `Bewaar dit. ${'lang '.repeat(count % 400)}`,
    );
  }
  const mails = () => readdir(join(dataDir, 'mail')).catch(() => []);
  // One mailbox gets one confirmation an hour.
  const sent = 3 * ENQUIRIES + 1;
  while ((await mails()).filter((name) => name.endsWith('.eml')).length < sent) await sleep(100);
  for (const secret of SECRETS) expect(await filesWith(dataDir, secret)).not.toEqual([]);

  const preview = await command({ DATA_DIR: dataDir }, 'erase', ADDRESS, '--dry-run');
  expect(preview).toMatch(/Nothing was erased\.$/m);
  expect((await mails()).length).toBe(sent);
  // A digest may break its lines in the middle of an address; another's may hold this one.
  const [broken, others] = ['broken', 'others'].map((name) => join(dataDir, 'mail', `${name}.eml`));
  await writeFile(
    String(broken),
    `To: info@maanzaad.example\r\n\r\n${ADDRESS.replace('@', '=\r\n@')}`,
  );
  await writeFile(String(others), `To: niet.${ADDRESS}`);
  const copy = join(dataDir, 'export.csv');
  await writeFile(copy, `id,email\r\n1,${ADDRESS}\r\n`);
  await expect(command({ DATA_DIR: dataDir }, 'erase', ADDRESS)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${copy} names it too`),
  });
  await rm(copy);
  await expect(access(String(broken))).rejects.toThrow();
  await rm(String(others));
  const printed = await command({ DATA_DIR: dataDir }, 'erase', ADDRESS.toUpperCase());
  expect(printed).toMatch(/^Erased: 0 enquiries, 0 kept mails\./);

  for (const secret of SECRETS) {
    expect(await filesWith(dataDir, secret)).toEqual([]);
    expect(server.output()).not.toContain(secret);
  }
  // Of the others everything is there, and the server goes on.
  expect((await mails()).length).toBe(2 * ENQUIRIES);
  expect(await command({ DATA_DIR: dataDir }, 'search', 'bewaar dit')).toContain('blijft0@');
  await post('nog.een@voorbeeld.example', 'Later', 'Nog eentje.');
  await server.stop();
});

it('leaves nothing in the tables of PostgreSQL', async () => {
  const postgres = await startPostgres();
  const DATABASE_URL = await postgres.createDatabase();
  const store = await openStore({ dataDir, databaseUrl: DATABASE_URL });
  for (let count = 0; count < ENQUIRIES; count += 1) {
    for (const [name, address] of [
      [SECRETS[1], ADDRESS],
      ['Blijver', `blijft${count}@voorbeeld.example`],
    ] as const) {
      const mail = { ...exampleMail(), kind: 'company' as const };
      const text = `${name}: ${name === 'Blijver' ? 'bewaar dit' : SECRETS[2]}`;
      const mails = [{ ...mail, text, visitor: { name: name ?? '', address } }];
      await store.acceptEnquiry(exampleEnquiry({ mails }));
    }
  }
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const base = async () => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') AS folder, oid FROM pg_database WHERE datname = current_database()",
    );
    return join(rows[0].folder, 'base', String(rows[0].oid));
  };
  expect(await filesWith(await base(), SECRETS[2] ?? '')).not.toEqual([]);
  const env = { DATABASE_URL, CAPTCHA_SECRET: 'x'.repeat(20), DATA_DIR: dataDir };
  expect(await command(env, 'erase', ADDRESS)).toContain(`Erased: ${ENQUIRIES} enquiries`);
  for (const secret of SECRETS) expect(await filesWith(await base(), secret)).toEqual([]);
  expect((await store.countMails()).queued).toBe(ENQUIRIES);
  await client.end();
  await store.close();
  await postgres.dispose();
});
