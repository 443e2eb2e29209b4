import fc from 'fast-check';
import { spf } from 'mailauth/lib/spf/index.js';
import { expect, it } from 'vitest';
import { evaluateSpf, type SpfDns } from './spf.ts';

interface Zone {
  txt: Record<string, string[]>;
  ip: Record<string, string[]>;
  mx: Record<string, string[]>;
}

const dnsOf = (zone: Zone): SpfDns => ({
  texts: async (name) => zone.txt[name] ?? [],
  addresses: async (name) => zone.ip[name] ?? [],
  mailServers: async (name) => zone.mx[name] ?? [],
});

/** What another implementation says of it. */
async function askMailauth(zone: Zone, domain: string, ip: string): Promise<string> {
  const resolver = async (name: string, type: string) => {
    const addresses = (zone.ip[name] ?? []).filter(
      (one) => one.includes(':') === (type === 'AAAA'),
    );
    const found =
      type === 'TXT'
        ? (zone.txt[name] ?? []).map((text) => [text])
        : type === 'MX'
          ? (zone.mx[name] ?? []).map((exchange) => ({ exchange, priority: 1 }))
          : addresses;
    if (found.length === 0) throw Object.assign(new Error(type), { code: 'ENODATA' });
    return found;
  };
  const { status } = await spf({
    sender: `website@${domain}`,
    helo: domain,
    ip,
    mta: 'mx.example',
    resolver: resolver as never,
    strict: true,
  });
  return status.result;
}

const DOMAINS = ['a.example', 'b.example', 'c.example', 'd.example'];
const HOSTS = [...DOMAINS, 'none.example'];
const IPS = ['192.0.2.7', '192.0.2.200', '198.51.100.1', '2001:db8::7', '2001:db8:1::1'];

const name = fc.constantFrom(...HOSTS);
const bits = fc.constantFrom('', '', '/24', '//64', '/25//32', '/0');
const term = fc
  .tuple(
    fc.constantFrom('', '', '-', '~', '?'),
    fc.oneof(
      { arbitrary: name.map((to) => `include:${to}`), weight: 4 },
      {
        arbitrary: fc.constantFrom('all', 'ALL', 'exists:a.example'),
        weight: 1,
      },
      fc
        .tuple(fc.constantFrom('a', 'mx', 'A', 'a:none.example', 'mx:b.example'), bits)
        .map(([one, length]) => one + length),
      fc
        .tuple(
          fc.constantFrom('ip4:192.0.2.0', 'ip4:203.0.113.9'),
          fc.constantFrom('', '/24', '/31'),
        )
        .map(([one, length]) => one + length),
      fc
        .tuple(
          fc.constantFrom('ip6:2001:db8::', 'ip6:2001:db8:1::1'),
          fc.constantFrom('', '/32', '/127'),
        )
        .map(([one, length]) => one + length),
    ),
  )
  .map(([sign, mechanism]) => sign + mechanism);
const wrong = fc.constantFrom(
  'none:x',
  'ip4:x',
  'ip4:2001:db8::',
  'a/33',
  'mx//129',
  'include',
  'all:x',
);
const modifier = fc.oneof(
  name.map((to) => `redirect=${to}`),
  fc.constant('exp=why.example'),
  fc.constant('x=y'),
);
const record = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: term, weight: 40 }, { arbitrary: wrong, weight: 1 }), {
      maxLength: 6,
    }),
    fc.array(modifier, { maxLength: 1 }),
  )
  .map(([terms, modifiers]) => ['v=spf1', ...terms, ...modifiers].join(' '));
const records = fc.oneof(
  { arbitrary: record.map((one) => [one]), weight: 12 },
  {
    arbitrary: fc.constantFrom<string[]>([], ['v=spf1 all', 'v=spf1 -all'], ['v=spf10 all']),
    weight: 1,
  },
);
const tableOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(DOMAINS.map((domain) => [domain, value])));
const zones: fc.Arbitrary<Zone> = fc.record({
  txt: tableOf(records),
  ip: tableOf(fc.subarray(IPS)),
  mx: tableOf(fc.subarray(HOSTS)),
});

it('says of any record what another implementation says', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(zones, fc.constantFrom(...IPS), async (zone, ip) => {
      const { kind } = await evaluateSpf(dnsOf(zone), 'a.example', ip);
      expect(kind).toBe(await askMailauth(zone, 'a.example', ip));
      kinds.add(kind);
    }),
    { numRuns: 500 },
  );
  expect([...kinds].sort()).toEqual(['fail', 'neutral', 'none', 'pass', 'permerror', 'softfail']);
});

it('works no macro out, and says which term it is', async () => {
  const dns = dnsOf({
    txt: { 'a.example': ['v=spf1 ip4:192.0.2.7 exists:%{i}.b.example -all'] },
    ip: {},
    mx: {},
  });
  expect(await evaluateSpf(dns, 'a.example', '192.0.2.7')).toMatchObject({ kind: 'pass' });
  expect(await evaluateSpf(dns, 'a.example', '192.0.2.8')).toEqual({
    kind: 'unknown',
    by: 'exists:%{i}.b.example',
  });
});

it('counts what RFC 7208 counts', async () => {
  const most = async (zoneOf: (count: number) => Zone) => {
    const kinds = [];
    for (let count = 1; count <= 12; count += 1) {
      const { kind } = await evaluateSpf(dnsOf(zoneOf(count)), 'a.example', '192.0.2.7');
      expect(kind, String(count)).toBe(await askMailauth(zoneOf(count), 'a.example', '192.0.2.7'));
      kinds.push(kind);
    }
    return kinds.lastIndexOf('pass') + 1;
  };
  const ip = { 'b.example': ['192.0.2.8'] };
  const repeated = (term: string, count: number) => ({
    'a.example': [`v=spf1 ${`${term} `.repeat(count)}ip4:192.0.2.7 -all`],
  });
  const servers = (count: number) => Array.from({ length: count }, () => 'b.example');
  expect(await most((count) => ({ txt: repeated('a:b.example', count), ip, mx: {} }))).toBe(10);
  expect(await most((count) => ({ txt: repeated('a:c.example', count), ip, mx: {} }))).toBe(2);
  const txt = repeated('mx', 1);
  expect(await most((count) => ({ txt, ip, mx: { 'a.example': servers(count) } }))).toBe(10);
});
