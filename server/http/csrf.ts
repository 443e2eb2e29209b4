import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { XSRF_COOKIE, XSRF_HEADER } from '../../enquiry/replies.ts';
import { decodeOrKeep } from './site.ts';

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;

/**
 * CSRF check by `Sec-Fetch-Site` (Fetch Metadata), or by `Origin` for old browsers. A client that
 * sends neither is no browser, so CSRF is impossible; but if it sends the cookie, the header must
 * match. A header must always match the cookie.
 *
 * @param origins allowed origins besides this host
 */
export function mayCall(request: FastifyRequest, origins: ReadonlySet<string>): boolean {
  const { headers, host } = request;
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const isOurOrigin = origin !== undefined && origins.has(origin);
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin' && !isOurOrigin) return false;
  } else if (origin !== undefined && !isOurOrigin) {
    if (host === '' || URL.parse(origin)?.host !== host) return false;
  }
  const header = headers[XSRF_HEADER.toLowerCase()];
  const cookies = readCsrfCookies(headers.cookie);
  if (header !== undefined) {
    return cookies.some((cookie) => isEqual(String(header), cookie));
  }
  return cookies.length === 0 || fetchSite !== undefined || origin !== undefined;
}

/** `Set-Cookie` of a new CSRF cookie; undefined if the browser has one. */
export function newCsrfCookie(request: FastifyRequest): string | undefined {
  const cookies = readCsrfCookies(request.headers.cookie);
  if (cookies.some((cookie) => TOKEN_PATTERN.test(cookie))) return undefined;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  // Not HttpOnly: the page must read it (specification, section 7).
  const token = randomBytes(16).toString('base64url');
  return `${XSRF_COOKIE}=${token}; Path=/; SameSite=Strict${secure}`;
}

/**
 * All cookies of that name, raw and decoded: an application on a parent domain may have set one too
 * (Laravel uses the name).
 */
function readCsrfCookies(header = ''): string[] {
  const start = `${XSRF_COOKIE}=`;
  const values: string[] = [];
  for (const pair of header.split(';')) {
    const cookie = pair.trim();
    if (!cookie.startsWith(start)) continue;
    const value = cookie.slice(start.length);
    values.push(value, decodeOrKeep(value));
  }
  return values;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
