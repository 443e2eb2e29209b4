import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { LRUCache } from 'lru-cache';
import { isLoopback } from '../settings.ts';

const HOUR_MS = 3_600_000;
/** So that memory stays bounded. */
const MOST_NETWORKS = 20_000;

/**
 * The part of an address that a client cannot easily change: an IPv4 address, or the /64 of an IPv6
 * address (RFC 6177).
 *
 * @returns undefined for loopback, which may be a proxy that is missing in TRUST_PROXY: all
 *   visitors would share its limit
 */
export function networkOf(address: string): string | undefined {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isLoopback(plain)) return undefined;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  // URL normalises an IPv6 address (RFC 5952), without dotted quads.
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** Counts the enquiries of each network in the last hour, in this process's memory. */
export type NetworkCounts = ReturnType<typeof createNetworkCounts>;

export function createNetworkCounts() {
  const counts = new LRUCache<string, number>({
    max: MOST_NETWORKS,
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
 * A key for all spellings of a mailbox: ignores case, a `+tag`, and dots and dashes before the @,
 * and normalises the domain. Two people whose addresses differ only in a dot share the limit of
 * confirmations.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const plainLocal = local.replace(/\+.*$/, '').replace(/[._-]/g, '');
  return `${plainLocal}@${domainToASCII(domain) || domain}`;
}
