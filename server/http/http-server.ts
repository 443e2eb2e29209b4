import type { IncomingMessage, RequestListener } from 'node:http';
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
import type { Metrics, RequestLabels } from '../metrics.ts';
import { registerApi } from './api.ts';
import { isApiPath } from './api-path.ts';
import { createBrokenRequestHandler } from './broken-request.ts';
import { createFileContents } from './file-contents.ts';
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
const isForwarded = ({ headers }: IncomingMessage) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

const noSchemas = () => {
  throw new Error('Routes have no JSON schemas: `enquiry/` checks what comes in.');
};

/** Beyond it new connections are dropped; each costs about 10 kB. */
const MOST_CONNECTIONS = 4096;

/**
 * Builds the HTTP server from what it is handed. It owns nothing but its sockets: closing it closes
 * neither store nor outbox.
 */
export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const { counters, log, currentSite } = parts;
  const timeouts = { ...TIMEOUTS, ...parts.timeouts };
  const answerSite = createSiteHandler(createFileContents(), parts.now, (error) => {
    log.error({ error: describeError(error) }, 'failed');
  });

  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(currentSite().securityHeaders('other', request.protocol === 'https'));
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    counters.add(refusal.problem);
    setHeaders(request, reply);
    return sendRefusal(reply, refusal);
  };
  /** On Node's own response, past Fastify's. */
  const sendSite = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    void answerSite(currentSite(), request.raw, reply.raw, request.protocol === 'https');
    return reply;
  };
  /** Whatever no route of ours takes: an odd method, or an address that cannot be decoded. */
  const answerStray = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApiPath(request.raw.url ?? '')) {
      return refuse(request, reply, { problem: 'unknown-address' });
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      return sendSite(request, reply);
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
    if (!hasWarnedOfProxy && isForwarded(request.raw)) {
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
    // No route has a JSON schema; Fastify's own compilers take a tenth of a second to load.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
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
  const observe = (labels: RequestLabels, durationMs: number) => {
    parts.metrics.observeRequest(labels, durationMs);
    const level = labels.route.startsWith('/api/') ? 'info' : 'debug';
    log[level]({ ...labels, durationMs: Math.round(durationMs) }, 'answered');
  };
  app.addHook('onResponse', async ({ routeOptions, method }, { statusCode, elapsedTime }) =>
    observe({ route: routeOptions.url ?? 'none', method, status: statusCode }, elapsedTime),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.problem === 'cannot-store') {
      const { cause: reason } = refusal;
      log.error(
        { route: request.routeOptions.url, error: describeError(error), ...(reason && { reason }) },
        'failed',
      );
    }
    return refuse(request, reply, refusal);
  });

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => void setHeaders(request, reply));
    registerApi(api, parts);
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) =>
      isApiPath(request.raw.url ?? '') ? answerStray(request, reply) : sendSite(request, reply),
  });

  // What anybody can see at once to be a page or a file never gets to Fastify: that is half the work.
  const [toFastify] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (!isPlain(request) || !isOurHost(request.headers.host ?? '') || !app.server.listening) {
      return toFastify?.(request, response);
    }
    const startedAt = performance.now();
    response.once('finish', () => {
      const { method = '' } = request;
      observe({ route: '/*', method, status: response.statusCode }, performance.now() - startedAt);
    });
    void answerSite(currentSite(), request, response, false);
  });
  return app;
}

/** A GET or HEAD outside the API for one host, of which no proxy says where it comes from. */
function isPlain(request: IncomingMessage): boolean {
  const { method, url = '/', headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    !isApiPath(url) &&
    !isForwarded(request) &&
    headers['x-forwarded-host'] === undefined &&
    headers['x-forwarded-proto'] === undefined &&
    !namesHostTwice(request)
  );
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
