import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { exampleEnquiry } from '../tests/store-examples.ts';
import { publishTestRelease, TEST_RELEASE } from '../tests/test-release.ts';
import { openApp } from './app.ts';
import { assertKeeping } from './keeping.ts';
import { createLog } from './log.ts';
import { siteAddresses } from './outbox/site-addresses.ts';
import { parseSettings } from './settings.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;
const RECIPIENT = 'aanvragen@maanzaad.example';

const releaseWith = (keeping: Partial<typeof TEST_RELEASE.keeping>) => ({
  ...TEST_RELEASE,
  keeping: { ...TEST_RELEASE.keeping, ...keeping },
});

describe('the settings', () => {
  const check = (env: Record<string, string>, keeping: Partial<typeof TEST_RELEASE.keeping>) =>
    assertKeeping(
      parseSettings({ CAPTCHA_SECRET: 'a secret of the tests, long enough', ...env }),
      releaseWith(keeping),
    );

  it.each<[Record<string, string>, Partial<typeof TEST_RELEASE.keeping>]>([
    [{ MAIL_TO: 'other@maanzaad.example' }, { recipient: RECIPIENT }],
    [{ SMTP_URL: 'smtp://mail.elsewhere.example' }, { host: 'hosting.example' }],
    [{ SMTP_URL: 'smtp://nohosting.example' }, { host: 'hosting.example' }],
    [{ SMTP_URL: 'smtp://user:hidden@10.0.0.5' }, { host: 'hosting.example' }],
    [
      { DATABASE_URL: 'postgres://user:hidden@db.elsewhere.example/x' },
      { host: 'hosting.example' },
    ],
  ])('%j contradict %j, in one line without a password', (env, keeping) => {
    const [name] = Object.keys(env);
    expect(() => check(env, keeping)).toThrow(
      new RegExp(`^${name} .*site\\.yaml says that .*\\.$`),
    );
    expect(() => check(env, keeping)).not.toThrow('hidden');
    expect(() => check(env, {})).not.toThrow();
  });

  it.each<[Record<string, string>, Partial<typeof TEST_RELEASE.keeping>]>([
    [{ MAIL_TO: 'Keuken <Aanvragen@Maanzaad.example>' }, { recipient: RECIPIENT }],
    [{}, { recipient: RECIPIENT, host: 'hosting.example' }],
    [{ SMTP_URL: 'smtps://mail.Hosting.example:465' }, { host: 'hosting.example' }],
    [{ SMTP_URL: 'smtp://localhost' }, { host: 'hosting.example' }],
    [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, { host: 'hosting.example' }],
    [{ DATABASE_URL: 'postgres://[::1]/x' }, { host: 'hosting.example' }],
  ])('%j agree with %j', (env, keeping) => {
    expect(() => check(env, keeping)).not.toThrow();
  });
});

it('enquiries go to the recipient that the content names', () => {
  const { company } = siteAddresses(parseSettings({}), releaseWith({ recipient: RECIPIENT }));
  expect(company).toEqual({ name: 'Maanzaad', address: RECIPIENT });
});

describe('the server', () => {
  const folderOf = () => mkdtemp(join(tmpdir(), 'website-'));

  it('does not start against a contradiction', async () => {
    const folder = await folderOf();
    await publishTestRelease(join(folder, 'dist'), releaseWith({ recipient: RECIPIENT }));
    const settings = parseSettings({
      DATA_DIR: folder,
      SITE_DIR: join(folder, 'dist'),
      MAIL_TO: 'other@maanzaad.example',
    });
    await expect(openApp(settings, createLog('silent'))).rejects.toThrow(/^MAIL_TO is other@/);
    await rm(folder, { recursive: true });
  });

  it('erases as many days after delivery as the content says, mails written as files too', async () => {
    const folder = await folderOf();
    await publishTestRelease(join(folder, 'dist'), releaseWith({ days: 7 }));
    const mailFolder = join(folder, 'mail');
    await mkdir(mailFolder);
    const ages = { 'mail-of-mine.eml': 90, 'notes.txt': 90 };
    const files: Record<string, number> = {
      ...ages,
      '2027-03-05T140300Z-company-1f3c.eml': 8,
      '.2027-03-05T140300Z-digest-1f3c.eml.part': 8,
      '2027-03-05T140300Z-confirmation-1f3d.eml': 6,
    };
    for (const [name, days] of Object.entries(files)) {
      await writeFile(join(mailFolder, name), 'Subject: x');
      const writtenAt = new Date(Date.now() - days * DAY_MS);
      await utimes(join(mailFolder, name), writtenAt, writtenAt);
    }
    const settings = parseSettings({ DATA_DIR: folder, SITE_DIR: join(folder, 'dist') });
    const app = await openApp(settings, createLog('silent'));
    for (const days of [8, 6]) {
      const atMs = Date.now() - days * DAY_MS;
      await app.store.acceptEnquiry(exampleEnquiry({ receivedAtMs: atMs }));
      for (;;) {
        const claim = await app.store.claimNextMail(atMs, 1000);
        if (!claim) break;
        await app.store.markDelivered(claim, atMs);
      }
    }
    app.startOutbox();
    await expect.poll(async () => (await app.store.countMails()).delivered).toBe(2);
    await expect
      .poll(async () => (await readdir(mailFolder)).sort(), { timeout: 10_000 })
      .toEqual(['2027-03-05T140300Z-confirmation-1f3d.eml', ...Object.keys(ages)].sort());
    await app.close(0);
    await rm(folder, { recursive: true });
  });
});
