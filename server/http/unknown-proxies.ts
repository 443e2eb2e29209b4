import { BlockList, isIPv6 } from 'node:net';
import type { Log } from '../../runtime/log.ts';
import { networkOf } from '../enquiries/networks.ts';

/**
 * How many peers are logged at most. Any more are probably clients that send the header themselves.
 */
const MAX_NAMED = 20;

/** Loopback and private networks (RFC 1918, 4193, 4291, 6598), which no visitor comes from. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Logs a warning, once for each peer, when `X-Forwarded-For` comes from a peer that is not in
 * TRUST_PROXY. If that peer is a proxy, all visitors behind it share one rate limit.
 */
export function createProxyWarning(log: Log) {
  const named = new Set<string>();
  return (address: string): void => {
    const peer = describePeer(address);
    if (named.has(peer) || named.size >= MAX_NAMED) return;
    named.add(peer);
    const message = 'this peer sends X-Forwarded-For and is not in TRUST_PROXY';
    log.warn({ peer }, `${message}: if it is a proxy, all visitors behind it share one limit`);
  };
}

/**
 * The name of a peer in the log: a private address in full, and only the network of a public one,
 * which may be a visitor's.
 */
function describePeer(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (PRIVATE.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return plain;
  const network = networkOf(plain) ?? plain;
  if (isIPv6(plain)) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network.replace(/\.\d+$/, '.0/24');
}
