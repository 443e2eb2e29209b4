import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFile } from '../../tests/runner/programs.ts';
import { needs } from '../../tests/runner/skips.ts';
import { publishTestRelease, TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import { openMailbox } from '../../tests/support/servers/mailbox.ts';
import { listen } from '../../tests/support/servers/ports.ts';
import { startPostgres } from '../../tests/support/servers/postgres.ts';
import { attemptNext, exampleEnquiry, NOON_MS } from '../../tests/support/store/examples.ts';
import { openTestStore, temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { sqliteFileOf } from '../store/sqlite.ts';
import { openStore, type Store } from '../store/store.ts';
import { readCopy } from './backup.ts';

const PROGRAM = resolve(import.meta.dirname, 'enquiries.ts');
const DEBIAN_POSTGRES = dirname(findFile('/usr/lib/postgresql/*/bin/initdb') ?? '');

let folder: string;
let dataDir: string;
let store: Store;
beforeEach(async () => {
  folder = await temporaryFolder();
  await publishTestRelease(join(folder, 'dist'));
  ({ store, dataDir } = await openTestStore());
});

/** Runs a command as the operator does, beside a server that has the database open. */
function run(args: string[], env: Record<string, string> = {}, nodeArgs: string[] = []) {
  return new Promise<{ code: number; output: string; errors: string }>((done) => {
    const environment = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SITE_DIR: join(folder, 'dist'),
      ...env,
    };
    const child = execFile(
      process.execPath,
      [...nodeArgs, PROGRAM, ...args],
      { cwd: folder, env: environment },
      (_error, output, errors) => done({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}

const PARTY = {
  email: 'zoe@voorbeeld.example',
  name: "D'Hondt",
  firstName: 'Zoë',
  productType: 'Receptie',
  date: '5-3-2027',
  personCount: 120,
  message: '=1+1\nTwee "regels"\u001b[31m',
};
const accept = (fields = {}, change = {}) =>
  store.storeEnquiry(exampleEnquiry({ fields: { ...PARTY, ...fields }, ...change }));

describe('list and show', () => {
  test('list prints the enquiries with name, party, persons and subject, sorted by either date', async () => {
    await accept();
    await accept({ name: 'Eerst', date: '1-1-2027' }, { receivedAtMs: NOON_MS - 1000 });
    const rowsOf = async (...options: string[]) =>
      (await run(['list', ...options])).output.split('\n').filter((line) => line.includes('zoe@'));
    expect(await rowsOf()).toEqual([
      expect.stringMatching(/5-3-2027.* 120 .*Receptie.*Zoë D'Hondt.*zoe@voorbeeld.*queued/),
      expect.stringContaining('Eerst'),
    ]);
    expect((await rowsOf('--sort', 'partyDate'))[0]).toContain('Eerst');
    expect(await rowsOf('--limit', '1')).toHaveLength(1);
  });

  test('list and export have the state and the note of an enquiry, and erase removes them', async () => {
    await accept();
    await accept({ name: 'Peeters' });
    const [peeters] = await store.listEnquiries({ search: 'peeters' });
    const id = String(peeters?.id);
    await store.setState(id, 'booked');
    await store.setNote(id, { note: '=Voorschot\u001b betaald', before: '' });
    const listed = (await run(['list', '--state', 'booked'])).output;
    expect([listed.includes('Peeters'), listed.includes("D'Hondt")]).toEqual([true, false]);
    expect(listed).toContain('booked');
    expect((await run(['list', '--search', 'voorschot'])).output).toContain('Peeters');
    expect((await run(['list', '--search', 'taart'])).output).toContain('No enquiries.');
    expect(await run(['list', '--state', 'geboekt'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('new, answered, booked, declined'),
    });
    const shown = (await run(['show', id])).output;
    expect(shown).toMatch(/state: booked\nnote: =Voorschot· betaald/);
    expect((await run(['export'])).output).toMatch(/booked,'?=Voorschot/);
    await run(['erase', id]);
    expect((await run(['show', id])).code).toBe(1);
    expect(await readFile(sqliteFileOf(dataDir), 'latin1')).not.toContain('Voorschot');
  });

  test('show prints every field without control characters and the reason why a mail waits', async () => {
    await accept();
    await attemptNext(store, { kind: 'failed', reason: '550 5.1.1 at RCPT TO' });
    const [record] = await store.listEnquiries();
    const { output, code } = await run(['show', String(record?.id)]);
    expect(code).toBe(0);
    for (const part of ["D'Hondt", '5-3-2027', 'Twee "regels"·[31m', '550 5.1.1 at RCPT TO']) {
      expect(output).toContain(part);
    }
    expect(output).not.toContain('\u001b');
    expect((await run(['show', PARTY.email])).output).toBe(output);
    expect((await run(['show', 'nobody@voorbeeld.example'])).code).toBe(1);
  });

  test('show prints all enquiries of a visitor, however many they are', async () => {
    for (let count = 0; count < 51; count += 1) await accept();
    const { output } = await run(['show', PARTY.email]);
    expect(output.match(/^Enquiry /gm)).toHaveLength(51);
  });
});

test('export writes every field and no formula to a file that only its owner can read', async () => {
  await accept();
  const caller = join(folder, 'caller');
  await mkdir(caller);
  // npm runs programs in the project's folder; INIT_CWD is the caller's.
  const { code } = await run(['export', '--output', 'all.csv'], { INIT_CWD: caller });
  expect(code).toBe(0);
  const csv = await readFile(join(caller, 'all.csv'), 'utf8');
  expect(csv.split('\r\n')[0]).toMatch(/^\ufeffid,received,email,name,firstName,.*personCount/);
  expect(csv).toContain("zoe@voorbeeld.example,D'Hondt,Zoë,");
  expect(csv).toContain(`"'=1+1\nTwee ""regels""`);
  expect((await stat(join(caller, 'all.csv'))).mode & 0o777).toBe(0o600);
  const again = await run(['export', '--output', 'all.csv'], { INIT_CWD: caller });
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('exists')]);
});

// 'website-enquiries' starts a command like this.
test(
  'root exports to a folder of its own, and every other file belongs to the service’s user',
  needs('root'),
  async () => {
    const [mine, itsData] = [join(folder, 'mine'), join(folder, 'its')];
    for (const path of [mine, itsData]) await mkdir(path, { mode: 0o700 });
    await chmod(folder, 0o711);
    await accept();
    const daemon = Number(execFileSync('id', ['-u', 'daemon']));
    const env = { RUN_AS: 'daemon', DATA_DIR: itsData, INIT_CWD: mine };
    const BACKUP_DIR = join(itsData, 'copy');
    await run(['backup'], { BACKUP_DIR });
    await run(['restore', join(BACKUP_DIR, 'enquiries.sqlite')], { DATA_DIR: itsData });
    for (const path of [itsData, sqliteFileOf(itsData)]) await chown(path, daemon, daemon);
    const exported = await run(['export', '--output', 'all.csv'], env);
    expect([exported.code, exported.errors]).toEqual([0, '']);
    expect(await readFile(join(mine, 'all.csv'), 'utf8')).toContain(PARTY.email);
    await rm(BACKUP_DIR, { recursive: true });
    for (const name of await readdir(itsData)) {
      const { uid, mode } = await stat(join(itsData, name));
      expect([name, uid, mode & 0o077]).toEqual([name, daemon, 0]);
    }
    // The service's user, who runs the command, cannot read the folder.
    const foreign = await run(['list'], { ...env, DATA_DIR: dataDir });
    expect(foreign.code).toBe(1);
  },
);

test('erase removes an enquiry from the database, its log and mail files', async () => {
  await accept({ message: 'Onvindbaar-woord' });
  const claim = await store.claimMail(NOON_MS);
  await mkdir(join(dataDir, 'mail'));
  await writeFile(join(dataDir, 'mail', `2026-${claim?.id}.eml`), 'Onvindbaar-woord');
  await writeFile(join(dataDir, 'mail', '2026-another.eml'), '');
  const { output, code } = await run(['erase', PARTY.email]);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/Erased 1 enquiry.*\n.*in the mailbox/),
  ]);
  expect(await readdir(join(dataDir, 'mail'))).toEqual(['2026-another.eml']);
  for (const name of await readdir(dataDir)) {
    if (name === 'mail') continue;
    const bytes = await readFile(join(dataDir, name), 'latin1');
    expect([name, bytes.includes('Onvindbaar'), bytes.includes('zoe@')]).toEqual([
      name,
      false,
      false,
    ]);
  }
});

test.each([
  ['it runs again', PARTY.email, 0, /^Completed an erasure.*\nNo such enquiry/],
  [
    'one of another address runs',
    'an@voorbeeld.example',
    0,
    /^Completed an erasure.*\nNo such enquiry/,
  ],
  ['one of another id runs', randomUUID(), 1, /^No such enquiry/],
])('an interrupted erase finishes when %s', async (_, argument, code, output) => {
  await accept();
  const { id } = (await store.claimMail(NOON_MS)) ?? {};
  await mkdir(join(dataDir, 'mail'));
  await writeFile(join(dataDir, 'mail', `2026-${id}.eml`), PARTY.email);
  // A reader keeps the write-ahead log, so that the first run cannot empty it.
  const reader = new DatabaseSync(sqliteFileOf(dataDir));
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM enquiry').all();
  const first = await run(['erase', PARTY.email]);
  expect([first.code, first.errors]).toEqual([1, expect.stringContaining('run it again')]);
  reader.exec('ROLLBACK');
  reader.close();
  const second = await run(['erase', argument]);
  expect([second.code, second.output]).toEqual([code, expect.stringMatching(output)]);
  expect(await readdir(join(dataDir, 'mail'))).toEqual([]);
  for (const name of ['enquiries.sqlite', 'enquiries.sqlite-wal']) {
    const bytes = await readFile(join(dataDir, name), 'latin1').catch(() => '');
    expect([name, bytes.includes('zoe@')]).toEqual([name, false]);
  }
  expect((await run(['erase', PARTY.email])).code).toBe(1);
});

test('requeue queues failed mails again', async () => {
  await accept({}, { isSpam: true });
  await attemptNext(store, { kind: 'failed', reason: 'x' });
  expect((await run(['requeue'])).output).toContain('due now: 1');
  expect((await store.listEnquiries())[0]?.mails).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

describe('check', () => {
  test('check reports missing settings and an unreachable mail server', async () => {
    const { output, code } = await run(['check'], { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(output).toMatch(/^warning: HEARTBEAT_URL is empty/m);
    expect(output).toMatch(/^error: The mail server of SMTP_URL cannot be used: .*connection/m);
  });

  test('check finds nothing wrong with a complete site, and sends a test mail on request', async () => {
    await publishTestRelease(join(folder, 'dist'), { ...TEST_RELEASE, sampleFacts: false });
    const [mailbox, monitor] = await Promise.all([openMailbox(), openMonitor(200)]);
    const BACKUP_DIR = join(folder, 'backups');
    await mkdir(BACKUP_DIR);
    await writeFile(join(BACKUP_DIR, 'shipped'), '');
    const env = { SMTP_URL: mailbox.url, HEARTBEAT_URL: monitor.url, BACKUP_DIR };
    const { output, code } = await run(['check', '--send'], env);
    expect([code, output]).toEqual([0, expect.stringMatching(/replied: 250 .*\nNo problem found/)]);
    await run(['check', '--send', 'an@elders.example'], env);
    expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([
      [TEST_RELEASE.company.email],
      ['an@elders.example'],
    ]);
    await utimes(join(BACKUP_DIR, 'shipped'), new Date(0), new Date(0));
    expect((await run(['check'], env)).output).toMatch(/^error: .*backup.*26 hours/m);
    // Only the running server tells the monitor whether the site works.
    expect(new Set(monitor.calls)).toEqual(new Set(['POST /x/log']));
    await mailbox.close();
  });

  test('check refuses to send a test mail to a malformed address', async () => {
    const mailbox = await openMailbox();
    const { errors, code } = await run(['check', '--send', 'an@'], { SMTP_URL: mailbox.url });
    expect([code, errors]).toEqual([1, expect.stringContaining('expected a mail address')]);
    expect((await run(['check', 'an@elders.example'])).code).toBe(1);
    expect(mailbox.mails).toEqual([]);
    await mailbox.close();
  });

  test('check warns of a monitor that refuses a call', async () => {
    const monitor = await openMonitor(404);
    const { output } = await run(['check'], { HEARTBEAT_URL: monitor.url });
    expect(output).toMatch(/^warning: .*HEARTBEAT_URL.*404/m);
  });

  test('check names sample facts before everything else that is missing', async () => {
    const { output } = await run(['check']);
    expect(output.split('\n').find((line) => line.startsWith('warning'))).toContain('ample facts');
  });

  test('check names the version of the code', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect((await run(['check'])).output).toContain(`Version ${version}`);
  });

  test('check reads the settings file as the server does, and names what is misread', async () => {
    const file = join(folder, 'website.env');
    const settings = ['LOG_LEVEL=warn # not debug', 'MAIL_FROM=Café #1 <info@x.be>', 'SMPT_URL=x'];
    await writeFile(file, settings.join('\n'));
    const wrong = await run(['check'], {}, [`--env-file=${file}`]);
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/^MAIL_FROM: expected/)]);
    expect(wrong.errors).toMatch(/website\.env, line 2: MAIL_FROM: # begins a comment/);
    await writeFile(file, "MAIL_FROM='Café #1 <info@x.be>'\nSMPT_URL=x\nPORT=8080\nHOST=::1");
    const right = await run(['check'], { PORT: '3000' }, [`--env-file=${file}`]);
    expect(right.output).toContain('SMPT_URL is not a setting');
    expect(right.output).toContain('PORT has no effect');
    expect(right.output).not.toContain('HOST has no effect');
  });
});

test('check-file names each line that systemd would read differently, and no value', async () => {
  const file = join(folder, 'website.env');
  await writeFile(
    file,
    "SMTP_URL=smtps://u:p@x:465 # Combell\nMAIL_FROM='a#b'\nDATA_DIR=C:\\geheim\n",
  );
  const { code, output } = await run(['check-file', file]);
  expect(code).toBe(1);
  expect(output.match(/line \d: \w+/g)).toEqual(['line 1: SMTP_URL', 'line 3: DATA_DIR']);
  expect(output).not.toMatch(/Combell|geheim/);
  await writeFile(file, 'SMTP_URL=smtps://u:p@x:465\n');
  expect((await run(['check-file', file])).code).toBe(0);
});

async function openMonitor(status: number) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status).end('OK');
  });
  const url = `http://127.0.0.1:${await listen(server)}/x`;
  onTestFinished(() => void server.close());
  return { url, calls };
}

describe('backup and restore', () => {
  test('a database in use is backed up, and restored on an empty machine', async () => {
    for (let i = 0; i < 20; i += 1) await accept({ name: `Gast ${i}` });
    const BACKUP_DIR = join(folder, 'backups');
    expect((await run(['backup'], { BACKUP_DIR })).code).toBe(0);
    expect(await readdir(BACKUP_DIR)).toEqual(['enquiries.sqlite']);
    expect((await stat(join(BACKUP_DIR, 'enquiries.sqlite'))).mode & 0o777).toBe(0o600);
    const file = join(BACKUP_DIR, 'enquiries.sqlite');
    const DATA_DIR = join(folder, 'elsewhere');
    expect((await run(['restore', file], { DATA_DIR })).code).toBe(0);
    const restored = await openStore({ DATA_DIR, DATABASE_URL: '' });
    expect(await restored.listEnquiries()).toEqual(await store.listEnquiries());
    await restored.close();
    const over = await run(['restore', file]);
    expect([over.code, over.errors]).toEqual([1, expect.stringContaining('stop the server')]);
    await writeFile(file, 'half a backup');
    const broken = await run(['restore', file], { DATA_DIR: join(folder, 'third') });
    expect([broken.code, broken.errors]).toEqual([
      1,
      expect.stringContaining('not a complete database'),
    ]);
  });

  // The npm package has no pg_dump, and an older pg_dump refuses a newer server.
  test('a PostgreSQL database is backed up and restored', needs('postgresql'), async () => {
    const postgres = await startPostgres(DEBIAN_POSTGRES);
    onTestFinished(() => postgres.dispose());
    const DATABASE_URL = (await postgres.createDatabase()).replace('@', ':hunter22@');
    const BACKUP_DIR = join(folder, 'backups');
    const settings = { BACKUP_DIR, CAPTCHA_SECRET: 'a secret of the tests, long enough' };
    const filled = await openStore({ DATA_DIR: dataDir, DATABASE_URL });
    for (let i = 0; i < 20; i += 1) await filled.storeEnquiry(exampleEnquiry());
    const backup = await run(['backup'], { ...settings, DATABASE_URL });
    expect([backup.code, backup.errors]).toEqual([0, '']);
    expect(await readdir(BACKUP_DIR)).toEqual(['enquiries.pgdump']);
    const file = join(BACKUP_DIR, 'enquiries.pgdump');
    const empty = await postgres.createDatabase();
    const restore = await run(['restore', file], { ...settings, DATABASE_URL: empty });
    expect([restore.code, restore.errors]).toEqual([0, '']);
    const restored = await openStore({ DATA_DIR: dataDir, DATABASE_URL: empty });
    expect(await restored.listEnquiries()).toEqual(await filled.listEnquiries());
    // The constraints of the schema were restored too.
    expect(await restored.storeEnquiry(exampleEnquiry())).toBe('stored');
    const over = await run(['restore', file], { ...settings, DATABASE_URL });
    expect([over.code, over.errors]).toEqual([1, expect.stringContaining('already exists')]);
    expect(await filled.listEnquiries()).toHaveLength(20);
    expect(await readCopy(file)).toEqual({ enquiries: 20 });

    // The file is not a backup, so the restore fails and leaves the tables unchanged.
    const onFull = { ...settings, DATABASE_URL: empty };
    await writeFile(join(folder, 'broken'), 'PGDMP, but no more');
    const broken = await run(['restore', '--replace', join(folder, 'broken')], onFull);
    expect([broken.code, broken.errors]).toEqual([1, expect.stringMatching(/^pg_restore failed/)]);
    expect(broken.output).toMatch(/to the schema replaced_\d+\.\nThe previous tables are back/);
    expect(await restored.listEnquiries()).toHaveLength(21);
    const replaced = await run(['restore', '--replace', file], onFull);
    expect([replaced.code, replaced.errors]).toEqual([0, '']);
    expect(await restored.listEnquiries()).toHaveLength(20);
    const aside = /in the schema (replaced_\d+)/.exec(replaced.output)?.[1];
    const client = new Client({ connectionString: empty });
    await client.connect();
    const { rows } = await client.query(`SELECT count(*)::int AS kept FROM ${aside}.enquiry`);
    expect(rows).toEqual([{ kept: 21 }]);
    await client.end();
    await postgres.stop();
    const away = await run(['backup'], { ...settings, DATABASE_URL });
    expect([away.code, away.errors]).toEqual([1, expect.stringMatching(/^pg_dump failed: /)]);
    expect(away.errors).not.toContain('hunter22');
    expect(await readdir(BACKUP_DIR)).toEqual(['enquiries.pgdump']);
    await Promise.all([filled.close(), restored.close()]);
  });
});

test.each([
  ['list'],
  ['show', 'x'],
  ['export'],
  ['erase', 'x'],
  ['requeue'],
  ['check'],
  ['backup'],
])('%s creates nothing in a wrong folder', async (...args) => {
  const wrong = join(folder, 'wrong');
  const { code, output, errors } = await run(args, { DATA_DIR: wrong, BACKUP_DIR: folder });
  expect([code, output + errors]).toEqual([1, expect.stringContaining(wrong)]);
  expect(existsSync(wrong)).toBe(false);
});

test('no command is run with wrong arguments', async () => {
  for (const args of [['nothing'], ['list', '--nothing'], ['list', 'more'], ['erase']]) {
    expect([args, (await run(args)).code]).toEqual([args, 2]);
  }
  expect((await run(['--help'])).output).toContain('erase ID | ADDRESS');
});
