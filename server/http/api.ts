import cookies from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import {
  API_BASE,
  CHALLENGE_PATH,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_PATTERN,
  MAIL_PATH,
  RELEASE_HEADER,
  STATUS_OK,
  STATUS_PATH,
  XSRF_HEADER,
} from '../../enquiry/api-contract.ts';
import { MAX_REQUEST_BYTES } from '../../enquiry/enquiry.ts';
import { acceptEnquiry, captchaWork } from '../enquiries/accept-enquiry.ts';
import { type NetworkCounts, networkOf } from '../enquiries/networks.ts';
import { ProblemError } from '../enquiries/problems.ts';
import { isLoopback } from '../loopback.ts';
import type { Store } from '../store/store.ts';
import { isByVisitor } from '../visits/is-view.ts';
import type { VisitCounts } from '../visits/visit-counts.ts';
import { mayCall, setCsrfCookie } from './csrf.ts';
import { isOverTls } from './over-tls.ts';
import type { ServedSite } from './served-site.ts';

const ROUTES = {
  alive: `${API_BASE}/alive`,
  status: API_BASE + STATUS_PATH,
  challenge: API_BASE + CHALLENGE_PATH,
  mail: `${API_BASE}${MAIL_PATH}/:slug`,
};

/**
 * The rate limit of each of the form's two routes, per network. Requests that are refused before
 * the body is read do not count.
 */
export const FORM_RATE_LIMIT = { max: 300, timeWindow: 10 * 60_000, cache: 20_000 };
const NO_RATE_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};
const WRITE_CHECK_VALID_MS = 5_000;

/** The cookie is not decoded: the page sends the value back as it reads it, in `XSRF_HEADER`. */
const COOKIE_OPTIONS = { path: '/', decode: (value: string) => value };

/** Accepting only JSON forces a CORS preflight on other sites, whose forms cannot send it. */
const JSON_CONTENT_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i;

export interface ApiDependencies {
  /**
   * The site as it was when a request arrived. The request uses it to the end, even when another
   * release is published meanwhile.
   */
  siteOf: (request: FastifyRequest) => ServedSite;
  store: Store;
  networks: NetworkCounts;
  visits: Pick<VisitCounts, 'count'>;
  wakeOutbox: () => void;
}

/** Registers the calls of the specification, section 7. */
export async function registerApi(
  app: FastifyInstance,
  dependencies: ApiDependencies,
): Promise<void> {
  const { networks, siteOf, store, visits } = dependencies;
  let lastCheck = { expiresAtMs: 0, outcome: Promise.resolve() };
  function rememberCheck(outcome: Promise<void>): Promise<void> {
    // Without a handler, a failed check that no status call waits for would end the process.
    outcome.catch(() => {});
    lastCheck = { expiresAtMs: performance.now() + WRITE_CHECK_VALID_MS, outcome };
    return outcome;
  }

  function countForm(kind: 'begun' | 'sent', request: FastifyRequest): void {
    if (request.method === 'HEAD' || !siteOf(request).manifest.countsVisits) return;
    if (isByVisitor(request.headers)) visits.count(kind);
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_REQUEST_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onRequest', (request, reply) => {
    const { origins, securityHeaders } = siteOf(request);
    reply.headers(securityHeaders('other', isOverTls(request)));
    return allowOrigin(request, reply, origins);
  });
  await app.register(cookies, { parseOptions: COOKIE_OPTIONS });
  await app.register(rateLimit, {
    global: false,
    ...FORM_RATE_LIMIT,
    keyGenerator: ({ ip }) => networkOf(ip) ?? '',
    // A loopback address may be a proxy that TRUST_PROXY lacks: all visitors would share one limit.
    allowList: ({ ip }) => isLoopback(ip),
    addHeaders: { ...NO_RATE_HEADERS, 'retry-after': true },
    addHeadersOnExceeding: NO_RATE_HEADERS,
    errorResponseBuilder: () => new ProblemError('too-many'),
  });

  // A liveness check: it responds even when no enquiry can be stored, which the status reports.
  app.get(ROUTES.alive, (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send('alive'),
  );

  app.get(ROUTES.status, async (request, reply) => {
    // A failure names the release too: the desk and the installer must know that it is served.
    reply.header(RELEASE_HEADER, siteOf(request).manifest.id);
    const isRecent = performance.now() < lastCheck.expiresAtMs;
    await (isRecent ? lastCheck.outcome : rememberCheck(store.checkWritable()));
    setCsrfCookie(request, reply);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(STATUS_OK);
  });

  app.get(ROUTES.challenge, { config: { rateLimit: {} } }, async (request, reply) => {
    const { captcha } = siteOf(request);
    if (!captcha.createChallenge) throw new ProblemError('unknown-address');
    // The challenge has the work that the network must do now. With less, the enquiry would be
    // refused and the visitor would have to solve a second challenge.
    const workFactor = captchaWork(networks, request.ip);
    const challenge = await captcha.createChallenge(Date.now(), workFactor);
    countForm('begun', request);
    return reply.header('cache-control', 'no-store').send(challenge);
  });

  app.post<{ Params: { slug: string } }>(ROUTES.mail, {
    config: { rateLimit: {} },
    bodyLimit: MAX_REQUEST_BYTES,
    // This comes before the body is read, so that bad requests are cheap.
    onRequest: async (request, reply) => {
      const { origins, manifest } = siteOf(request);
      const { slug } = request.params;
      if (slug !== manifest.company.slug) throw new ProblemError('unknown-address');
      if (!mayCall(request, origins)) throw new ProblemError('forged');
      const {
        'content-type': type = '',
        'content-encoding': coding = 'identity',
        'content-length': length = 0,
      } = request.headers;
      const isJson = JSON_CONTENT_TYPE.test(type) && /^identity$/i.test(coding);
      if (!isJson) throw new ProblemError('not-json');
      if (Number(length) > MAX_REQUEST_BYTES) {
        // The body is not read, so the connection cannot be reused.
        reply.header('connection', 'close');
        throw new ProblemError('too-large');
      }
    },
    handler: async (request, reply) => {
      const { captcha, manifest } = siteOf(request);
      const mailHost = new URL(manifest.siteUrl).hostname;
      const idempotencyKey = readIdempotencyKey(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const call = { body, idempotencyKey, networkAddress: request.ip };
      try {
        const accepted = await acceptEnquiry({ store, captcha, networks, mailHost }, call);
        if (accepted === 'stored') {
          dependencies.wakeOutbox();
          countForm('sent', request);
        }
      } catch (error) {
        if (!(error instanceof ProblemError)) {
          // The status reports this until a test write succeeds.
          rememberCheck(Promise.reject(error));
        }
        throw error;
      }
      return reply.code(202).header('cache-control', 'no-store').send();
    },
  });

  refuseOtherMethods(app, ROUTES.alive, ['GET', 'HEAD']);
  refuseOtherMethods(app, ROUTES.status, ['GET', 'HEAD']);
  refuseOtherMethods(app, ROUTES.challenge, ['GET', 'HEAD']);
  refuseOtherMethods(app, ROUTES.mail, ['POST']);
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && IDEMPOTENCY_KEY_PATTERN.test(header)) return header;
  throw new ProblemError('malformed', { detail: `${IDEMPOTENCY_HEADER} must be a UUID` });
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: string[]): void {
  const refused = app.supportedMethods.filter((method) => !allowed.includes(method));
  app.route({
    method: refused as HTTPMethods[],
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new ProblemError('wrong-method');
    },
    handler: async () => undefined,
  });
}

/** CORS (Fetch standard), for pages of the site on another server. They send no CSRF cookie. */
async function allowOrigin(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  origins: ReadonlySet<string>,
): Promise<FastifyReply | undefined> {
  reply.header('vary', 'Origin');
  const { origin = '' } = headers;
  if (!origins.has(origin)) return undefined;
  reply.header('access-control-allow-origin', origin);
  // `Date` lets the page measure a captcha's lifetime by this server's clock.
  reply.header('access-control-expose-headers', 'Date, Retry-After');
  const isPreflight = method === 'OPTIONS' && 'access-control-request-method' in headers;
  if (!isPreflight) return undefined;
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', `Content-Type, ${IDEMPOTENCY_HEADER}, ${XSRF_HEADER}`)
    .header('access-control-max-age', 7200)
    .send();
}
