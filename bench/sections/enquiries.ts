import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_SETTINGS, newPost, type Post, send } from '../../tests/faults/post-enquiry.ts';
import { openMailbox } from '../../tests/mailbox.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { percentile, type Row, type Section } from '../section.ts';

const A_SECOND = 50;
const POSTS = 400;
const ROUNDS = 3;

export default {
  about: `From an enquiry's post to the server's yes, ${A_SECOND} a second, ${ROUNDS} interleaved rounds of ${POSTS} with a mail server that takes all and with one that takes a connection and says nothing.`,
  async measure(onProgress) {
    const mailbox = await openMailbox();
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const urls = {
      live: mailbox.url,
      dead: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    };
    const times: Record<keyof typeof urls, number[]> = { live: [], dead: [] };
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        for (const kind of ['live', 'dead'] as const) {
          times[kind].push(...(await answerTimes(urls[kind])));
          onProgress(`round ${round} of ${ROUNDS}, ${kind}`);
        }
      }
    } finally {
      silent.close();
      await mailbox.close();
    }
    const row = (share: number, name: string): Row => ({
      what: `the yes, ${name}, with a dead mail server`,
      value: percentile(times.dead, share),
      unit: 'ms',
      limit: percentile(times.live, share),
      of: 'with a live one',
      goal: '≤ 1.2',
    });
    return [row(0.5, 'median'), row(0.99, '99th percentile')];
  },
} satisfies Section;

/** In milliseconds, from the moment that each was due. */
async function answerTimes(smtpUrl: string): Promise<number[]> {
  const site = await startSiteServer({
    siteDir: resolve('dist'),
    env: { ...FAULT_SETTINGS, SMTP_URL: smtpUrl },
  });
  try {
    // Solved before: a visitor's phone does that, not this machine.
    const posts: Post[] = [];
    for (let nth = 0; nth < POSTS; nth++) posts.push(await newPost());
    const startedAt = performance.now();
    const answered = posts.map(async (post, nth) => {
      const dueMs = startedAt + (nth * 1000) / A_SECOND;
      await sleep(Math.max(0, dueMs - performance.now()));
      const answer = await send(site.url, post);
      if (answer?.status !== 202) throw new Error(`Answered ${answer?.status}: ${answer?.body}`);
      return performance.now() - dueMs;
    });
    return await Promise.all(answered);
  } finally {
    await site.stop();
  }
}
