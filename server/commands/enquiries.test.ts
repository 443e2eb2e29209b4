import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type EmptyDatabases,
  KINDS,
  openEmptyDatabases,
} from '../../tests/faults/empty-databases.ts';
import { exampleEnquiry, exampleMail } from '../../tests/store-examples.ts';
import { publishTestRelease, TEST_RELEASE } from '../../tests/test-release.ts';
import { DEADLY_LEASE_MS, LEASE_MS } from '../outbox/delivery-state.ts';
import { parseSettings } from '../settings.ts';
import { openStore, type StoreSettings } from '../store/open-store.ts';
import { type ClaimedMail, DEADLY_AFTER, type Store } from '../store/store.ts';
import { check } from './check.ts';
import type { Command, Options } from './command.ts';
import { printCsv } from './csv.ts';
import { exportAll } from './export.ts';
import { list } from './list.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { purge } from './purge.ts';
import { requeue } from './requeue.ts';
import { resend } from './resend.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { printTable } from './table.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REFUSED = { kind: 'refused', reason: '550 5.7.1' } as const;
const MINUTE_MS = 60_000;

let databases: EmptyDatabases;
beforeAll(async () => {
  databases = await openEmptyDatabases();
});
afterAll(() => databases?.dispose());

describe.each(KINDS)('the commands on %s, while a server has it open', (kind) => {
  let settings: StoreSettings;
  let store: Store;
  let database: OpenDatabase;

  beforeEach(async () => {
    settings = await databases.create(kind);
    store = await openStore(settings);
    const { dataDir, databaseUrl } = settings;
    const env = { DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'dist'), DATABASE_URL: databaseUrl };
    database = await openDatabase(parseSettings({ ...env, CAPTCHA_SECRET: 'x'.repeat(20) }));
  });
  afterEach(async () => {
    await database.close();
    await store.close();
  });

  const run = (command: Command, words: string[] = [], options: Options = {}) =>
    command.run(database, words, options);

  /** An enquiry of somebody's, and how both its mails ended. */
  async function take(
    name: string,
    { ageMs = 0, end = 'queued' }: { ageMs?: number; end?: 'queued' | 'delivered' | 'failed' } = {},
  ): Promise<string> {
    const receivedAtMs = Date.now() - ageMs;
    const visitor = { name, address: `${name.toLowerCase()}@voorbeeld.example` };
    const mails = (['company', 'confirmation'] as const).map((mailKind) => ({
      ...exampleMail(mailKind),
      visitor,
      dateMs: receivedAtMs,
      subject: `Feest – ${name}`,
      text: `Dag, ik ben ${name}.\nEten voor 12.`,
    }));
    const result = await store.acceptEnquiry(exampleEnquiry({ receivedAtMs, mails }));
    for (;;) {
      const claim = end === 'queued' ? undefined : await store.claimNextMail(Date.now(), LEASE_MS);
      if (!claim) break;
      if (end === 'delivered') await store.markDelivered(claim, receivedAtMs);
      else await store.markFailed(claim, Date.now(), REFUSED);
    }
    if (!('enquiryId' in result)) throw new Error('It was not stored.');
    return result.enquiryId;
  }

  it('list, show and search enquiries, for people and for programs', async () => {
    const failed = await take('Zoë', { end: 'failed' });
    await take('Jan', { end: 'delivered', ageMs: MINUTE_MS });
    const { text, json } = await run(list);
    expect(text).toMatch(/^RECEIVED +NAME +E-MAIL +SUBJECT +COMPANY MAIL +CONFIRMATION +ID\n/);
    expect(text).toMatch(
      new RegExp(
        `Zoë +zoë@.* failed \\(refused: 550 5\\.7\\.1\\) +failed .*${failed.slice(0, 8)}\\n.*Jan`,
      ),
    );
    expect(text).toMatch(/\ncompany +delivered +1 .*\ncompany +failed +1 /);
    expect(json).toMatchObject({ enquiries: [{ id: failed, name: 'Zoë' }, { name: 'Jan' }] });
    const waiting = await take('André');
    const undelivered = await run(list, [], { undelivered: true });
    expect(undelivered.json).toMatchObject({ enquiries: [{ id: waiting }, { id: failed }] });
    expect(undelivered.text).not.toContain('Jan');
    const claimCompanyMail = async (): Promise<ClaimedMail> => {
      const claim = await store.claimNextMail(Date.now(), LEASE_MS);
      if (!claim) throw new Error('It was owed.');
      return claim.mail.kind === 'company' ? claim : claimCompanyMail();
    };
    await store.retryAt(await claimCompanyMail(), Date.now(), 0, REFUSED);
    expect((await run(list)).text).toMatch(
      /André .* queued \(refused: 550 5\.7\.1\) +(?:queued|sending)/,
    );
    await store.markDelivered(await claimCompanyMail(), Date.now());
    expect((await run(list)).text).toMatch(/André .* delivered +(?:queued|sending)/);
    expect((await run(list, [], { limit: '1' })).text).not.toContain('Jan');
    await expect(run(list, [], { limit: '0' })).rejects.toThrow('--limit is "0"; expected a whole');

    for (const word of [failed, failed.slice(0, 8), 'Zoë@Voorbeeld.Example']) {
      const shown = await run(show, [word]);
      expect(shown.text).toMatch(/From +Zoë <zoë@.*\n[\s\S]*Dag, ik ben Zoë\.\nEten voor 12\.$/);
      expect(shown.json).toMatchObject([{ id: failed, text: expect.stringContaining('Dag') }]);
    }
    expect((await run(show, [failed])).text).toMatch(
      /\ncompany +failed .* 1 +refused: 550 5\.7\.1\n/,
    );
    const like = { id: `${failed.slice(0, 8)}-other`, received_at_ms: 0, submission_id: null };
    await database.db
      .insertInto('enquiry')
      .values({ ...like, body_hash: '', within_share: 1 })
      .execute();
    await expect(run(show, [failed.slice(0, 8)])).rejects.toThrow(
      /^2 ids begin with .*: give more/,
    );
    expect((await run(show, ['niemand@voorbeeld.example'])).exitCode).toBe(1);
    await expect(run(show, ['ffffffff'])).rejects.toThrow('No enquiry has an id that begins with');
    await expect(run(show, ['%'])).rejects.toThrow('is no id');

    expect((await run(search, ['IK BEN ANDRE.'])).json).toMatchObject([{ id: waiting }]);
    expect((await run(search, ['frituur'])).exitCode).toBe(1);
  });

  it('list and show what killed the process as what it is, not as being sent', async () => {
    const id = await take('Zoë');
    const lineOf = async () => /^company .*$/m.exec((await run(show, [id])).text)?.[0];
    // As a process that died three times with both, and the fourth time with one of them alone.
    const claimedMs = Date.now() - LEASE_MS - 1;
    for (let deaths = 0; deaths < DEADLY_AFTER; deaths += 1) {
      for (let mails = 0; mails < 2; mails += 1) await store.claimNextMail(claimedMs, 0);
    }
    expect(await lineOf()).toMatch(/^company +sending/);
    for (let mails = 0; mails < 2; mails += 1) {
      await store.claimDeadlyMail(claimedMs, DEADLY_LEASE_MS);
    }
    expect(await lineOf()).toMatch(/^company +waits after 4 deaths/);
    expect((await run(list)).text).toMatch(/Zoë .* waits after 4 deaths +waits after 4 deaths/);
    // Renewed since, it is in somebody's hands.
    await database.db
      .updateTable('mail')
      .set({ due_at_ms: Date.now() + DEADLY_LEASE_MS })
      .execute();
    expect(await lineOf()).toMatch(/^company +sending/);
  });

  it('resend one mail whatever became of it, and requeue what failed', async () => {
    const delivered = await take('Jan', { end: 'delivered' });
    await take('Zoë', { end: 'failed' });
    await run(resend, [delivered]);
    const claim = await store.claimNextMail(Date.now(), LEASE_MS);
    expect(claim?.mail).toMatchObject({ kind: 'company', visitor: { name: 'Jan' } });
    expect(claim?.failedTries).toBe(0);
    await expect(run(resend, [delivered])).rejects.toThrow('It is just being sent');
    await run(resend, [delivered], { confirmation: true });
    expect((await store.countMails()).queued).toBe(1);
    expect((await run(requeue)).json).toEqual({ requeued: 2 });
    expect(await store.countMails()).toMatchObject({ queued: 3, failed: 0 });
  });

  it('resend the whole digest of a mail that travelled in one', async () => {
    const gathered = { key: 'mails', most: 0, windowMs: 3_600_000 };
    const company = exampleMail();
    const digestPart = { text: 'deel', html: '<p>deel</p>' };
    const result = await store.acceptEnquiry(
      exampleEnquiry({
        mails: [{ ...company, kind: 'company', digestPart }],
        limits: { confirmation: [], companyMails: gathered },
      }),
    );
    const id = 'enquiryId' in result ? result.enquiryId : '';
    await expect(run(resend, [id])).rejects.toThrow('goes out with the next digest');
    await store.gatherDigests(Date.now(), 'maanzaad.example');
    const deliver = async () => {
      const claim = await store.claimNextMail(Date.now(), LEASE_MS);
      if (claim) await store.markDelivered(claim, Date.now());
      return claim?.parts.map(({ text }) => text);
    };
    expect(await deliver()).toEqual(['deel']);
    expect((await run(list)).text).toMatch(/company +delivered +1 /);
    await run(resend, [id]);
    expect(await deliver()).toEqual(['deel']);
  });

  it('export all of it, or what one visitor asks for, to a file for nobody else', async () => {
    await take('Zoë', { end: 'delivered' });
    await take('=cmd', { end: 'delivered' });
    const all = await run(exportAll);
    expect(all.text).toMatch(
      /^\ufeffid,received,name,email,subject,company_mail,confirmation,text\r\n/,
    );
    expect(all.text).toContain(
      `,'=cmd,'=cmd@voorbeeld.example,Feest – =cmd,delivered,delivered,"Dag`,
    );
    const output = join(settings.dataDir, 'export.json');
    await run(exportAll, [], { address: 'zoë@voorbeeld.example', format: 'json', output });
    expect(JSON.parse(await readFile(output, 'utf8'))).toMatchObject([{ name: 'Zoë' }]);
    await expect(run(exportAll, [], { output })).rejects.toThrow('exists: nothing was written');
    await expect(run(exportAll, [], { format: 'xls' })).rejects.toThrow('expected csv or json');
  });

  it('purge what has been kept for the days the site names, and nothing else', async () => {
    const days = 24 * 60 * MINUTE_MS;
    await publishTestRelease(join(settings.dataDir, 'dist'), {
      ...TEST_RELEASE,
      keeping: { ...TEST_RELEASE.keeping, days: 10 },
    });
    await take('Jan', { end: 'delivered', ageMs: 11 * days });
    await take('An', { end: 'delivered', ageMs: 9 * days });
    await take('Zoë', { end: 'failed', ageMs: 11 * days });
    expect((await run(purge)).json).toEqual({ erased: 1 });
    expect((await run(list)).json).toMatchObject({ enquiries: [{ name: 'An' }, { name: 'Zoë' }] });
  });

  it('check as monitors expect: 0 well, 1 slow, 2 late, failed or sick', async () => {
    await take('Jan');
    expect(await run(check)).toMatchObject({ exitCode: 0, json: { status: 'OK', waiting: 1 } });
    await take('An', { ageMs: 16 * MINUTE_MS });
    expect(await run(check)).toMatchObject({ exitCode: 1, json: { status: 'WARNING' } });
    await take('Piet', { ageMs: 61 * MINUTE_MS });
    const late = await run(check);
    expect(late.text).toMatch(
      /^CRITICAL: 3 enquiries .* the oldest for 61 minutes, 0 failed \| waiting=3/,
    );
    expect(late.exitCode).toBe(2);
    await take('Zoë', { end: 'failed' });
    expect(await run(check)).toMatchObject({ exitCode: 2 });
    await database.db.schema.alterTable('mail').renameTo('hidden').execute();
    await expect(run(check)).rejects.toThrow();
  });
});

describe('npm run enquiries', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enquiries-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const PROGRAM = join(import.meta.dirname, 'enquiries.ts');

  /** In a folder of its own, as `npm run` does with the checkout's. */
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH } };
      const child = execFile(process.execPath, [PROGRAM, ...args], options, (_, out, err) =>
        done({ code: Number(child.exitCode), out, err }),
      );
    });

  it('says what there is, what was wrong, and makes no database where there is none', async () => {
    const none = await run();
    expect(none).toMatchObject({ code: 2, out: '' });
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, out: none.err });
    for (const name of [
      'list',
      'show',
      'search',
      'resend',
      'requeue',
      'export',
      'erase',
      'purge',
      'backup',
      'restore',
      'check',
      'mail-check',
    ]) {
      expect(help.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    }
    expect(await run('lst')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command "lst"'),
    });
    expect(await run('list', '--all')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--all[\s\S]*Usage/),
    });
    expect(await run('show')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Expected 1 words'),
    });
    expect((await run('show', '--help')).out).toMatch(/^Usage: .* show ID \| ADDRESS/);
    const missing = {
      err: expect.stringMatching(/enquiries\.sqlite does not exist\. Expected the server's/),
    };
    expect(await run('list')).toMatchObject({ code: 1, ...missing });
    expect(await run('check')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^CRITICAL: .*does not exist/),
    });
    await expect(access(join(folder, 'data'))).rejects.toThrow();
  });

  it('reads .env, and prints JSON', async () => {
    await writeFile(join(folder, '.env'), '\ufeffDATA_DIR=./elsewhere\n');
    await (await openStore({ dataDir: join(folder, 'elsewhere'), databaseUrl: '' })).close();
    const { code, out } = await run('list', '--json');
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { enquiries: [], mails: [] } });
  });
});

it('gives a spreadsheet no formula, and every cell back whole', () => {
  const cell = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', 'a', '＝'),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const read = readCsv(printCsv(['a', 'b'], rows).slice(1)).slice(1);
      expect(read.map((row) => row.map((text) => text.replace(/^'/, '')))).toEqual(rows);
      for (const text of read.flat()) expect(text).not.toMatch(/^\s*[=+\-@＝]/);
    }),
  );
});

/** RFC 4180, read by somebody else than who wrote it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const parts = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain = '', end] of parts) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push(row.splice(0));
    if (end !== ',') row = [];
  }
  return rows;
}

it('lets no visitor write to the terminal, or turn a line about', () => {
  const table = printTable(
    ['A', 'B'],
    [
      ['\u001b[31mrood\u0007', 'een\u202etwee\nregels'],
      ['é', 'x'.repeat(99)],
    ],
    '',
  );
  expect(table.split('\n')).toEqual([
    'A           B',
    '·[31mrood·  een·twee regels',
    `é           ${'x'.repeat(39)}…`,
  ]);
});
