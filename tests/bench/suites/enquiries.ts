import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { API_BASE, IDEMPOTENCY_HEADER, MAIL_PATH } from '../../../enquiry/api-contract.ts';
import { CAPTCHA_SETTINGS, newPost, type Post } from '../../support/requests/post-enquiry.ts';
import { openMailbox } from '../../support/servers/mailbox.ts';
import { startSiteServer } from '../../support/servers/site-server.ts';
import { type Figure, type Goal, median, type Suite } from '../suite.ts';

const ROUNDS = 3;
const POSTS = 600;
/** These are sent before the clock starts, so that the server's code is compiled by then. */
const WARM_UP = 200;
const CONNECTIONS = 16;
/** This folder is on the project's disk, because the temporary folder may be in memory. */
const DISK = '.cache';

export default {
  about: `Enquiries a second, each acknowledged after its commit is on disk, at ${CONNECTIONS} connections; medians of ${ROUNDS} interleaved rounds of ${POSTS} after a warm-up of ${WARM_UP}, against a bare insert loop with the same settings on the same disk. If the load generator itself were busy, its speed would be measured instead of the server's.`,
  async measure(onProgress) {
    const bare: number[] = [];
    const loads: Record<'paused' | 'sending', Load[]> = { paused: [], sending: [] };
    const mailbox = await openMailbox();
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        bare.push(await bareInserts());
        loads.paused.push(await enquiries('smtp://127.0.0.1:1'));
        loads.sending.push(await enquiries(mailbox.url));
        onProgress(`round ${round} of ${ROUNDS}`);
      }
    } finally {
      await mailbox.close();
    }
    const row = (what: string, all: Load[], goal?: Goal): Figure => ({
      what,
      value: median(all.map(({ rate }) => rate)),
      unit: 'a second',
      baseline: median(bare),
      baselineName: 'bare inserts',
      ...(goal && { goal }),
    });
    return [
      row('enquiries, no mail server to send to', loads.paused, { atLeast: 0.1 }),
      row('enquiries, with mails being sent', loads.sending),
      {
        what: 'processor, load generator',
        value: median(loads.paused.map(({ processor }) => processor)),
        unit: 'of a core',
        goal: { atMost: 0.5 },
      },
    ];
  },
} satisfies Suite;

interface Load {
  /** Enquiries per second. */
  rate: number;
  /** How many cores this process used meanwhile: 0.2. */
  processor: number;
}

async function enquiries(smtpUrl: string): Promise<Load> {
  const dataDir = await mkdtemp(join(DISK, 'bench-enquiries-'));
  const env = { ...CAPTCHA_SETTINGS, SMTP_URL: smtpUrl };
  const site = await startSiteServer({ siteDir: resolve('dist'), dataDir: resolve(dataDir), env });
  try {
    // The captchas are solved before the clock starts, because a visitor's phone does that work.
    const posts: Post[] = [];
    for (let nth = 0; nth < WARM_UP + POSTS; nth += 1) posts.push(await newPost());
    await sendAll(site.url, posts.splice(POSTS));
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    await sendAll(site.url, posts);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    return { rate: POSTS / seconds, processor: (user + system) / 1e6 / seconds };
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true });
  }
}

/**
 * Sends with `node:http`, because the work of a heavier client such as `fetch` would lower the rate
 * that is measured.
 */
async function sendAll(siteUrl: string, posts: Post[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = ({ idempotencyKey, body }: Post) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey };
      const options = { agent, method: 'POST', headers };
      request(`${siteUrl}${API_BASE}${MAIL_PATH}/maanzaad`, options, (response) => {
        if (response.statusCode !== 202) reject(new Error(`Status ${response.statusCode}`));
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(body);
    });
  await Promise.all(posts.map(send));
  agent.destroy();
}

/**
 * Counts durable transactions, one after the other, each about the size of an enquiry with its
 * mails.
 */
async function bareInserts(): Promise<number> {
  const folder = await mkdtemp(join(DISK, 'bench-inserts-'));
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  database.exec('CREATE TABLE enquiry (id INTEGER PRIMARY KEY, fields TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO enquiry (fields) VALUES (?)');
  const fields = JSON.stringify({ message: 'x'.repeat(600) });
  const startedAt = performance.now();
  for (let nth = 0; nth < POSTS; nth += 1) insert.run(fields);
  const rate = POSTS / ((performance.now() - startedAt) / 1000);
  database.close();
  await rm(folder, { recursive: true });
  return rate;
}
