import { mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import cookies from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import files from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type DeskApi, type Refusal, type Session, UPLOAD_LIMITS } from '../api.ts';
import { describeEntry, findInBin, listBin, putBack } from './bin.ts';
import { addLogo, previewBrand, previewDir } from './brand.ts';
import { editContent, readContent, removeContent } from './content.ts';
import type { Enquiries } from './enquiries.ts';
import { addFile, listDeskFiles, removeDeskFile, replaceDeskFile } from './files.ts';
import type { DeskFolders } from './folders.ts';
import { createTurns } from './in-turn.ts';
import { createJobs } from './jobs.ts';
import { createOnline } from './online.ts';
import { createPhotoProcess } from './photos/photo-process.ts';
import {
  addPhoto,
  decodeUpload,
  findBinThumbnail,
  findPhotoCopy,
  listPhotos,
  putPhotoBack,
  removePhoto,
  replacePhoto,
} from './photos/photos.ts';
import type { Site } from './publish-site.ts';
import { RefusalError } from './refusal.ts';
import { type Access, isLinkValid, isSame, spendLink } from './sign-in/access.ts';
import { addGuard, clearSession, sendSession } from './sign-in/guard.ts';
import { createPasskeys } from './sign-in/passkeys.ts';
import { type ReadHealth, readState } from './state.ts';
import { changesIn, changesSinceOnline, listVersions, revertFile } from './versions.ts';

export interface DeskOptions {
  folders: DeskFolders;
  /** Where browsers reach the desk: 'https://werktafel.maanzaad.example'. */
  origin: string;
  site: Site;
  /** The built app. */
  appDir: string;
  access: Access;
  enquiries: Enquiries;
  readHealth: ReadHealth;
  /** Opens the desk once, in place of a passkey: `npm run desk`. */
  token?: string;
}

/** What a route has in hand. */
interface Given<Body> {
  body: Body;
  /** Behind `:` in its address. */
  name: string;
  /** Behind `=` in its address. */
  called: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handlers = {
  [Route in keyof DeskApi]: (
    given: Given<DeskApi[Route]['body'] extends Blob ? Buffer : DeskApi[Route]['body']>,
  ) => Promise<DeskApi[Route]['answer']> | DeskApi[Route]['answer'];
};

/** A hundred pages at once are far below it. */
const JSON_BYTES = 8_000_000;
const YEAR_MS = 365 * 24 * 3_600_000;

export async function createDeskServer(options: DeskOptions): Promise<FastifyInstance> {
  const { folders, origin, appDir, access, enquiries } = options;
  const http = Fastify({
    bodyLimit: JSON_BYTES,
    // The proxy on the same machine passes on the address of the browser.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 500 },
  });
  http.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    if (error instanceof RefusalError) return reply.code(error.status).send(error.answer);
    const status = error instanceof v.ValiError ? 400 : (error.statusCode ?? 500);
    if (status >= 500) console.error(error);
    return reply.code(status).send({ message: messageFor(status) } satisfies Refusal);
  });
  await http.register(cookies);
  await http.register(rateLimit, { global: false });
  // Fonts and logos of a previewed brand are beside the app's own files.
  const brandDir = previewDir(folders);
  await mkdir(brandDir, { recursive: true });
  await http.register(files, {
    root: [appDir, brandDir],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: keepAssets,
  });
  addGuard(http, access, origin, await findPublicFiles(appDir));
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );

  const heavyWork = createTurns();
  const photos = createPhotoProcess(heavyWork);
  const jobs = createJobs(heavyWork);
  // One after the other: what was checked is what is written.
  const inTurn = createTurns();
  const online = createOnline(folders, options.site, jobs, inTurn);
  const passkeys = createPasskeys(access, origin);
  let { token } = options;

  const sessionOf = (isSignedIn: boolean): Session => ({
    isSignedIn,
    signIn: options.token === undefined ? 'passkey' : 'token',
    hasPasskeys: access.passkeys().length > 0,
  });

  async function signIn(reply: FastifyReply, passkeyId: string | null): Promise<Session> {
    sendSession(reply, origin, await access.openSession(passkeyId));
    return sessionOf(true);
  }

  const mayRegister = async (request: FastifyRequest, secret: string | undefined) =>
    request.session !== undefined || (await isLinkValid(folders.deskDir, secret ?? ''));

  const listPasskeys = ({ session }: FastifyRequest) =>
    access.passkeys().map(({ publicKey: _, counter: _counter, ...passkey }) => ({
      ...passkey,
      isCurrent: passkey.id === session?.passkeyId,
    }));

  const handlers: Handlers = {
    'GET /api/session': ({ request }) => sessionOf(request.session !== undefined),
    'POST /api/sign-in/options': () => passkeys.signInOptions(),
    'POST /api/sign-in': async ({ body, reply }) => signIn(reply, await passkeys.signIn(body)),
    'POST /api/sign-in/token': async ({ body, reply }) => {
      if (token === undefined || !isSame(String(body?.token), token)) {
        throw new RefusalError(401, 'Deze link is al gebruikt. Start de werktafel opnieuw.');
      }
      token = undefined;
      return signIn(reply, null);
    },
    'POST /api/passkeys/options': async ({ body, request }) => {
      if (await mayRegister(request, body?.secret)) return passkeys.registerOptions();
      throw new RefusalError(401, 'Deze link is al gebruikt of verlopen. Vraag een nieuwe.');
    },
    'POST /api/passkeys': async ({ body, request, reply }) => {
      const { secret = '', name = '', response } = body ?? {};
      if (!(await mayRegister(request, secret))) {
        throw new RefusalError(401, 'Deze link is al gebruikt of verlopen. Vraag een nieuwe.');
      }
      const spendRight = async () =>
        secret === '' ? request.session !== undefined : spendLink(folders.deskDir, secret);
      const id = await passkeys.register(response, String(name), spendRight);
      return request.session ? sessionOf(true) : signIn(reply, id);
    },

    'GET /api/passkeys': ({ request }) => listPasskeys(request),
    'PATCH /api/passkeys/:id': async ({ name: id, body, request }) => {
      const passkey = findPasskey(access, id);
      const name = String(body.name).trim().slice(0, 60) || passkey.name;
      await access.savePasskey({ ...passkey, name });
      return listPasskeys(request);
    },
    'DELETE /api/passkeys/:id': async ({ name: id, request }) => {
      findPasskey(access, id);
      if (access.passkeys().length === 1) {
        throw new RefusalError(409, 'Dit is je laatste toestel. Voeg eerst een ander toe.');
      }
      await access.removePasskey(id);
      return listPasskeys(request);
    },
    'POST /api/sign-out': async ({ body, request, reply }) => {
      await access.endSessions(body?.everywhere ? undefined : request.session);
      clearSession(reply, origin);
      return sessionOf(false);
    },

    'GET /api/state': () => readState(folders, options, jobs.newest()),

    'GET /api/content': () => inTurn(() => readContent(folders)),
    'PATCH /api/content': ({ body }) => inTurn(() => editContent(folders, body)),
    'POST /api/content/remove': ({ body }) => inTurn(() => removeContent(folders, body)),
    'POST /api/content/revert': ({ body }) => inTurn(() => revertFile(folders, body)),

    'GET /api/photos': () => listPhotos(folders),
    'POST /api/photos?name=': async ({ called, body }) => {
      const photo = await decodeUpload(folders, photos, body);
      return inTurn(() => addPhoto(folders, called, photo));
    },
    'PUT /api/photos/:name': async ({ name, body }) => {
      const photo = await decodeUpload(folders, photos, body);
      return inTurn(() => replacePhoto(folders, name, photo));
    },
    'DELETE /api/photos/:name': ({ name }) =>
      inTurn(async () => {
        await removePhoto(folders, name);
        return readContent(folders);
      }),

    'GET /api/files': () => listDeskFiles(folders),
    'POST /api/files?name=': ({ called, body }) => inTurn(() => addFile(folders, called, body)),
    'PUT /api/files/:name': ({ name, body }) => inTurn(() => replaceDeskFile(folders, name, body)),
    'DELETE /api/files/:name': ({ name }) =>
      inTurn(async () => {
        await removeDeskFile(folders, name);
        return listDeskFiles(folders);
      }),

    'GET /api/bin': async () => {
      const entries = await listBin(folders);
      return Promise.all(entries.map((entry) => describeEntry(folders, entry)));
    },
    'POST /api/bin/:id/restore': ({ name: id }) =>
      inTurn(async () => {
        const entry = await findInBin(folders, id);
        await (entry.path.startsWith('photos/') ? putPhotoBack : putBack)(folders, entry);
        return readContent(folders);
      }),
    'DELETE /api/bin/:id': ({ name: id }) => online.purge(id),

    'POST /api/logo?place=': ({ called, body }) => inTurn(() => addLogo(folders, called, body)),
    'POST /api/brand-preview': ({ body }) => previewBrand(folders, body.brand),

    'GET /api/job': () => jobs.newest(),
    'GET /api/changes': () => changesSinceOnline(folders),
    'POST /api/publish': () => online.publish(),
    'GET /api/versions': () => listVersions(folders),
    'GET /api/versions/:id/changes': ({ name: id }) => changesIn(folders, id),
    'POST /api/versions/:id/restore': ({ name: id }) => online.restore(id),

    'GET /api/enquiries?order=': ({ called }) =>
      enquiries.list(called === 'partyDate' ? called : 'received'),
    'DELETE /api/enquiries/:id': async ({ name: id }) => {
      await enquiries.erase(id);
      return enquiries.list('received');
    },
    'POST /api/enquiries/:id/requeue': async ({ name: id }) => {
      await enquiries.requeue(id);
      return enquiries.read(id);
    },
    'POST /api/test-mail': () => enquiries.sendTestMail(),
  };
  for (const [route, handle] of Object.entries(handlers)) addRoute(http, route, handle);

  http.get('/photos/:file', async (request, reply) => {
    const copy = await findPhotoCopy(folders, photos, nameIn(request));
    if (!copy) throw new RefusalError(404, messageFor(404));
    return reply.sendFile(basename(copy), dirname(copy));
  });
  http.get('/bin/:file', async (request, reply) => {
    const entry = await findInBin(folders, nameIn(request).replace(/\.webp$/, ''));
    const thumbnail = await findBinThumbnail(folders, photos, entry);
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
  // Any other address without an ending is a place in the app.
  http.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isPage) return reply.sendFile('index.html');
    return reply.code(404).send({ message: messageFor(404) } satisfies Refusal);
  });
  return http;
}

function addRoute(http: FastifyInstance, route: string, handle: (given: never) => unknown): void {
  const [method = '', path = ''] = route.split(' ');
  const [url = '', query = ''] = path.split('?');
  const isUpload = query !== '' || /^PUT \/api\/(?:photos|files)/.test(route);
  const uploadLimit = url.startsWith('/api/photos')
    ? UPLOAD_LIMITS.photoBytes
    : UPLOAD_LIMITS.fileBytes;
  http.route({
    method,
    url,
    bodyLimit: isUpload ? uploadLimit : JSON_BYTES,
    handler: async (request, reply) => {
      const called = (request.query as Record<string, string>)[query.replace('=', '')] ?? '';
      const { body } = request;
      if (method !== 'GET' && isUpload !== Buffer.isBuffer(body)) {
        throw new RefusalError(415, messageFor(415));
      }
      const given: Given<unknown> = { body, name: nameIn(request), called, request, reply };
      const answer = await handle(given as never);
      return reply.type('application/json').send(JSON.stringify(answer));
    },
  });
}

/** The one parameter of an address. */
function nameIn({ params }: FastifyRequest): string {
  const [name = ''] = Object.values((params ?? {}) as Record<string, string>);
  return name;
}

function findPasskey(access: Access, id: string) {
  const passkey = access.passkeys().find((one) => one.id === id);
  if (!passkey) throw new RefusalError(404, 'Dat toestel is er niet meer.');
  return passkey;
}

/** Their names change with what is in them. */
function keepAssets(reply: FastifyReply, path: string): void {
  if (/[\\/](?:assets|fonts|desk-photos)[\\/]/.test(path)) {
    reply.header('cache-control', `private, max-age=${YEAR_MS / 1000}, immutable`);
  }
}

/** What answers without a session: the sign-in page and its files, the web manifest and the icons. */
async function findPublicFiles(appDir: string): Promise<Set<string>> {
  const files = await readdir(appDir, { recursive: true });
  const isPublic = /^(?:sign-in\/.+|app\.webmanifest|icon[\w-]*\.(?:png|svg))$/;
  const paths = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isPublic.test(file));
  return new Set(paths.map((file) => `/${file}`));
}

function messageFor(status: number): string {
  if (status === 404) return 'Dat is er niet.';
  if (status === 413) return 'Dit bestand is te zwaar.';
  if (status >= 500) return 'Er ging iets mis in de werktafel. Er is niets veranderd.';
  return 'Dat begreep de werktafel niet.';
}
