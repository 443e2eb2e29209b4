import { isIPv6 } from 'node:net';

/** 'http://localhost:3000', 'http://[::1]:3000': brackets contain IPv6 (RFC 3986, section 3.2.2). */
export const httpOrigin = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
