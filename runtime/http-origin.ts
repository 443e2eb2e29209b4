import { isIPv6 } from 'node:net';

/** 'http://localhost:3000', 'http://[::1]:3000': IPv6 is in brackets (RFC 3986, section 3.2.2). */
export const httpOrigin = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
