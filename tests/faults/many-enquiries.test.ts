import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { sqliteFileOf } from '../../server/store/sqlite-file.ts';
import { openMailbox, type ReceivedMail } from '../mailbox.ts';
import { startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send, solvedCaptcha } from './post-enquiry.ts';

/** More enquiries and confirmations than the hour has room for, through the real server. */

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000 });

const COMPANY = 'info@maanzaad.example';
const FLOOD = '192.0.2.1';

it('brings each enquiry once, alone or whole in a digest, and each confirmation in its turn', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'many-enquiries-'));
  const mailbox = await openMailbox();
  const env = {
    ...FAULT_SETTINGS,
    SMTP_URL: mailbox.url,
    TRUST_PROXY: '127.0.0.1/32,::1/128',
    LIMIT_ENQUIRIES_PER_ADDRESS: '2',
    LIMIT_COMPANY_MAILS: '2',
    LIMIT_CONFIRMATIONS: '2',
  };
  const untilMails = async (count: number) => {
    while (mailbox.mails.length < count) await sleep(20);
  };
  const first = await startSiteServer({ dataDir, env });
  const ids: string[] = [];
  for (const network of [FLOOD, FLOOD, FLOOD, FLOOD, '198.51.100.7']) {
    // As hard as the most that is asked, so that a network beyond its share is taken too.
    const post = await newPost(await solvedCaptcha(16));
    const answer = await send(first.url, post, { 'x-forwarded-for': network });
    expect(answer?.status).toBe(202);
    ids.push(post.submissionId);
  }
  const [one = '', two = '', three = '', four = '', visitor = ''] = ids;
  const address = (id: string) => `${id}@voorbeeld.example`;
  await untilMails(4);
  const alone = mailbox.mails.map(({ recipients }) => String(recipients));
  expect(alone.sort()).toEqual([COMPANY, COMPANY, address(one), address(two)].sort());
  await first.stop();

  // The hour has gone by.
  const database = new DatabaseSync(sqliteFileOf(dataDir));
  database.exec('UPDATE limit_window SET ends_at_ms = 0');
  database.close();
  const second = await startSiteServer({ dataDir, env });
  await untilMails(7);
  await second.stop();
  const later = mailbox.mails.slice(4);
  const isToCompany = ({ recipients }: ReceivedMail) => recipients.includes(COMPANY);
  // Who keeps within their network's share goes first, here and in the digest.
  const confirmed = later.filter((mail) => !isToCompany(mail)).flatMap((mail) => mail.recipients);
  expect(confirmed.sort()).toEqual([address(visitor), address(three)].sort());
  const [digest, ...others] = later.filter(isToCompany);
  expect(others).toEqual([]);
  expect(digest?.email.subject).toBe('3 aanvragen');
  const { text = '', html = '' } = digest?.email ?? {};
  for (const words of [text, html]) {
    const places = [visitor, three, four].map((id) => words.indexOf(`Dag, dit is aanvraag ${id}.`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    for (const id of [one, two]) expect(words).not.toContain(id);
  }
  for (const id of [visitor, three, four]) {
    expect(html.split(`href="mailto:${address(id)}?subject=`)).toHaveLength(2);
  }
  await mailbox.close();
  await rm(dataDir, { recursive: true, force: true });
});
