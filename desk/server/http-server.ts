import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Change, type DeskApi, type LogoPlace, type Refusal, UPLOAD_LIMITS } from '../api.ts';
import { checkChanges, readContent, saveChanges } from './content.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';
import {
  addFile,
  addLogo,
  listDeskFiles,
  readDeskFile,
  removeFile,
  replaceDeskFile,
} from './files.ts';
import type { DeskFolders } from './folders.ts';
import { addGuard } from './guard.ts';
import { createJobs } from './jobs.ts';
import { lookWith, readLookFile } from './look.ts';
import { saveMailSettings, tryMailSettings } from './online/mail-settings.ts';
import { createOnline } from './online/online.ts';
import { addPhoto, listPhotos, readPhotoVariant, removePhoto, replacePhoto } from './photos.ts';
import { createPreview } from './preview.ts';
import { RefusalError } from './refusal.ts';
import { readState } from './state.ts';

export interface DeskServer {
  http: FastifyInstance;
  /** What opens it, below its address: '/?token=…'. */
  entrance: string;
}

/** What a route has in hand. */
interface Given<Body> {
  body: Body;
  /** Behind `:` in its address. */
  name: string;
  /** Behind `=` in its address. */
  called: string;
}

type Handlers = {
  [Route in keyof DeskApi]: (
    given: Given<DeskApi[Route]['body'] extends Blob ? Buffer : DeskApi[Route]['body']>,
  ) => Promise<DeskApi[Route]['answer']> | DeskApi[Route]['answer'];
};

/** Largest list of changes: a hundred pages at once are far below it. */
const JSON_BYTES = 8_000_000;
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** @param appDir the built app: `index.html` and what it loads */
export async function createDeskServer(folders: DeskFolders, appDir: string): Promise<DeskServer> {
  const http = Fastify({ bodyLimit: JSON_BYTES, routerOptions: { maxParamLength: 500 } });
  const { entrance } = addGuard(http);
  const jobs = createJobs();
  const preview = createPreview(folders);
  const online = createOnline(folders);
  http.addHook('onClose', preview.close);
  http.addContentTypeParser(/^application\/octet-stream/, { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  http.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    if (error instanceof RefusalError) return reply.code(error.status).send(error.answer);
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.code(status).send({ message: wordsFor(status) } satisfies Refusal);
  });

  // One after the other: what is checked is what is written.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  const handlers: Handlers = {
    'GET /api/state': () => readState(folders, online, jobs),
    'GET /api/content': () => inTurn(() => readContent(folders)),
    'POST /api/check': ({ body }) => checkChanges(folders, changesIn(body)),
    'PUT /api/content': ({ body }) =>
      inTurn(async () => {
        const saved = await saveChanges(folders, changesIn(body));
        if (body.tab !== undefined) await forgetDraft(folders, body.tab);
        return saved;
      }),
    'GET /api/draft': () => readDraft(folders),
    'PUT /api/draft': ({ body }) => inTurn(() => keepDraft(folders, body)),
    'DELETE /api/draft': () => inTurn(() => forgetDraft(folders)).then(() => null),
    'GET /api/photos': () => listPhotos(folders),
    'POST /api/photos?name=': ({ called, body }) => inTurn(() => addPhoto(folders, called, body)),
    'PUT /api/photos/:name': ({ name, body }) => inTurn(() => replacePhoto(folders, name, body)),
    'DELETE /api/photos/:name': ({ name }) => inTurn(() => removePhoto(folders, name)),
    'GET /api/files': () => listDeskFiles(folders),
    'POST /api/files?name=': ({ called, body }) => inTurn(() => addFile(folders, called, body)),
    'PUT /api/files/:name': ({ name, body }) => inTurn(() => replaceDeskFile(folders, name, body)),
    'DELETE /api/files/:name': ({ name }) =>
      inTurn(() => removeFile(folders, name)).then(() => null),
    'POST /api/logo?place=': ({ called, body }) =>
      inTurn(() => addLogo(folders, called as LogoPlace, body)),
    'POST /api/look': ({ body }) => lookWith(folders, body.brand),
    'POST /api/preview': ({ body }) => {
      const changes = changesIn(body);
      return jobs.start('preview', async (step) => ({ url: await preview.show(changes, step) }));
    },
    'GET /api/jobs/:id': ({ name }) => jobs.find(name),
    'GET /api/target': () => online.target(),
    'PUT /api/target': ({ body }) => online.setTarget(body),
    'GET /api/changes': () => online.changes(),
    'GET /api/releases/:id/changes': ({ name }) => online.changesIn(name),
    'GET /api/releases': () => online.releases(),
    'POST /api/publish': async ({ body }) => {
      await online.assertKnown(body);
      return jobs.start('publish', (step) => online.publish(step));
    },
    'POST /api/releases/:id/restore': ({ name, body }) =>
      jobs.start('restore', (step) => inTurn(() => online.restore(name, body, step))),
    'POST /api/mail/test': ({ body }) => tryMailSettings(folders, body),
    'PUT /api/mail': async ({ body }) => saveMailSettings(folders, await online.target(), body),
  };
  for (const [route, handle] of Object.entries(handlers)) {
    const [method = '', path = ''] = route.split(' ');
    const [url = '', query] = path.split('?');
    http.route({
      method,
      url,
      bodyLimit: query || /^PUT \/api\/(photos|files)/.test(route) ? uploadLimit(url) : JSON_BYTES,
      handler: async (request, reply) => {
        const answer = await (handle as (given: Given<unknown>) => unknown)(given(request, query));
        return reply.type('application/json').send(JSON.stringify(answer ?? null));
      },
    });
  }

  http.get('/photos/:file', async (request, reply) => {
    const found = await readPhotoVariant(folders, given(request).name);
    if (!found) throw new RefusalError(404, 'Er is geen foto van die naam.');
    return reply.type('image/webp').header('cache-control', 'max-age=31536000').send(found);
  });
  http.get('/fonts/:file', async (request, reply) => {
    const font = await readLookFile(folders, 'fonts', given(request).name);
    if (!font) throw new RefusalError(404, 'Er is geen letter van die naam.');
    return reply.type('font/woff2').header('cache-control', 'max-age=31536000').send(font);
  });
  http.get('/files/:file', async (request, reply) =>
    reply.type('application/pdf').send(await readDeskFile(folders, given(request).name)),
  );
  http.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://desk');
    if (pathname.startsWith('/api/')) throw new RefusalError(404, 'Dat kent de werktafel niet.');
    const file = normalize(
      join(appDir, decodeURIComponent(pathname).replace(/\/$/, '/index.html')),
    );
    const own = file.startsWith(appDir + sep) && (await readFile(file).catch(() => undefined));
    const found = own || (await readLookFile(folders, 'assets', pathname.slice('/assets/'.length)));
    if (!found && extname(pathname)) throw new RefusalError(404, 'Dat kent de werktafel niet.');
    // Whatever else is asked for is a place in the app.
    const page = found || (await readFile(join(appDir, 'index.html')));
    const type = found ? (TYPES[extname(file)] ?? 'application/octet-stream') : TYPES['.html'];
    if (pathname.startsWith('/assets/')) reply.header('cache-control', 'max-age=31536000');
    return reply.type(type ?? '').send(page);
  });
  return { http, entrance };
}

function changesIn({ changes }: { changes: Change[] }): Change[] {
  if (Array.isArray(changes)) return changes;
  throw new RefusalError(400, wordsFor(400));
}

function given({ body, params, query }: FastifyRequest, queryOf = ''): Given<never> {
  const [name = ''] = Object.values((params ?? {}) as Record<string, string>);
  const called = (query as Record<string, string>)[queryOf.replace('=', '')] ?? '';
  return { body: body as never, name, called };
}

const uploadLimit = (url: string) =>
  url.startsWith('/api/photos') ? UPLOAD_LIMITS.photoBytes : UPLOAD_LIMITS.fileBytes;

function wordsFor(status: number): string {
  if (status === 413) return 'Dit bestand is te zwaar.';
  if (status >= 500) return 'Er ging iets mis in de werktafel. Er is niets veranderd.';
  return 'Dat begreep de werktafel niet.';
}
