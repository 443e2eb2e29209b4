import { readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeskForEachTest } from '../../tests/desk/open-desk.ts';
import { type Mailbox, openMailbox } from '../../tests/mailbox.ts';
import type { ContentAnswer, Job, MailSettings, Refusal } from '../api.ts';

const desk = openDeskForEachTest();
const { send } = desk;

async function ended(answer: { body: never }): Promise<Job> {
  let job: Job = answer.body;
  while (job.state === 'running') {
    await wait(100);
    job = (await send('GET', `/api/jobs/${job.id}`)).body;
  }
  return job;
}

describe('what takes seconds', { timeout: 180_000 }, () => {
  it('is told step by step, one at a time: the whole site with unsaved work', async () => {
    // With one every page is published three times.
    await rm(`${desk.folders().contentDir}/notice.yaml`);
    const { files }: ContentAnswer = (await send('GET', '/api/content')).body;
    const company = files.find(({ path }) => path === 'company.yaml');
    const value = { ...(company?.value as object), name: 'Nog niet bewaard' };
    const changes = [{ path: 'company.yaml', hash: company?.hash, value }];
    const started = await send('POST', '/api/preview', { changes });
    expect((await send('POST', '/api/preview', { changes })).status).toBe(409);
    const job = await ended(started);
    expect(job).toMatchObject({
      kind: 'preview',
      state: 'done',
      steps: expect.arrayContaining(['De pagina’s maken']),
    });
    expect(await (await fetch(String(job.url))).text()).toContain('Nog niet bewaard');
    expect(await readFile(`${desk.folders().contentDir}/company.yaml`, 'utf8')).toContain(
      'La Mésange',
    );
    const broken = [{ path: 'company.yaml', hash: company?.hash, value: { ...value, email: 'x' } }];
    const failed = await ended(await send('POST', '/api/preview', { changes: broken }));
    expect(failed).toMatchObject({
      state: 'failed',
      problems: [{ file: 'company.yaml', path: ['email'] }],
    });
  });
});

describe('the mail server', { timeout: 60_000 }, () => {
  let mailbox: Mailbox;
  beforeEach(async () => {
    mailbox = await openMailbox();
  });
  afterEach(() => mailbox.close());
  const settings = (more: Partial<MailSettings> = {}): MailSettings => {
    const { hostname: host, port } = new URL(mailbox.url);
    return {
      host,
      port: Number(port),
      isSecure: false,
      user: '',
      password: '',
      from: '',
      to: '',
      ...more,
    };
  };

  it('is tried with a mail, and written where only the server reads it', async () => {
    expect(
      (await send('POST', '/api/mail/test', settings({ to: 'kok@mees.example' }))).status,
    ).toBe(200);
    expect(mailbox.mails).toMatchObject([
      { sender: 'bonjour@mesange.example', recipients: ['kok@mees.example'] },
    ]);
    expect((await send('GET', '/api/state')).body).toMatchObject({ hasMailServer: false });
    const saved = await send('PUT', '/api/mail', settings({ user: 'kok', password: 'geheim#1' }));
    const { envFile, contentDir } = desk.folders();
    expect(saved.body).toEqual({ writtenTo: envFile, paste: null, needsRestart: true });
    expect((await stat(envFile)).mode & 0o777).toBe(0o600);
    expect(parseEnv(await readFile(envFile, 'utf8')).SMTP_URL).toContain(
      'kok:geheim%231@127.0.0.1',
    );
    expect(envFile.startsWith(contentDir)).toBe(false);
    expect((await send('GET', '/api/state')).body).toMatchObject({ hasMailServer: true });
  });

  it('says in Dutch why a mail does not leave, and sends no password in the clear', async () => {
    const refusal = async (more: Partial<MailSettings>) => {
      const { status, body } = await send('POST', '/api/mail/test', settings(more));
      return [status, (body as Refusal).message];
    };
    expect(await refusal({ user: 'kok', password: 'geheim' })).toEqual([
      422,
      expect.stringMatching(/veilig|wil deze mail niet/),
    ]);
    await mailbox.close();
    expect(await refusal({})).toEqual([
      422,
      expect.stringContaining('Er antwoordt geen mailserver op 127.0.0.1'),
    ]);
    expect(await refusal({ host: 'a b' })).toEqual([422, 'Kijk de gegevens van de mailserver na.']);
    mailbox = await openMailbox();
  });
});
