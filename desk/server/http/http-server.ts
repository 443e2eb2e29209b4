import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import cookies from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import files from '@fastify/static';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import * as v from 'valibot';
import { ContentError } from '../../../publish/content/finding.ts';
import { OWN_FILE_POLICY } from '../../../release/security-headers.ts';
import { RefusedError } from '../../shared/api.ts';
import { createMutex } from '../../shared/mutex.ts';
import type { Call } from '../call.ts';
import { startErasingBin } from '../content/erase-expired-bin.ts';
import { findInBin } from '../content/recycle-bin.ts';
import { logError } from '../desk-log.ts';
import type { DeskOptions } from '../desk-options.ts';
import { createJobs } from '../jobs/jobs.ts';
import { makePhotoCopy, scalePhoto } from '../photos/photos.ts';
import { createPreview } from '../preview/preview.ts';
import { addGuard, isPage, SIGN_IN_LIMIT } from '../sign-in/guard.ts';
import { createSignInRoutes } from '../sign-in/sign-in-routes.ts';
import { brandDirOf, createRoutes } from './routes.ts';

/** A save of a hundred pages is far smaller. */
const MAX_JSON_BYTES = 8_000_000;
export const MAX_UPLOAD_BYTES = 40_000_000;
/**
 * The length in characters from which a response is compressed. A shorter one fits in one packet
 * anyway.
 */
const MIN_COMPRESSED_LENGTH = 1_400;
/** Fastify's default. */
const KEEP_ALIVE_MS = 72_000;
const YEAR_S = 365 * 24 * 3_600;

export async function createDeskServer(options: DeskOptions): Promise<FastifyInstance> {
  const { folders, appDir, origin } = options;
  const preview = createPreview({ folders, origin: options.previewOrigin });
  const http = Fastify({
    // The Host header decides, before routing, whether the preview or the desk responds.
    serverFactory: (handleDesk) => {
      const server = createServer((request, response) => {
        if (preview.isFor(request)) preview.handle(request, response);
        else handleDesk(request, response);
      });
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
    bodyLimit: MAX_JSON_BYTES,
    // The proxy is on this machine.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 1_000 },
  });
  http.setErrorHandler(sendError);
  await http.register(cookies);
  await http.register(rateLimit, { global: false });
  const brandDir = brandDirOf(folders);
  await mkdir(brandDir, { recursive: true });
  await http.register(files, {
    root: [appDir, brandDir],
    dotfiles: 'ignore',
    // bundle-app.ts writes a compressed copy beside each file of the app.
    preCompressed: true,
    cacheControl: false,
    setHeaders: cacheHashedFiles,
  });
  addGuard(http, options.access, origin);
  const upload = { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES } as const;
  http.addContentTypeParser(
    'application/octet-stream',
    upload,
    async (_: unknown, body: Buffer) => body,
  );

  addCalls(http, createSignInRoutes(options), true);
  const runExclusive = createMutex();
  const jobs = await createJobs(options, preview, runExclusive);
  addCalls(http, await createRoutes(options, preview, jobs, runExclusive), false);
  addDownloads(http, options);
  http.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return reply.sendFile('index.html');
    throw new RefusedError(404, messageFor(404));
  });
  const erasing = startErasingBin(folders, runExclusive, jobs.isRunning);
  http.addHook('onClose', erasing.stop);
  return http;
}

type Routes = Record<string, (call: Call<never>) => unknown>;

function addCalls(http: FastifyInstance, routes: Routes, isPublic: boolean) {
  for (const [route, handle] of Object.entries(routes)) {
    const [method = '', url = ''] = route.split(' ');
    const isLimited = isPublic && method !== 'GET';
    http.route({
      method,
      url,
      config: { isPublic, ...(isLimited && { rateLimit: SIGN_IN_LIMIT }) },
      async handler(request, reply) {
        const body = (request.body ?? {}) as never;
        const response = await handle({ body, parameter: parameterOf(request), request, reply });
        return sendJson(request, reply, JSON.stringify(response ?? null));
      },
    });
  }
}

/** Sends JSON, compressed when it is large, as the content of a site is. */
async function sendJson({ headers }: FastifyRequest, reply: FastifyReply, json: string) {
  reply.type('application/json').header('vary', 'accept-encoding');
  const isGzip = /\bgzip\b/.test(String(headers['accept-encoding']));
  if (!isGzip || json.length < MIN_COMPRESSED_LENGTH) return reply.send(json);
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(json));
}

/** Adds the downloads that the app loads besides its own files. */
function addDownloads(http: FastifyInstance, options: DeskOptions) {
  const { folders, enquiries, runTask } = options;
  const sendFile = (reply: FastifyReply, path: string) =>
    reply.sendFile(basename(path), dirname(path));
  http.get('/photos/:file', async (request, reply) =>
    sendFile(reply, await makePhotoCopy(folders, runTask, parameterOf(request))),
  );
  http.get('/bin/:id', async (request, reply) => {
    const { file } = await findInBin(folders, parameterOf(request));
    return sendFile(reply, await scalePhoto(runTask, file, `${file}.jpg`));
  });
  http.get('/files/:file', (request, reply) =>
    reply
      .header('content-security-policy', OWN_FILE_POLICY)
      .sendFile(parameterOf(request), join(folders.contentDir, 'files')),
  );
  http.get('/enquiries.csv', async (_, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="aanvragen.csv"')
      .send(await enquiries.exportCsv()),
  );
}

function parameterOf({ params }: FastifyRequest) {
  const [parameter = ''] = Object.values((params ?? {}) as Record<string, string>);
  return parameter;
}

/**
 * A file whose name contains a hash. The pattern ends with the file, because the whole checkout may
 * be in a folder called 'assets'.
 */
const HASHED_FILE = /[\\/](?:assets|fonts|desk-photos[\\/][^\\/]+)[\\/][^\\/]+$/;

/** Hashed files are cached for a year: the name changes with the content. */
function cacheHashedFiles(reply: FastifyReply, path: string) {
  if (HASHED_FILE.test(path)) {
    reply.header('cache-control', `private, max-age=${YEAR_S}, immutable`);
  }
}

function sendError(error: FastifyError, _: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RefusedError) return reply.code(error.status).send(error.response);
  // Publishing would refuse this logo.
  if (error instanceof ContentError) return reply.code(422).send(error.findings[0]);
  const status = error instanceof v.ValiError ? 400 : (error.statusCode ?? 500);
  if (status >= 500) logError(error, 'a call failed');
  return reply.code(status).send({ message: messageFor(status) });
}

function messageFor(status: number) {
  if (status === 404) return 'Dat is er niet.';
  if (status === 413) return 'Dit bestand is te zwaar.';
  if (status >= 500) return 'Er ging iets mis op de server. Probeer het straks nog eens.';
  return 'Dat begreep de werktafel niet.';
}
