import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * The part of an address that one visitor cannot change at will, as a limit's key: an IPv4 address
 * itself, of IPv6 the /64 a provider hands to one customer (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
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
    return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * One mailbox under the many names it answers to, as a limit's key: case, a `+tag`, a domain in other
 * letters that mean the same (`ｇmail.com`), and with Gmail the dots before the @.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase().replace(/\+.*$/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
