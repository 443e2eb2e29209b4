import type { FastifyInstance, FastifyReply } from 'fastify';
import { PUBLIC_CALLS } from '../../api.ts';
import { RefusalError } from '../refusal.ts';
import type { Access, StoredSession } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: StoredSession | undefined;
  }
}

/** Nothing comes from elsewhere, nothing inline runs; the app frames its own canvas. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Signing in takes two calls. */
const TRIES = { max: 20, timeWindow: 5 * 60_000 };

const calls: readonly string[] = PUBLIC_CALLS;

/**
 * Lets in who has a session. Another site may send a form here (Origin) or point a domain of its own
 * at this address (Host), on localhost too.
 *
 * @param publicFiles paths that answer without a session: the sign-in page's own files
 */
export function addGuard(
  http: FastifyInstance,
  access: Access,
  origin: string,
  publicFiles: ReadonlySet<string>,
): void {
  const { host: ownHost, protocol } = new URL(origin);
  const limitTries = http.createRateLimit(TRIES);
  http.decorateRequest('session', undefined);
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (protocol === 'https:') {
      reply.header('strict-transport-security', 'max-age=31536000');
    }
    const { host, origin: from } = request.headers;
    if (host !== ownHost) throw new RefusalError(403, 'Dit is het adres van de werktafel niet.');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead ? from !== undefined && from !== origin : from !== origin) {
      throw new RefusalError(403, 'Dit komt van een andere site.');
    }
    request.session = access.findSession(request.cookies[cookieName(origin)]);
    if (request.session) return;
    // Compared as it was sent, so that no spelling of another path gets by.
    const [path = ''] = request.url.split('?');
    if (publicFiles.has(path)) return;
    if (calls.includes(`${request.method} ${path}`)) {
      const tries = isRead ? undefined : await limitTries(request);
      if (!tries || tries.isAllowed || !tries.isExceeded) return;
      reply.header('retry-after', tries.ttlInSeconds);
      throw new RefusalError(429, 'Dat waren te veel pogingen. Wacht enkele minuten.');
    }
    const isPage = isRead && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (!isPage) throw new RefusalError(401, 'Meld je eerst aan.');
    return reply.sendFile('sign-in/index.html');
  });
}

/** On plain http a browser refuses the prefix. Cookies know no ports: two desks have two names. */
const cookieName = (origin: string) =>
  origin.startsWith('https:') ? '__Host-desk' : `desk-${new URL(origin).port}`;

export function sendSession(reply: FastifyReply, origin: string, cookie: string): void {
  reply.setCookie(cookieName(origin), cookie, {
    path: '/',
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'strict',
    maxAge: 30 * 24 * 3_600,
  });
}

export function clearSession(reply: FastifyReply, origin: string): void {
  reply.clearCookie(cookieName(origin), { path: '/', secure: origin.startsWith('https:') });
}
