import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestSite, type TestSite } from '../../tests/test-site.ts';

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
}

async function send({ email, address = '192.0.2.1', headers = {}, fields = {} }: Call = {}) {
  calls += 1;
  const token = await site.solveCaptcha();
  return site.app.inject({
    method: 'POST',
    url: '/api/mail/maanzaad',
    remoteAddress: address,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({
      email: email ?? `visitor${calls}@example.org`,
      name: 'Zoë',
      message: 'Dag',
      token,
      recaptcha: token,
      ...fields,
    }),
  });
}

const statusesOf = async (list: Call[]) => {
  const statuses: number[] = [];
  for (const call of list) statuses.push((await send(call)).statusCode);
  return statuses;
};
const mailCount = async () => (await site.store.countMails()).queued;

describe('enquiries', () => {
  it('of an honest office behind one address are all taken, of a flood not', async () => {
    site = await openTestSite();
    expect(await statusesOf(Array(20).fill({}))).toEqual(Array(20).fill(202));
    const answer = await send();
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ type: '/problems/too-many' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect((await send({ address: '192.0.2.2' })).statusCode).toBe(202);
    expect(site.counters.read()).toMatchObject({ stored: 21, 'too-many': 1 });
  });

  it('are counted by the /64 of an IPv6 address, which one visitor has whole', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2' } });
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:9::', '2001:db8:1:2::3', '2001:db8:1:3::1'];
    expect(await statusesOf(addresses.map((address) => ({ address })))).toEqual([
      202, 202, 429, 202,
    ]);
  });

  it('are counted in all, from whatever address', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES: '3' } });
    const addresses = [1, 2, 3, 4].map((n) => ({ address: `192.0.2.${n}` }));
    expect(await statusesOf(addresses)).toEqual([202, 202, 202, 429]);
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
    expect(await statusesOf([{}, {}])).toEqual([202, 429]);
  });

  it('cannot be told which address counts by a forged header', async () => {
    site = await openTestSite({ env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2' } });
    const forged = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((address) => ({
      headers: {
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address}`,
        'x-forwarded-host': `${address}.example`,
        host: `${address}.example`,
      },
    }));
    expect(await statusesOf(forged)).toEqual([202, 202, 429]);
  });

  it('behind our proxy are counted by the address the proxy saw', async () => {
    site = await openTestSite({
      env: { LIMIT_ENQUIRIES_PER_ADDRESS: '2', TRUST_PROXY: '10.0.0.0/8' },
    });
    const from = (forwarded: string, address = '10.0.0.5') => ({
      address,
      headers: { 'x-forwarded-for': forwarded },
    });
    expect(
      await statusesOf([
        // The visitor's own header stands to the left of what the proxy adds.
        from('1.1.1.1, 192.0.2.7'),
        from('2.2.2.2, 192.0.2.7'),
        from('3.3.3.3, 192.0.2.7'),
        from('192.0.2.8'),
        from('192.0.2.9', '203.0.113.1'),
        from('192.0.2.10', '203.0.113.1'),
        from('192.0.2.11', '203.0.113.1'),
      ]),
    ).toEqual([202, 202, 429, 202, 202, 202, 429]);
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
