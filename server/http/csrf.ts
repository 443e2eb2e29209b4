import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { XSRF_COOKIE, XSRF_HEADER } from '../../enquiry/api-contract.ts';
import { isOverTls } from './over-tls.ts';

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;

/**
 * Whether a call is free of CSRF, judged by `Sec-Fetch-Site` (Fetch Metadata) or, for old browsers,
 * by `Origin`. A client that sends neither header is not a browser, so CSRF is impossible. In every
 * case a CSRF header must match the cookie, and a call with the cookie but without Fetch Metadata
 * and Origin needs that header.
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
    if (!isSameHost(origin, host)) return false;
  }
  const header = headers[XSRF_HEADER.toLowerCase()];
  const cookie = request.cookies[XSRF_COOKIE];
  if (header !== undefined) return cookie !== undefined && isEqual(String(header), cookie);
  return cookie === undefined || fetchSite !== undefined || origin !== undefined;
}

/** Sets a CSRF cookie, unless the browser has one. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (TOKEN_PATTERN.test(request.cookies[XSRF_COOKIE] ?? '')) return;
  const token = randomBytes(16).toString('base64url');
  // The page must read the cookie, so it is not HttpOnly (specification, section 7).
  const secure = isOverTls(request);
  reply.setCookie(XSRF_COOKIE, token, { sameSite: 'strict', secure });
}

/** A proxy may write the host in capitals, or with the default port. */
function isSameHost(origin: string, host: string): boolean {
  const ours = URL.parse(origin);
  return host !== '' && ours !== null && URL.parse(`${ours.protocol}//${host}`)?.host === ours.host;
}

function isEqual(first: string, other: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
