import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from './refusal.ts';

/**
 * Only the browser that the desk opened gets in. Other sites may send forms to 127.0.0.1 (Origin),
 * name a domain of theirs that leads there (Host), and other programs of the machine may call
 * (cookie, against the token of this start).
 */

/** The frame in which pages are edited styles itself; nothing comes from elsewhere. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // The preview has an address of its own.
  "frame-src 'self' http://localhost:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

const NOT_OPEN = `<!doctype html><html lang="nl-BE"><meta charset="utf-8"><title>De werktafel</title>
<body style="font:1.1rem/1.6 system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem">
<h1>De werktafel is hier niet open</h1><p>Dubbelklik opnieuw op <b>Start</b> in de map van je website: dan opent de werktafel in je browser.</p>`;

export interface Guard {
  /** What opens the desk: '/?token=…'. */
  entrance: string;
}

export function addGuard(http: FastifyInstance): Guard {
  const token = randomBytes(24).toString('base64url');
  // Cookies know no ports: two desks must not shut each other out.
  const cookieName = () => `desk-${portOf(http)}`;
  http.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const own = [`127.0.0.1:${portOf(http)}`, `localhost:${portOf(http)}`];
    const { host = '', origin } = request.headers;
    if (!own.includes(host)) throw new RefusalError(403, 'Dit is het adres van de werktafel niet.');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (
      isRead ? origin !== undefined && origin !== `http://${host}` : origin !== `http://${host}`
    ) {
      throw new RefusalError(403, 'Dit komt van een andere site.');
    }
    if (isOpening(request, token)) {
      const cookie = `${cookieName()}=${token}; Path=/; HttpOnly; SameSite=Strict`;
      return reply.header('set-cookie', cookie).redirect('/', 303);
    }
    if (isSame(readCookie(request, cookieName()), token)) return;
    return refuse(request, reply);
  });
  return { entrance: `/?token=${token}` };
}

function refuse(request: FastifyRequest, reply: FastifyReply) {
  if (request.url.startsWith('/api/')) {
    return reply.code(401).send({ message: 'De werktafel is hier niet open. Open ze opnieuw.' });
  }
  return reply.code(401).type('text/html; charset=utf-8').send(NOT_OPEN);
}

function isOpening(request: FastifyRequest, token: string): boolean {
  const { pathname, searchParams } = new URL(request.url, 'http://desk');
  return request.method === 'GET' && pathname === '/' && isSame(searchParams.get('token'), token);
}

function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function isSame(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
