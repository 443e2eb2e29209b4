import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeskApi } from '../../api.ts';
import { RefusalError } from '../refusal.ts';
import type { Access, StoredSession } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: StoredSession | undefined;
  }
}

/** The calls that answer without a session. */
export const PUBLIC_CALLS: (keyof DeskApi)[] = [
  'GET /api/session',
  'POST /api/sign-in/options',
  'POST /api/sign-in',
  'POST /api/sign-in/token',
  'POST /api/passkeys/options',
  'POST /api/passkeys',
];

/** Blocks other origins and inline code; the app frames its own canvas. */
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'font', 'connect', 'frame', 'manifest'].map(
    (kind) => `${kind}-src 'self'`,
  ),
  "img-src 'self' data: blob:",
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

/** The sign-in page's files, the manifest and the icons. Matches no path with `..` in it. */
const PUBLIC_FILES =
  /^\/(?:sign-in\/(?:assets\/)?[\w-]+\.\w+|app\.webmanifest|icon[\w-]*\.(?:png|svg))$/;

/** From one address; signing in takes two calls. */
const RATE_LIMIT = { max: 20, timeWindow: 5 * 60_000 };

/**
 * Refuses requests without a session, and those of other sites: they may send a form here (Origin) or
 * point a domain of their own at this address (Host), on localhost too.
 */
export function addGuard(http: FastifyInstance, access: Access, origin: string): void {
  const { host: ownHost, protocol } = new URL(origin);
  const limitRate = http.createRateLimit(RATE_LIMIT);
  http.decorateRequest('session', undefined);
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (protocol === 'https:') reply.header('strict-transport-security', 'max-age=31536000');
    const { host, origin: from } = request.headers;
    if (host !== ownHost) throw new RefusalError(403, 'Dit is het adres van de werktafel niet.');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead ? from !== undefined && from !== origin : from !== origin) {
      throw new RefusalError(403, 'Dit komt van een andere site.');
    }
    request.session = access.findSession(request.cookies[cookieName(origin)]);
    if (request.session) return;
    // Compared as it was sent, so that no other spelling of a path passes.
    const path = pathOf(request);
    if (PUBLIC_FILES.test(path)) return;
    if ((PUBLIC_CALLS as string[]).includes(`${request.method} ${path}`)) {
      const limit = isRead ? undefined : await limitRate(request);
      if (!limit || limit.isAllowed || !limit.isExceeded) return;
      reply.header('retry-after', limit.ttlInSeconds);
      throw new RefusalError(429, 'Dat waren te veel pogingen. Wacht enkele minuten.');
    }
    if (!isPage(request)) throw new RefusalError(401, 'Meld je eerst aan.');
    return reply.sendFile('sign-in/index.html');
  });
}

/** Whether a request is for a place in the app: any path without an ending. */
export function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !path.startsWith('/api/') && !/\.\w+$/.test(path);
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';

/** On plain http browsers refuse the prefix. Cookies ignore ports: two desks need two names. */
const cookieName = (origin: string) =>
  origin.startsWith('https:') ? '__Host-desk' : `desk-${new URL(origin).port}`;

/** @param cookie undefined ends the session */
export function sendSession(reply: FastifyReply, origin: string, cookie: string | undefined): void {
  reply.setCookie(cookieName(origin), cookie ?? '', {
    path: '/',
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'strict',
    maxAge: cookie === undefined ? 0 : 30 * 24 * 3_600,
  });
}
