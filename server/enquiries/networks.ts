import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { LRUCache } from 'lru-cache';
import { isLoopback } from '../loopback.ts';

const HOUR_MS = 3_600_000;
const MAX_NETWORKS = 20_000;

/**
 * The part of an address that a client cannot easily change: an IPv4 address, or the /64 of an IPv6
 * address (RFC 6177).
 *
 * @returns undefined for loopback, which may be a proxy that TRUST_PROXY does not name: all its
 *   visitors would share one limit
 */
export function networkOf(address: string): string | undefined {
  const plain = withoutPort(address)
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  if (isLoopback(plain)) return undefined;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  // URL normalises an IPv6 address (RFC 5952) and removes dotted quads.
  const { hostname } = new URL(`http://[${plain}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/**
 * Removes the port that Azure's gateway adds in X-Forwarded-For: '192.0.2.1:443',
 * '[2001:db8::1]:443'.
 */
function withoutPort(address: string): string {
  const [, ip] = /^\[(.+)\](?::\d+)?$/.exec(address) ?? [];
  return ip ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

/**
 * Counts the enquiries of each network, in this process's memory. The count starts again at zero an
 * hour after the network's first enquiry.
 */
export type NetworkCounts = ReturnType<typeof createNetworkCounts>;

export function createNetworkCounts() {
  const counts = new LRUCache<string, number>({
    max: MAX_NETWORKS,
    ttl: HOUR_MS,
    noUpdateTTL: true,
  });
  const countOf = (address: string) => counts.get(networkOf(address) ?? '') ?? 0;
  return {
    countOf,
    add(address: string): void {
      const network = networkOf(address);
      if (network !== undefined) counts.set(network, countOf(address) + 1);
    },
  };
}

/**
 * One key for all spellings of a mailbox: ignores case, `+tag`, and dots and dashes before the @.
 * Two people whose addresses differ only in a dot share one limit of confirmations.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const plainLocal = local.replace(/\+.*$/, '').replace(/[._-]/g, '');
  return `${plainLocal}@${domainToASCII(domain) || domain}`;
}
