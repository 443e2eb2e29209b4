import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { ReceiverParts } from '../enquiries/accept-enquiry.ts';
import { describeError, type Log } from '../log.ts';
import type { Release } from '../release.ts';
import { registerApi } from './api.ts';
import { isApiPath } from './api-path.ts';
import { createBrokenRequestHandler } from './broken-request.ts';
import { type AnswerKind, createSecurityHeaders } from './headers.ts';
import { RETRY_SOON_S, type Refusal, RefusalError, sendRefusal } from './problems.ts';
import { createSiteHandler } from './site.ts';
import { readSiteFiles } from './site-files.ts';

export interface AppParts extends ReceiverParts {
  release: Release;
  /** The built site: `dist/public`. */
  publicDir: string;
  log: Log;
  /** Networks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[];
  /** Origins besides the site's own whose pages may call the API. */
  corsOrigins: string[];
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

/** Beyond it new connections are dropped; each costs about 10 kB. */
const MOST_CONNECTIONS = 4096;

/**
 * Builds the HTTP app from what it is handed. It owns nothing but its sockets: closing it closes
 * neither store nor outbox.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { counters, log, release } = parts;
  const timeouts = { ...TIMEOUTS, ...parts.timeouts };
  const securityHeaders = createSecurityHeaders(release);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply, kind: AnswerKind) => {
    reply.headers(securityHeaders(kind, request.protocol === 'https'));
  };
  const site = await readSiteFiles(parts.publicDir, release);
  const answerSite = createSiteHandler(release, site, setHeaders);

  const refuse = (reply: FastifyReply, refusal: Refusal) => {
    counters.add(refusal.problem);
    return sendRefusal(reply, refusal);
  };
  /** Whatever no route of ours takes: an odd method, or an address that cannot be decoded. */
  const answerStray = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApiPath(request.raw.url ?? '')) return refuse(reply, { problem: 'unknown-address' });
    if (request.method === 'GET' || request.method === 'HEAD') return answerSite(request, reply);
    reply.header('allow', 'GET, HEAD');
    return refuse(reply, { problem: 'wrong-method' });
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
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply, 'other');
      void answerStray(request, reply);
    },
    clientErrorHandler: createBrokenRequestHandler(site.notFound, securityHeaders),
  });
  app.server.maxConnections = MOST_CONNECTIONS;

  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply, 'other');
    return request.is404 ? answerStray(request, reply) : undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    log[route.startsWith('/api/') ? 'info' : 'debug'](
      {
        route,
        method: request.method,
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
    }
    return refuse(reply, refusal);
  });

  await app.register(async (api) => {
    registerApi(api, { ...parts, slug: release.company.slug, origins: originsOf(parts) });
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) =>
      isApiPath(request.raw.url ?? '') ? answerStray(request, reply) : answerSite(request, reply),
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

/** Never "null": so calls itself every page without an origin, a sandboxed frame of anyone's too. */
function originsOf({ release, corsOrigins }: AppParts): Set<string> {
  const own = URL.canParse(release.siteUrl) ? [new URL(release.siteUrl).origin] : [];
  return new Set([...own, ...corsOrigins].filter((origin) => origin !== 'null'));
}
