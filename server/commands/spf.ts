import { BlockList, isIP } from 'node:net';

/** What DNS says; an empty list: there is nothing of that name. Each throws when DNS does not answer. */
export interface SpfDns {
  /** TXT records of a name that begin with a word, in whatever case. */
  texts(name: string, word: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses of a name. */
  addresses(name: string): Promise<string[]>;
  /** Names of a domain's mail servers. */
  mailServers(domain: string): Promise<string[]>;
}

/** May an address send for a domain? */
export interface SpfVerdict {
  /** `permerror`: the record is wrong, and none of it counts; `unknown`: see {@link evaluateSpf}. */
  kind: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'unknown';
  /** The term that decided, or what is wrong; empty: no term did. */
  by: string;
}

/** RFC 7208, 4.6.4: terms that ask DNS, those of them that find nothing, mail servers of one `mx`. */
const MOST = { lookups: 10, voids: 2, mailServers: 10 };

const RESULTS = { '': 'pass', '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

const MODIFIER = /^[a-z][\w.-]*=/i;

const NAME_AND_BITS = '(?::(?<value>[^/]+))?(?:/(?<four>\\d+))?(?://(?<six>\\d+))?$';
const SYNTAX = {
  all: /^all$/i,
  ip4: /^ip4:(?<value>[^/]+)(?:\/(?<four>\d+))?$/i,
  ip6: /^ip6:(?<value>[^/]+)(?:\/(?<six>\d+))?$/i,
  include: /^include:(?<value>[^/]+)$/i,
  exists: /^exists:(?<value>[^/]+)$/i,
  a: new RegExp(`^a${NAME_AND_BITS}`, 'i'),
  mx: new RegExp(`^mx${NAME_AND_BITS}`, 'i'),
};

/** Ends the evaluation, in whichever record it is. */
class Undecided extends Error {
  kind: 'permerror' | 'unknown';
  constructor(kind: 'permerror' | 'unknown', message: string) {
    super(message);
    this.kind = kind;
  }
}
const wrong = (why: string) => new Undecided('permerror', why);

/**
 * Evaluates a domain's SPF record for an address as a receiver does (RFC 7208).
 *
 * Macros (`%{i}`) and `ptr`, which nobody should publish, are not worked out: `unknown` when the
 * record comes to one before it is decided.
 *
 * @param address IPv4 or IPv6
 * @throws what `dns` throws
 */
export async function evaluateSpf(
  dns: SpfDns,
  domain: string,
  address: string,
): Promise<SpfVerdict> {
  let lookups = 0;
  let voids = 0;
  const isSix = isIP(address) === 6;

  async function evaluate(name: string): Promise<SpfVerdict> {
    const records = (await dns.texts(name, 'v=spf1')).filter((text) => /^.{6}(?: |$)/.test(text));
    if (records.length > 1) throw wrong(`${name} has ${records.length} records`);
    const [record] = records;
    if (record === undefined) return { kind: 'none', by: '' };
    const terms = record.slice('v=spf1'.length).split(' ').filter(Boolean);
    const redirects = terms.filter((term) => /^redirect=/i.test(term));
    if (redirects.length > 1) throw wrong(`${name} has ${redirects.length} times redirect=`);
    // All are read first: one mistake, and none of them counts.
    const mechanisms = terms.filter((term) => !MODIFIER.test(term)).map(read);
    for (const mechanism of mechanisms) {
      if (await matches(mechanism, name)) return { kind: mechanism.result, by: mechanism.term };
    }
    const [redirect] = redirects;
    return redirect === undefined
      ? { kind: 'neutral', by: '' }
      : follow(redirect.slice('redirect='.length), redirect);
  }

  /** @returns the verdict of another record, which has to be there */
  async function follow(name: string, term: string): Promise<SpfVerdict> {
    countLookup(term);
    if (name.includes('%')) throw new Undecided('unknown', term);
    const verdict = await evaluate(name);
    if (verdict.kind === 'none') throw wrong(`${term} leads to no record`);
    return verdict;
  }

  async function matches(mechanism: Mechanism, domain: string): Promise<boolean> {
    const { type, term, value } = mechanism;
    switch (type) {
      case 'all':
        return true;
      case 'ip4':
      case 'ip6':
        return isIn(value, mechanism);
      case 'include':
        return (await follow(value, term)).kind === 'pass';
      case 'unknown':
        throw new Undecided('unknown', term);
    }
    countLookup(term);
    const name = value || domain;
    if (type === 'exists') return notVoid(name, ofKind(4, await dns.addresses(name))).length > 0;
    if (type === 'a') {
      const found = notVoid(name, ofKind(isSix ? 6 : 4, await dns.addresses(name)));
      return found.some((one) => isIn(one, mechanism));
    }
    const servers = notVoid(name, await dns.mailServers(name));
    if (servers.length > MOST.mailServers)
      throw wrong(`${name} has ${servers.length} mail servers`);
    const all = await Promise.all(servers.map((server) => dns.addresses(server)));
    return all.flat().some((found) => isIn(found, mechanism));
  }

  function isIn(network: string, { bits4, bits6 }: Mechanism): boolean {
    if ((isIP(network) === 6) !== isSix) return false;
    const family = isSix ? 'ipv6' : 'ipv4';
    const list = new BlockList();
    list.addSubnet(network, isSix ? bits6 : bits4, family);
    return list.check(address, family);
  }

  function countLookup(term: string): void {
    lookups += 1;
    if (lookups > MOST.lookups) {
      throw wrong(`it asks DNS more than ${MOST.lookups} times, and ${term} is too many`);
    }
  }

  function notVoid(name: string, found: string[]): string[] {
    if (found.length === 0) voids += 1;
    if (voids > MOST.voids) throw wrong(`more than ${MOST.voids} of its names are empty: ${name}`);
    return found;
  }

  try {
    return await evaluate(domain);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { kind: error.kind, by: error.message };
  }
}

const ofKind = (kind: 4 | 6, addresses: string[]) => addresses.filter((one) => isIP(one) === kind);

interface Mechanism {
  /** 'unknown': it is not worked out here. */
  type: keyof typeof SYNTAX | 'unknown';
  /** As it stands in the record. */
  term: string;
  /** What it says when it matches. */
  result: (typeof RESULTS)[keyof typeof RESULTS];
  /** A name or an address; empty: the record's own domain. */
  value: string;
  /** How much of an address counts. */
  bits4: number;
  bits6: number;
}

/** RFC 7208, 5: its name, a name or an address, '/' with IPv4's bits and '//' with IPv6's. */
function read(term: string): Mechanism {
  const sign = /^[+?~-]?/.exec(term)?.[0] as keyof typeof RESULTS;
  const mechanism = term.slice(sign.length);
  const base = { term, result: RESULTS[sign], value: '', bits4: 32, bits6: 128 };
  if (/^ptr(?::|$)|%/i.test(mechanism)) return { ...base, type: 'unknown' };
  for (const [type, syntax] of Object.entries(SYNTAX)) {
    const { value = '', four = '32', six = '128' } = syntax.exec(mechanism)?.groups ?? {};
    const isRead = syntax.test(mechanism) && Number(four) <= 32 && Number(six) <= 128;
    const isAddress = { ip4: 4, ip6: 6 }[type] ?? 0;
    if (isRead && (isAddress === 0 || isIP(value) === isAddress)) {
      return {
        ...base,
        type: type as keyof typeof SYNTAX,
        value,
        bits4: Number(four),
        bits6: Number(six),
      };
    }
  }
  throw wrong(`${term} is none of its words`);
}
