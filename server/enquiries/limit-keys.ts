import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** A network that an address lies in. */
export interface Network {
  /** '192.0.2.0/24', '2001:db8:1:0::/56'. */
  name: string;
  /** How many times one visitor's share it has. */
  shares: number;
}

/**
 * The part of an address that one visitor cannot change at will, as a limit's key: an IPv4 address
 * itself, of IPv6 the /64 a provider hands to one customer (RFC 6177).
 */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/**
 * The networks that an address lies in, each within the next: who has one of them can send from all
 * of those within. Providers hand out an IPv6 /64, /56 or /48 to one customer (RFC 6177); an IPv4
 * /24 is the smallest network that is routed, and many share it.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const groups = groupsOf(address);
  if (groups === undefined) return [{ name: 'unknown', shares: 1 }];
  if (groups.length === 4) {
    return [
      { name: groups.join('.'), shares: 1 },
      { name: `${groups.slice(0, 3).join('.')}.0/24`, shares: 4 },
    ];
  }
  const [first, second, third, fourth = '0'] = groups;
  const of56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, shares: 1 },
    { name: `${first}:${second}:${third}:${of56}::/56`, shares: 2 },
    { name: `${first}:${second}:${third}::/48`, shares: 4 },
  ];
}

/** The four decimal groups of an IPv4 address, or the eight hexadecimal ones of an IPv6 address. */
function groupsOf(address: string): string[] | undefined {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped.split('.');
  if (isIPv4(plain)) return plain.split('.');
  if (!isIPv6(plain)) return undefined;
  // URL writes an IPv6 address the one way RFC 5952 asks for, without dotted quads.
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  const [, , , , , mark, high, low] = groups;
  if (groups.slice(0, 5).every((group) => group === '0') && mark === 'ffff') {
    const number = (Number.parseInt(high ?? '0', 16) << 16) | Number.parseInt(low ?? '0', 16);
    return [24, 16, 8, 0].map((shift) => String((number >>> shift) & 255));
  }
  return groups;
}

/**
 * One mailbox under the many names it answers to, as a limit's key: case, a `+tag`, a domain in other
 * letters that mean the same (`ｇmail.com`), and what Gmail and Proton do not read before the @.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase().replace(/\+.*$/, '');
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  if (!provider) return `${local}@${domain}`;
  return `${local.replace(provider.ignored, '')}@${provider.domains[0]}`;
}

/** Providers at which several names of an address are one mailbox: their domains, and what they do not read. */
const PROVIDERS = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    ignored: /[._-]/g,
  },
];
