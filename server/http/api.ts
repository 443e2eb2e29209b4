import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { MAX_REQUEST_BYTES } from '../../enquiry/enquiry.ts';
import {
  IDEMPOTENCY_HEADER,
  STATUS_OK,
  SUBMISSION_ID_PATTERN,
  XSRF_HEADER,
} from '../../enquiry/replies.ts';
import { acceptEnquiry } from '../enquiries/accept-enquiry.ts';
import { mayCall, newCsrfCookie } from './csrf.ts';
import type { HttpParts } from './http-server.ts';
import { RETRY_SOON_S, RefusalError } from './problems.ts';

const STATUS_PATH = '/api/status';
const CHALLENGE_PATH = '/api/captcha/challenge';
const MAIL_PATH = '/api/mail/:slug';

/** Exactly JSON: a form of another site cannot send this type without asking first (CORS). */
const JSON_CONTENT_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i;

const LONGEST_STATUS_CHECK_MS = 3000;
/** How long a challenge waits for the database. */
const LONGEST_LOOK_MS = 500;
/** Longer than a captcha's provider may take, shorter than the browser waits for all its tries. */
const LONGEST_CHECKS_MS = 8000;

/** The calls of the specification's section 7, with the answers of `enquiry/replies.ts`. */
export function registerApi(app: FastifyInstance, parts: HttpParts): void {
  const { store, currentSite } = parts;
  const countCall = (request: FastifyRequest) => {
    const waitS = parts.callLimit.count(request.ip);
    if (waitS !== undefined) throw new RefusalError(tooMany(waitS));
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_REQUEST_BYTES },
    (_request, body, done) => done(null, body),
  );
  // Both depend on the release, and what is not there now has no methods and no origins either.
  app.addHook<{ Params: { slug?: string } }>('onRequest', async ({ params, routeOptions }) => {
    const { slugs, captcha } = currentSite();
    const isThere =
      routeOptions.url === CHALLENGE_PATH
        ? captcha.createChallenge !== undefined
        : params.slug === undefined || slugs.has(params.slug);
    if (!isThere) throw new RefusalError({ problem: 'unknown-address' });
  });
  app.addHook('onRequest', async (request, reply) =>
    allowOrigin(request, reply, currentSite().origins),
  );

  app.get(STATUS_PATH, async (request, reply) => {
    // A database that hangs is one that cannot store.
    const limit = limitTime(LONGEST_STATUS_CHECK_MS);
    await Promise.race([store.checkWritable(), limit.reached]).finally(limit.lift);
    const cookie = newCsrfCookie(request);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(STATUS_OK);
  });
  refuseOtherMethods(app, STATUS_PATH, ['GET', 'HEAD']);

  app.get(CHALLENGE_PATH, async (request, reply) => {
    countCall(request);
    const { captcha, release } = currentSite();
    const shares = parts.limits.sharesOf({
      networkAddress: request.ip,
      slug: release.company.slug,
    });
    // Only to spare the visitor a second challenge: the transaction that stores has the last word.
    const limit = limitTime(LONGEST_LOOK_MS);
    const asking = store.askedTimes(shares, parts.now());
    const times = await Promise.race([asking, limit.reached])
      .catch(() => 1)
      .finally(limit.lift);
    const challenge = await captcha.createChallenge?.(parts.now(), times);
    return reply.header('cache-control', 'no-store').send(challenge);
  });
  refuseOtherMethods(app, CHALLENGE_PATH, ['GET', 'HEAD']);

  app.route<{ Params: { slug: string } }>({
    method: 'POST',
    url: MAIL_PATH,
    bodyLimit: MAX_REQUEST_BYTES,
    // Before the body is read: a forged or oversized call costs us its headers only.
    onRequest: async (request, reply) => {
      if (!mayCall(request, currentSite().origins)) throw new RefusalError({ problem: 'forged' });
      const { 'content-type': type = '', 'content-encoding': coding = 'identity' } =
        request.headers;
      if (!JSON_CONTENT_TYPE.test(type) || coding !== 'identity') {
        throw new RefusalError({ problem: 'not-json' });
      }
      if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) {
        // The rest of the body is not worth reading, so the connection cannot be used again.
        reply.header('connection', 'close');
        throw new RefusalError({ problem: 'too-large' });
      }
      readSubmissionId(request);
      countCall(request);
    },
    handler: async (request, reply) => {
      const limit = limitTime(LONGEST_CHECKS_MS);
      const accepting = acceptEnquiry(parts, currentSite(), {
        slug: request.params.slug,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        submissionId: readSubmissionId(request),
        networkAddress: request.ip,
        mayStore: limit.lift,
      });
      const receipt = await Promise.race([accepting, limit.reached]).finally(limit.lift);
      if (receipt !== 'accepted') throw new RefusalError(receipt);
      return reply.code(202).header('cache-control', 'no-store').send();
    },
  });
  refuseOtherMethods(app, MAIL_PATH, ['POST']);
}

const tooMany = (retryAfterS: number) => ({ problem: 'too-many', retryAfterS }) as const;

function readSubmissionId(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && SUBMISSION_ID_PATTERN.test(header)) return header;
  throw new RefusalError({ problem: 'malformed', detail: `${IDEMPOTENCY_HEADER} must be a UUID` });
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: string[]): void {
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)) as HTTPMethods[],
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new RefusalError({ problem: 'wrong-method' });
    },
    handler: async () => undefined,
  });
}

/**
 * CORS (Fetch standard), for pages of the site's own origins when another server serves them. Our
 * cookie stays out of it: such pages send none.
 */
async function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: ReadonlySet<string>,
): Promise<FastifyReply | undefined> {
  reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return undefined;
  reply.header('access-control-allow-origin', origin);
  // The page counts a captcha's life by this server's clock, not by its device's.
  reply.header('access-control-expose-headers', 'Date, Retry-After');
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight) return undefined;
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', `Content-Type, ${IDEMPOTENCY_HEADER}, ${XSRF_HEADER}`)
    .header('access-control-max-age', 7200)
    .send();
}

interface TimeLimit {
  /** Rejects when the time is up, as 'cannot store now'. */
  reached: Promise<never>;
  /** Ends the limit. False: too late, it was reached. */
  lift(): boolean;
}

/**
 * Fastify's own `handlerTimeout` is of no use for a call with a body: its timer ends when the body
 * has been read (seen with Fastify 5.12).
 */
function limitTime(limitMs: number): TimeLimit {
  const { promise, reject } = Promise.withResolvers<never>();
  let isReached = false;
  const timer = setTimeout(() => {
    isReached = true;
    reject(new RefusalError({ problem: 'cannot-store', retryAfterS: RETRY_SOON_S }));
  }, limitMs);
  return {
    reached: promise,
    lift() {
      clearTimeout(timer);
      return !isReached;
    },
  };
}
