import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { count } from '../soak.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, type Post, send, solvedCaptcha } from './post-enquiry.ts';

/** Many posts at the same moment with one captcha, or with one submission id, to several processes. */

const POSTS = count(20);
const PROCESSES = count(2);

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres?.dispose());

describe.each(['SQLite', 'PostgreSQL'])('%s, several processes', (kind) => {
  let dataDir: string;
  let databaseUrl: string;
  let servers: SiteServer[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'twin-posts-'));
    databaseUrl = kind === 'SQLite' ? '' : await postgres.createDatabase();
    const env = { ...FAULT_SETTINGS, DATABASE_URL: databaseUrl };
    const start = () => startSiteServer({ dataDir, env });
    servers = await Promise.all(Array.from({ length: PROCESSES }, start));
  }, 90_000);

  afterAll(async () => {
    await Promise.all(servers?.map((server) => server.stop()) ?? []);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Sends all at once, one after the other to each process in turn; answers sorted. */
  async function sendAll(posts: Post[]): Promise<(string | undefined)[]> {
    const answers = await Promise.all(
      posts.map((post, index) => send(servers[index % PROCESSES]?.url ?? '', post)),
    );
    return answers.map((answer) => answer && `${answer.status} ${answer.body}`.trim()).sort();
  }

  async function countMails() {
    const store = await openStore({ dataDir, databaseUrl });
    const { queued, sending, delivered } = await store.countMails();
    await store.close();
    return queued + sending + delivered;
  }

  it('accept one captcha once', { timeout: 120_000 }, async () => {
    const before = await countMails();
    const token = await solvedCaptcha();
    const posts = await Promise.all(Array.from({ length: POSTS }, () => newPost(token)));
    const answers = await sendAll(posts);
    expect(answers.filter((answer) => answer === '202')).toHaveLength(1);
    const refusals = answers.filter((answer) => answer !== '202');
    expect(refusals).toEqual(refusals.map(() => expect.stringMatching(/^422 .*captcha/)));
    expect((await countMails()) - before).toBe(2);
  });

  it('make one enquiry of one submission id, with the same answer for all', {
    timeout: 120_000,
  }, async () => {
    const before = await countMails();
    const post = await newPost();
    expect(await sendAll(Array(POSTS).fill(post))).toEqual(Array(POSTS).fill('202'));
    expect((await countMails()) - before).toBe(2);
    const other = { ...post, body: post.body.replace('Dag', 'Hallo') };
    for (const answer of await sendAll(Array(PROCESSES).fill(other))) {
      expect(answer).toMatch(/^409 /);
    }
    expect((await countMails()) - before).toBe(2);
  });
});
