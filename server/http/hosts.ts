import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../loopback.ts';

/**
 * Whether a request names more than one host: two programs on its way could each believe another
 * (RFC 9112, 3.2). Node itself keeps the first.
 */
export function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/**
 * Tells which hosts are ours. A page elsewhere can have its own name lead to our address (DNS
 * rebinding), and a browser would take our answers for that page's own; only the name in `Host` tells.
 * Where the site's address is not https there is no name yet to hold anybody to.
 *
 * @param addresses of the site and of its API; of those that are absolute the host is ours
 * @param allowedHosts besides, without ports
 */
export function createHostCheck(
  siteUrl: string,
  addresses: string[],
  allowedHosts: string[],
): (host: string) => boolean {
  if (!siteUrl.startsWith('https:')) return () => true;
  const ours = new Set(
    [siteUrl, ...addresses].flatMap((address) => URL.parse(address)?.hostname ?? []),
  );
  for (const host of allowedHosts) ours.add(nameOf(host));
  return (host) => {
    // Without one (HTTP/1.0) it was no browser.
    const name = nameOf(host);
    return name === '' || ours.has(name) || isLoopback(name) || name.endsWith('.localhost');
  };
}

/** In small letters, without port and without the dot that ends a whole name. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
