import { expect, it, vi } from 'vitest';
import { VISITOR_WORK } from '../../server/enquiries/captcha/altcha.ts';
import { count } from '../soak.ts';
import { LITTLE_WORK, openTestSite, solve } from '../test-site.ts';
import { faultTimeoutMs } from './fault-report.ts';

/** Rounds of SHA-256 a second that one core of the measuring machine does (`bench/captcha.md`). */
const CORE_ROUNDS_S = 1_800_000;
const ATTACKING_CORES = 2;
/** Ten seconds of a phone four times slower than that core, on one core of it. */
const MOST_ROUNDS = (10 * CORE_ROUNDS_S) / 4;
const TYPING_MS = 120_000;
const VISITOR_EVERY = 10;

const posts = count(70);
/** At a small count the limits are a tenth, so that the flood is as far beyond them. */
const scale = posts < 1_000 ? 10 : 1;
const env = {
  // More than the server gives: the flood is to be held by the captcha alone.
  LIMIT_CALLS: '1000000',
  LIMIT_ENQUIRIES: String(300 / scale),
  LIMIT_ENQUIRIES_PER_ADDRESS: String(20 / scale),
};
const worst: string[] = [];

vi.setConfig({ testTimeout: faultTimeoutMs(posts * 3, 40) });

it.each([1, 100, 10_000])(
  'a visitor gets through within ten seconds of a slow phone while %d networks flood the form',
  async (networks) => {
    let nowMs = Date.now();
    const site = await openTestSite({ env, now: () => nowMs });
    let number = 0;
    const challengeFor = async (remoteAddress: string) =>
      (await site.app.inject({ url: '/api/captcha/challenge', remoteAddress })).json();
    /** Solves and posts; goes on with more work as the page does. @returns the rounds it took */
    const send = async (remoteAddress: string, first: Awaited<ReturnType<typeof challengeFor>>) => {
      const headers = { 'content-type': 'application/json' };
      number += 1;
      const email = `visitor${number}@example.org`;
      let rounds = 0;
      for (let challenge = first; ; ) {
        const token = await solve(challenge);
        const { counter } = JSON.parse(Buffer.from(token, 'base64').toString()).solution;
        const share = (counter + 1) / LITTLE_WORK.derivations;
        rounds += share * VISITOR_WORK.derivations * VISITOR_WORK.cost;
        const payload = { email, name: 'Zoë', message: 'Dag', token, recaptcha: token };
        const url = '/api/mail/maanzaad';
        const call = { method: 'POST', url, remoteAddress, headers, payload } as const;
        const answer = await site.app.inject(call);
        if (answer.statusCode !== 422) return { status: answer.statusCode, rounds };
        ({ challenge } = answer.json());
      }
    };

    /** Visitors on networks of their own who began two minutes of typing in the middle of the flood. */
    const typing: { fromMs: number; address: string; challenge: never }[] = [];
    const taken = { status: new Set<number>(), rounds: [] as number[] };
    const startedAtMs = nowMs;
    for (let n = 0; n < posts; n += 1) {
      const network = n % networks;
      const address = `10.${network >> 8}.${network & 255}.1`;
      const { status, rounds } = await send(address, await challengeFor(address));
      expect(status).toBe(202);
      nowMs += Math.ceil((rounds / (ATTACKING_CORES * CORE_ROUNDS_S)) * 1000);
      if (n % VISITOR_EVERY === 0) {
        const own = `203.${(n / VISITOR_EVERY) >> 8}.${(n / VISITOR_EVERY) & 255}.9`;
        typing.push({ fromMs: nowMs, address: own, challenge: (await challengeFor(own)) as never });
      }
      const isLast = n === posts - 1;
      while (typing[0] && (isLast || nowMs - typing[0].fromMs > TYPING_MS)) {
        const visitor = typing.shift();
        if (!visitor) break;
        const sent = await send(visitor.address, visitor.challenge);
        taken.status.add(sent.status);
        taken.rounds.push(sent.rounds);
      }
    }
    const counters = site.counters.read();
    await site.close();
    const most = Math.max(...taken.rounds);
    expect([...taken.status]).toEqual([202]);
    expect(counters['too-many']).toBeUndefined();
    expect(taken.rounds.length).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(MOST_ROUNDS);
    const seconds = ((most / CORE_ROUNDS_S) * 4).toFixed(1);
    const minutes = ((nowMs - startedAtMs) / 60_000).toFixed(0);
    worst.push(`${networks} networks, ${minutes} min: ${seconds} s at most`);
  },
);
