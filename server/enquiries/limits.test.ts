import type { Challenge } from 'altcha-lib/types';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectProblem } from '../../tests/api-calls.ts';
import { openTestSite, solve, type TestSite } from '../../tests/test-site.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

let site: TestSite;
afterEach(() => site.close());

let calls = 0;

interface Call {
  email?: string;
  address?: string;
  headers?: Record<string, string>;
  fields?: object;
  /** Taken before; else the one of the moment. */
  firstChallenge?: Challenge;
}

async function send({
  email,
  address = '192.0.2.1',
  headers = {},
  fields = {},
  firstChallenge,
}: Call = {}) {
  calls += 1;
  const enquiry = { email: email ?? `visitor${calls}@example.org`, name: 'Zoë', message: 'Dag' };
  const token = await solve(firstChallenge ?? (await challengeFor(address, headers)));
  return post({ ...enquiry, token, recaptcha: token, ...fields }, { address, headers });
}

const post = (
  payload: object,
  { address, headers }: { address: string; headers: Record<string, string> },
) =>
  site.app.inject({
    method: 'POST',
    url: '/api/mail/maanzaad',
    remoteAddress: address,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });

async function challengeFor(
  address: string,
  headers: Record<string, string> = {},
): Promise<Challenge> {
  const url = '/api/captcha/challenge';
  return (await site.app.inject({ url, remoteAddress: address, headers })).json();
}

/** How many times the usual work the server asks of who would send from there now. */
const askedOf = async (address: string) => (await challengeFor(address)).parameters.data?.times;

const statusesOf = async (list: Call[]) => {
  const statuses: number[] = [];
  for (const call of list) statuses.push((await send(call)).statusCode);
  return statuses;
};
const mailCount = async () => (await site.store.countMails()).queued;

describe('enquiries', () => {
  it('of an office behind one address and of a flood are all taken; who floods works more', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '5' } });
    const asked = [];
    for (let n = 0; n < 30; n += 1) {
      if (n % 5 === 0) asked.push(await askedOf('192.0.2.1'));
      expect((await send()).statusCode).toBe(202);
    }
    expect(asked).toEqual([1, 2, 4, 8, 16, 16]);
    expect(await askedOf('198.51.100.1')).toBe(1);
    expect(site.counters.read()).toMatchObject({ stored: 30 });
  });

  it.each([
    [
      '2001:db8:1:2::1',
      '2001:db8:1:2:9::',
      '2001:db8:1:3::1',
      '2001:db8:1:ff00::',
      '2001:db8:2::1',
    ],
    ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.200', '192.0.3.1'],
  ])('count in every network that %s lies in', async (first, same, near, far, other) => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2' } });
    const sendFrom = async (address: string, count: number) => {
      for (let n = 0; n < count; n += 1) expect((await send({ address })).statusCode).toBe(202);
    };
    const asked = async () => [await askedOf(same), await askedOf(near), await askedOf(far)];
    await sendFrom(first, 2);
    expect(await asked()).toEqual([2, 1, 1]);
    await sendFrom(near, 2);
    expect(await asked()).toEqual([2, 2, 1]);
    await sendFrom(far, 4);
    expect(await asked()).toEqual([2, 2, 4]);
    expect(await askedOf(other)).toBe(1);
  });

  it('of everybody together ask at most three times the work of one who sent nothing yet', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES: '2' } });
    const asked = [];
    for (let n = 1; n < 9; n += 1) {
      asked.push(await askedOf('203.0.113.9'));
      expect((await send({ address: `198.51.${n}.1` })).statusCode).toBe(202);
    }
    expect(asked).toEqual([1, 1, 2, 2, 3, 3, 3, 3]);
  });

  it('solved before more was asked get a challenge for the rest, and are taken with both', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '1' } });
    const hoarded = await challengeFor('192.0.2.1');
    await send();
    const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000002' };
    const fields = { email: 'zoe@example.org', name: 'Zoë', message: 'Dag' };
    const easy = await send({ firstChallenge: hoarded, headers, fields });
    expectProblem(easy, 'captcha-too-easy', { field: 'token' });
    expect(easy.headers['retry-after']).toBeUndefined();
    const { challenge } = easy.json();
    expect(challenge.parameters.data.times).toBe(2);

    const token = await solve(challenge);
    const again = () =>
      post({ ...fields, token, recaptcha: token }, { address: '192.0.2.1', headers });
    expect((await again()).statusCode).toBe(202);
    expect((await again()).statusCode).toBe(202);
    expect(site.counters.read()).toMatchObject({ stored: 2, repeated: 1 });
    // Both are spent: the hoarded one is worth nothing to anybody else.
    const spent = await send({ firstChallenge: hoarded, address: '198.51.100.1' });
    expectProblem(spent, 'captcha-refused');
  });

  it('get a challenge, and status says ok, when the database cannot tell how much is asked', async () => {
    site = await openTestSite({
      wrapStore: (store) =>
        Object.assign(Object.create(store), {
          askedTimes: () => Promise.reject(new Error('away')),
          acceptEnquiry: store.acceptEnquiry,
        }),
    });
    expect(await askedOf('192.0.2.1')).toBe(1);
    expect((await send()).statusCode).toBe(202);
  });

  it('that are refused or repeated do not count', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2' } });
    const wrong = { fields: { email: 'x' } };
    expect(await statusesOf([wrong, wrong, wrong])).toEqual([422, 422, 422]);
    const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' };
    const token = await site.solveCaptcha();
    const fields = { email: 'same@example.org', token, recaptcha: token };
    expect(await statusesOf(Array(4).fill({ headers, fields }))).toEqual(Array(4).fill(202));
    const spent = { fields: { ...fields, name: 'Ander' } };
    expect(await statusesOf([spent, spent])).toEqual([422, 422]);
    expect(await askedOf('192.0.2.1')).toBe(1);
    expect(await statusesOf([{}])).toEqual([202]);
    expect(await askedOf('192.0.2.1')).toBe(2);
  });

  it('cannot be told which address counts by a forged header', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2' } });
    const forged = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((address) => ({
      headers: {
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address}`,
        'x-forwarded-host': `${address}.example`,
      },
    }));
    expect(await statusesOf(forged)).toEqual([202, 202, 202]);
    expect(await askedOf('192.0.2.1')).toBe(2);
    expect(await askedOf('1.1.1.1')).toBe(1);
  });

  it('behind our proxy are counted by the address the proxy saw', async () => {
    site = await openTestSite({
      env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2', TRUST_PROXY: '10.0.0.0/8' },
    });
    const from = (forwarded: string, address = '10.0.0.5') => ({
      address,
      headers: { 'x-forwarded-for': forwarded },
    });
    await statusesOf([
      // The visitor's own header stands to the left of what the proxy adds.
      from('1.1.1.1, 192.0.2.7'),
      from('2.2.2.2, 192.0.2.7'),
      from('198.51.100.8'),
      from('192.0.2.9', '203.0.113.1'),
      from('192.0.2.10', '203.0.113.1'),
    ]);
    const addresses = ['192.0.2.7', '198.51.100.8', '203.0.113.1', '1.1.1.1', '10.0.0.5'];
    expect(await Promise.all(addresses.map((address) => askedOf(address)))).toEqual([
      2, 1, 2, 1, 1,
    ]);
  });
});

describe('calls', () => {
  it('are limited per address before anything is read, challenges included', async () => {
    site = await openTestSite({ env: { LIMIT_CALLS: '4' } });
    const challenge = () =>
      site.app.inject({ url: '/api/captcha/challenge', remoteAddress: '192.0.2.1' });
    const wrong = () =>
      site.app.inject({
        method: 'POST',
        url: '/api/mail/maanzaad',
        remoteAddress: '192.0.2.1',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      });
    const statuses = [];
    for (const call of [challenge, wrong, challenge, wrong, wrong, challenge]) {
      statuses.push((await call()).statusCode);
    }
    expect(statuses).toEqual([200, 400, 200, 400, 429, 429]);
    const status = await site.app.inject({ url: '/api/status', remoteAddress: '192.0.2.1' });
    expect(status.statusCode).toBe(200);
  });
});

describe('confirmations', () => {
  it('go to one mailbox once an hour, under whatever alias; the enquiry is kept', async () => {
    site = await openTestSite();
    await send({ email: 'zoe@gmail.com' });
    expect(await mailCount()).toBe(2);
    await send({ email: 'z.o.e+feest@gmail.com' });
    await send({ email: 'ZOE@googlemail.com', address: '192.0.2.9' });
    expect(await mailCount()).toBe(4);
    expect(site.counters.read()).toMatchObject({ stored: 3, confirmationLeftOut: 2 });
  });

  it('stop in all at the hourly cap; the enquiries are kept', async () => {
    site = await openTestSite({ env: { LIMIT_CONFIRMATIONS: '2' } });
    expect(await statusesOf([{}, {}, {}, {}])).toEqual([202, 202, 202, 202]);
    expect(await mailCount()).toBe(4 + 2);
  });

  it('are not spent on an enquiry that was not stored', async () => {
    let isBroken = true;
    site = await openTestSite({
      wrapStore: (store) =>
        new Proxy(store, {
          get(target, name) {
            if (name === 'acceptEnquiry' && isBroken)
              return () => Promise.reject(new Error('full'));
            const found = Reflect.get(target, name);
            return typeof found === 'function' ? found.bind(target) : found;
          },
        }),
    });
    const call = { email: 'zoe@example.org' };
    expect(await statusesOf([call, call])).toEqual([503, 503]);
    isBroken = false;
    expect((await send(call)).statusCode).toBe(202);
    expect(await mailCount()).toBe(2);
  });

  it('are not sent for an enquiry with the invisible field filled in, which is kept', async () => {
    site = await openTestSite();
    const answer = await send({ fields: { website: 'https://spam.example' } });
    expect(answer.statusCode).toBe(202);
    expect(await mailCount()).toBe(1);
    expect(site.counters.read()).toMatchObject({ stored: 1, possibleSpam: 1 });
  });
});
