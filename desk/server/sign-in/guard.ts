import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from '../../shared/api.ts';
import { type Access, SESSION_MS, type Session } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
  interface FastifyContextConfig {
    /** Responds without a session. */
    isPublic?: boolean;
  }
}

/** The policy blocks other origins and inline code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
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

/** Paths that need no session: the files of the sign-in page. None of them contains `..`. */
const PUBLIC_FILES =
  /^\/(?:sign-in\/(?:assets\/)?[\w-]+\.\w+|app\.webmanifest|icon[\w-]*\.(?:png|svg))$/;

/** The limit for one address. Signing in takes two calls. */
export const SIGN_IN_LIMIT = {
  max: 20,
  timeWindow: 5 * 60_000,
  groupId: 'sign-in',
  errorResponseBuilder: () =>
    new RefusedError(429, 'Dat waren te veel pogingen. Wacht enkele minuten.'),
};

/**
 * Refuses requests without a session, forms of other sites (by Origin) and DNS rebinding (by Host).
 */
export function addGuard(http: FastifyInstance, access: Access, origin: string): void {
  const { host: ownHost, protocol } = new URL(origin);
  http.decorateRequest('session', undefined);
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (protocol === 'https:') reply.header('strict-transport-security', 'max-age=31536000');
    const { host, origin: from } = request.headers;
    if (host !== ownHost) throw new RefusedError(403, 'Dit is het adres van de werktafel niet.');
    // Browsers send no origin when they only read.
    const isFromHere = from === origin || (from === undefined && isRead(request));
    if (!isFromHere) throw new RefusedError(403, 'Dit komt van een andere site.');

    request.session = access.findSession(request.cookies[cookieName(origin)]);
    const { isPublic } = request.routeOptions.config;
    // The path is compared as it was sent, so that no other spelling passes.
    if (request.session || isPublic || PUBLIC_FILES.test(pathOf(request))) return;
    if (!isPage(request)) throw new RefusedError(401, 'Meld je eerst aan.');
    return reply.sendFile('sign-in/index.html');
  });
}

/** Whether a request is for a screen of the app, which is any path without a file extension. */
export function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return isRead(request) && !path.startsWith('/api/') && !/\.\w+$/.test(path);
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/**
 * The prefix `__Host-` requires https. On localhost all ports share cookies, so the port tells
 * desks apart.
 */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-desk' : `desk-${new URL(origin).port}`;
}

/** @param cookie undefined ends the session */
export function sendSession(reply: FastifyReply, origin: string, cookie: string | undefined): void {
  reply.setCookie(cookieName(origin), cookie ?? '', {
    path: '/',
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'strict',
    maxAge: cookie === undefined ? 0 : SESSION_MS / 1000,
  });
}
