import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import cookies from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import files from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ContentError } from '../../publish/content/finding.ts';
import type { Refusal } from '../api.ts';
import { previewDir } from './brand.ts';
import type { Enquiries } from './enquiries.ts';
import type { DeskFolders } from './folders.ts';
import { createTurns } from './in-turn.ts';
import { makeCopy, makePhotoCopy } from './photos/photos.ts';
import { createPublishing, type Site } from './publishing.ts';
import { RefusalError } from './refusal.ts';
import { type Call, createRoutes } from './routes.ts';
import type { Access } from './sign-in/access.ts';
import { addGuard, isPage } from './sign-in/guard.ts';
import type { ReadHealth } from './state.ts';
import { binFile, findInBin } from './uploads.ts';
import type { Worker } from './worker.ts';

export interface DeskOptions {
  folders: DeskFolders;
  /** The desk's address in browsers: 'https://werktafel.maanzaad.example'. */
  origin: string;
  site: Site;
  worker: Worker;
  /** The bundled app. */
  appDir: string;
  access: Access;
  enquiries: Enquiries;
  readHealth: ReadHealth;
  /** Opens the desk once, in place of a passkey: `npm run desk`. */
  token?: string;
}

/** Far above a hundred pages at once. */
const MAX_JSON_BYTES = 8_000_000;
export const MAX_UPLOAD_BYTES = { photos: 40_000_000, files: 20_000_000, logo: 2_000_000 };
const YEAR_S = 365 * 24 * 3_600;

export async function createDeskServer(options: DeskOptions): Promise<FastifyInstance> {
  const { folders, origin, appDir, access, enquiries, worker } = options;
  const http = Fastify({
    bodyLimit: MAX_JSON_BYTES,
    // The proxy on the same machine forwards the address of the browser.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 500 },
  });
  http.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    if (error instanceof RefusalError) return reply.code(error.status).send(error.answer);
    const isInvalid = error instanceof v.ValiError || error instanceof ContentError;
    const status = isInvalid ? 400 : (error.statusCode ?? 500);
    if (status >= 500) console.error(error);
    return reply.code(status).send({ message: messageFor(status) } satisfies Refusal);
  });
  await http.register(cookies);
  await http.register(rateLimit, { global: false });
  const brandDir = previewDir(folders);
  await mkdir(brandDir, { recursive: true });
  await http.register(files, {
    root: [appDir, brandDir],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: cacheHashedFiles,
  });
  addGuard(http, access, origin);
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );

  const inTurn = createTurns();
  const publishing = createPublishing(folders, options.site, worker, inTurn);
  const routes = createRoutes(options, publishing, inTurn);
  for (const [route, handle] of Object.entries(routes)) addRoute(http, route, handle);

  http.get('/photos/:file', async (request, reply) => {
    const copy = await makePhotoCopy(folders, worker, nameIn(request));
    return reply.sendFile(basename(copy), dirname(copy));
  });
  http.get('/bin/:id', async (request, reply) => {
    const { id } = await findInBin(folders, nameIn(request));
    const file = binFile(folders, id);
    const thumbnail = await makeCopy(worker, file, `${file}.jpg`);
    return reply.sendFile(basename(thumbnail), dirname(thumbnail));
  });
  http.get('/files/:file', (request, reply) =>
    reply.sendFile(nameIn(request), join(folders.contentDir, 'files')),
  );
  http.get('/enquiries.csv', async (_, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="aanvragen.csv"')
      .send(await enquiries.exportCsv()),
  );
  http.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return reply.sendFile('index.html');
    return reply.code(404).send({ message: messageFor(404) } satisfies Refusal);
  });
  return http;
}

function addRoute(http: FastifyInstance, route: string, handle: (call: Call<never>) => unknown) {
  const [method = '', path = ''] = route.split(' ');
  const [url = '', query = ''] = path.split('?');
  const isUpload = /^(?:POST \S+\?|PUT )/.test(route);
  const folder = url.split('/')[2] as keyof typeof MAX_UPLOAD_BYTES;
  http.route({
    method,
    url,
    bodyLimit: isUpload ? MAX_UPLOAD_BYTES[folder] : MAX_JSON_BYTES,
    async handler(request, reply) {
      const { body } = request;
      if (method !== 'GET' && isUpload !== Buffer.isBuffer(body)) {
        throw new RefusalError(415, messageFor(415));
      }
      const queried = (request.query as Record<string, string>)[query.replace('=', '')];
      const name = queried ?? nameIn(request);
      const answer = await handle({ body: (body ?? {}) as never, name, request, reply });
      return reply.type('application/json').send(JSON.stringify(answer));
    },
  });
}

/** The one parameter of an address. */
function nameIn({ params }: FastifyRequest): string {
  const [name = ''] = Object.values((params ?? {}) as Record<string, string>);
  return name;
}

/** Their names change with their content. */
function cacheHashedFiles(reply: FastifyReply, path: string): void {
  if (/[\\/](?:assets|fonts|desk-photos)[\\/]/.test(path)) {
    reply.header('cache-control', `private, max-age=${YEAR_S}, immutable`);
  }
}

function messageFor(status: number): string {
  if (status === 404) return 'Dat is er niet.';
  if (status === 413) return 'Dit bestand is te zwaar.';
  if (status >= 500) return 'Er ging iets mis in de werktafel. Er is niets veranderd.';
  return 'Dat begreep de werktafel niet.';
}
