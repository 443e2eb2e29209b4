import { isIP } from 'node:net';

/** Whether a host, as a URL or a setting names it, is this machine itself, which no wire leads to. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
