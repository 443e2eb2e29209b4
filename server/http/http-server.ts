import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { AcceptParts } from '../enquiries/accept-enquiry.ts';
import type { CallLimit } from '../enquiries/call-limit.ts';
import { describeError, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { registerApi } from './api.ts';
import { isApiPath } from './api-path.ts';
import { createBrokenRequestHandler } from './broken-request.ts';
import { createFileContents, TornFileError } from './file-contents.ts';
import { namesHostTwice } from './hosts.ts';
import { RETRY_SOON_S, type Refusal, RefusalError, sendRefusal } from './problems.ts';
import type { ServedSite } from './served-site.ts';
import { createSiteHandler } from './site.ts';

export interface HttpParts extends AcceptParts {
  /** What is served now; a request keeps what it began with. */
  currentSite: () => ServedSite;
  callLimit: CallLimit;
  log: Log;
  metrics: Pick<Metrics, 'observeRequest'>;
  /** Networks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[];
  /** Shorter ones for tests. */
  timeouts?: Partial<Timeouts>;
}

type Timeouts = typeof TIMEOUTS;

/** How long each phase of a request may take, in milliseconds; a slow or silent peer ends there. */
const TIMEOUTS = {
  headers: 10_000,
  request: 20_000,
  /** Without a byte either way; also ends a peer that does not read its answer. */
  silence: 30_000,
  /** nginx keeps its connections to us a little shorter (`deploy/`). */
  keepAlive: 20_000,
  checkedEvery: 2_000,
};

/** What a proxy that is not known costs. */
export const SHARED_LIMIT = 'all visitors share the limits of one address';

/** A proxy says on whose behalf it calls. */
const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** Beyond it new connections are dropped; each costs about 10 kB. */
const MOST_CONNECTIONS = 4096;

/**
 * Builds the HTTP server from what it is handed. It owns nothing but its sockets: closing it closes
 * neither store nor outbox.
 */
export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { counters, log, currentSite } = parts;
  const timeouts = { ...TIMEOUTS, ...parts.timeouts };
  const answerSite = createSiteHandler(createFileContents(), parts.now);

  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(currentSite().securityHeaders('other', request.protocol === 'https'));
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    counters.add(refusal.problem);
    setHeaders(request, reply);
    return sendRefusal(reply, refusal);
  };
  /** Whatever no route of ours takes: an odd method, or an address that cannot be decoded. */
  const answerStray = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApiPath(request.raw.url ?? '')) {
      return refuse(request, reply, { problem: 'unknown-address' });
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      return answerSite(currentSite(), request, reply);
    }
    reply.header('allow', 'GET, HEAD');
    return refuse(request, reply, { problem: 'wrong-method' });
  };

  const isOurHost = (host: string) => currentSite().isOurHost(host);
  let hasWarnedOfProxy = parts.trustedProxies.length > 0;
  /** What is refused whatever it asks for. */
  const refusalOfHead = (request: FastifyRequest): Refusal | undefined => {
    if (namesHostTwice(request.raw)) return { problem: 'two-hosts' };
    if (!isOurHost(request.host)) {
      return { problem: 'other-host', detail: 'ALLOWED_HOSTS names hosts besides the site’s own' };
    }
    if (!hasWarnedOfProxy && isForwarded(request)) {
      hasWarnedOfProxy = true;
      log.warn({}, `a proxy stands in front: set TRUST_PROXY, or ${SHARED_LIMIT}`);
    }
    return undefined;
  };

  const app = fastify({
    // Its own lines below a warning repeat what the start prints and what onResponse writes.
    loggerInstance: log.child(
      {},
      { level: log.isLevelEnabled('info') ? 'warn' : log.level },
    ) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustedProxies.length > 0 ? parts.trustedProxies : false,
    requestIdHeader: false,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.silence,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkedEvery },
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors(_error, request, reply) {
      const refusal = refusalOfHead(request);
      void (refusal ? refuse(request, reply, refusal) : answerStray(request, reply));
    },
    clientErrorHandler: createBrokenRequestHandler(currentSite),
  });
  app.server.maxConnections = MOST_CONNECTIONS;

  app.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOfHead(request);
    return refusal && refuse(request, reply, refusal);
  });
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerStray(request, reply) : undefined,
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    parts.metrics.observeRequest({ route, method, status: reply.statusCode }, reply.elapsedTime);
    log[route.startsWith('/api/') ? 'info' : 'debug'](
      {
        route,
        method,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.problem === 'cannot-store') {
      const { cause: reason } = refusal;
      log.error(
        { route: request.routeOptions.url, error: describeError(error), ...(reason && { reason }) },
        'failed',
      );
      if (!isApiPath(request.raw.url ?? '')) return giveUp(error, request, reply);
    }
    return refuse(request, reply, refusal);
  });
  /** A page or file that cannot be answered is no matter of enquiries. */
  const giveUp = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof TornFileError) {
      reply.hijack();
      request.raw.destroy();
      return reply;
    }
    setHeaders(request, reply);
    return reply.code(500).header('cache-control', 'no-store').send('');
  };

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => void setHeaders(request, reply));
    registerApi(api, parts);
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) =>
      isApiPath(request.raw.url ?? '')
        ? answerStray(request, reply)
        : answerSite(currentSite(), request, reply),
  });
  return app;
}

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  switch (error.statusCode) {
    case 413:
      return { problem: 'too-large' };
    case 415:
      return { problem: 'not-json' };
    case 400:
      return { problem: 'malformed' };
    default:
      // The store, the captcha or a mistake of ours: in every case nothing was promised.
      return { problem: 'cannot-store', retryAfterS: RETRY_SOON_S };
  }
}
