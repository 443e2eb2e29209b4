import type { Socket } from 'node:net';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { isApiPath } from '../../enquiry/api-contract.ts';
import { describeError, type Log, reasonOf } from '../../runtime/log.ts';
import { ProblemError, RETRY_SOON_S } from '../enquiries/problems.ts';
import { isView } from '../visits/is-view.ts';
import { type ApiDependencies, registerApi } from './api.ts';
import { isOverTls } from './over-tls.ts';
import { sendProblem } from './send-problem.ts';
import type { ServedSite } from './served-site.ts';
import { createSiteHandler } from './site.ts';
import { createProxyWarning } from './unknown-proxies.ts';

export interface HttpDependencies extends Omit<ApiDependencies, 'siteOf'> {
  currentSite: () => ServedSite;
  log: Log;
  trustedProxies: string[];
  timeouts?: Partial<typeof TIMEOUTS>;
}

/** How long each phase of a request may take, in milliseconds. */
const TIMEOUTS = {
  headers: 10_000,
  request: 20_000,
  /** This limit also closes the connection of a peer that does not read its response. */
  idle: 30_000,
  keepAlive: 20_000,
  checkInterval: 2_000,
  /**
   * After a malformed request: how long the server keeps the connection open to send its response
   * while the peer goes on sending.
   */
  lingering: 3_000,
};

/** Further connections are dropped. Each costs about 10 kB of memory. */
const MAX_CONNECTIONS = 4096;

const STATUS_LINES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Serves the API and, at every other address, the site. */
export async function createHttpServer(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { currentSite, log, trustedProxies, visits } = dependencies;
  const timeouts = { ...TIMEOUTS, ...dependencies.timeouts };
  const handleSite = createSiteHandler();

  // A request uses one release from the headers to the end of the response, also when another is
  // published meanwhile.
  const sites = new WeakMap<object, ServedSite>();
  function siteOf({ raw }: FastifyRequest): ServedSite {
    const site = sites.get(raw) ?? currentSite();
    sites.set(raw, site);
    return site;
  }

  function sendFailure(request: FastifyRequest, reply: FastifyReply, problem: ProblemError) {
    reply.headers(siteOf(request).securityHeaders('other', isOverTls(request)));
    return sendProblem(reply, problem);
  }
  function sendSite(request: FastifyRequest, reply: FastifyReply) {
    reply.hijack();
    const response = reply.raw;
    const exchange = { request: request.raw, response, isOverTls: isOverTls(request) };
    const site = siteOf(request);
    const countView = (page: string | undefined) => {
      if (page === undefined || !site.manifest.countsVisits) return;
      if (isView(request.raw.headers, site.deskHost)) visits.count('view', page);
    };
    handleSite(site, exchange)
      .then(countView)
      .catch((error) => {
        // The visitor closed the connection, which is not an error of the server.
        if (response.destroyed) return;
        log.error({ error: describeError(error) }, 'a page or file could not be served');
        // A second response could be mistaken for the rest of this one, so the connection is cut.
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { 'content-length': '0', connection: 'close' }).end();
      });
    return reply;
  }
  function handleOther(request: FastifyRequest, reply: FastifyReply) {
    const [path = ''] = (request.raw.url ?? '').split('?');
    if (isApiPath(path)) {
      return sendFailure(request, reply, new ProblemError('unknown-address'));
    }
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return sendSite(request, reply);
    reply.header('allow', 'GET, HEAD');
    return sendFailure(request, reply, new ProblemError('wrong-method'));
  }

  const app = fastify({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestIdHeader: false,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    // Requests on connections accepted before the stop get their response.
    return503OnClosing: false,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkInterval,
    },
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_error, request, reply) => void handleOther(request, reply),
    clientErrorHandler(error, socket) {
      refuseMalformed(error, socket, currentSite().securityHeaders('other', false));
      setTimeout(() => socket.destroy(), timeouts.lingering).unref();
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;

  const warnOfProxy = createProxyWarning(log);
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (raw.headers['x-forwarded-for']) {
      // `ips` contains more than the peer's address only when the peer is trusted and sent the
      // header.
      const isTrusted = (request.ips?.length ?? 1) > 1;
      if (!isTrusted) warnOfProxy(raw.socket.remoteAddress ?? 'unknown');
    }
    // RFC 9112, 3.2: a proxy could use the second one, where Node uses the first.
    const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
    if (hosts.length > 1) throw new ProblemError('malformed', { detail: 'More than one host' });
  });
  app.addHook('onResponse', async ({ routeOptions, method }, reply) => {
    const { url: route = 'none' } = routeOptions;
    const durationMs = Math.round(reply.elapsedTime);
    const level = isApiPath(route) ? 'info' : 'debug';
    log[level]({ route, method, status: reply.statusCode, durationMs }, 'responded');
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.problem === 'cannot-store') {
      const { url: route } = request.routeOptions;
      const { reason = reasonOf(error) } = problem.details;
      log.error({ route, reason, error: describeError(error) }, 'a request failed');
    }
    return sendFailure(request, reply, problem);
  });
  await app.register((api) => registerApi(api, { ...dependencies, siteOf }));
  app.get('/*', handleOther);
  app.setNotFoundHandler(handleOther);
  return app;
}

/** Responds to a malformed or late request, which has no reply object. */
function refuseMalformed(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  securityHeaders: Record<string, string>,
): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const headers = { ...securityHeaders, 'content-length': '0', connection: 'close' };
  const lines = [`HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

function problemOf(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.statusCode === 400) return new ProblemError('malformed');
  if (error.statusCode === 413) return new ProblemError('too-large');
  if (error.statusCode === 415) return new ProblemError('not-json');
  // The store failed, the captcha could not be checked, or there is a bug: it is not
  // known that the enquiry was stored.
  return new ProblemError('cannot-store', { retryAfterS: RETRY_SOON_S });
}
