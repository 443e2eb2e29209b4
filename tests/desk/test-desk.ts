import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Folders } from '../../desk/server/desk-folders.ts';
import { createDeskServer } from '../../desk/server/http/http-server.ts';
import { createLink, openAccess } from '../../desk/server/sign-in/access.ts';
import type { RunTask } from '../../desk/server/tasks.ts';
import { openEnquiries } from '../../desk/server/visitors/enquiries.ts';
import { openVisits } from '../../desk/server/visitors/visits.ts';
import { CODE_ROOT, createWorker } from '../../desk/server/worker/worker.ts';
import {
  type DeskApi,
  type FileResult,
  type Job,
  PROTOCOL_VERSION,
} from '../../desk/shared/api.ts';
import type { Operation } from '../../desk/shared/operations.ts';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { parseSettings, type Settings } from '../../runtime/settings.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { openMailbox } from '../support/servers/mailbox.ts';
import { freePort } from '../support/servers/ports.ts';
import { until } from '../support/until.ts';

export type TestDesk = Awaited<ReturnType<typeof openTestDesk>>;

/** All desks of a test process share it, so that they share its process for scaling photos. */
const worker = createWorker();

/**
 * Opens a desk on a copy of some content, with a site server that only responds with its release
 * id.
 *
 * @param options.siteDir releases to begin with; default: nothing was published yet
 * @param options.deskDir the data of a desk to begin with; default: none
 * @param options.appDir the built app; default: a few files with only their name
 * @param options.origin the origin of a proxy in front of it; default: its own address
 * @param options.previewOrigin the same for previews; default: beside it on this machine
 * @param options.visitors the server's settings and store; default: an empty store, a mail server
 *   that accepts everything, and every setting that an operator should make
 */
export async function openTestDesk(options: {
  contentDir: string;
  siteDir?: string;
  deskDir?: string;
  appDir?: string;
  visitors?: { settings: Settings; store: Store };
  isLocal?: boolean;
  origin?: string;
  previewOrigin?: string;
}) {
  const root = await mkdtemp(join(tmpdir(), 'desk-'));
  const folders: Folders = {
    contentDir: join(root, 'content'),
    siteDir: join(root, 'dist'),
    cacheDir: join(CODE_ROOT, '.cache'),
    deskDir: join(root, 'data', 'desk'),
  };
  await cp(options.contentDir, folders.contentDir, { recursive: true });
  if (options.deskDir) await cp(options.deskDir, folders.deskDir, { recursive: true });
  if (options.siteDir) await cp(options.siteDir, folders.siteDir, { recursive: true });
  const appDir = options.appDir ?? (await writeEmptyApp(join(root, 'app')));
  /** Responds with the release that was put online, unless `served` is set. */
  const site: { served?: (() => Promise<string | undefined>) | undefined } = {};
  const siteServer = http.createServer(async (_, response) => {
    const id = site.served ? await site.served() : await currentReleaseId(folders.siteDir);
    if (id) response.setHeader('X-Release', id);
    response.end('status ok');
  });
  await new Promise<void>((resolve) => siteServer.listen(0, 'localhost', resolve));
  const sitePort = (siteServer.address() as AddressInfo).port;
  const port = await freePort();
  const { origin = `http://localhost:${port}` } = options;
  const { previewOrigin = `http://voorbeeld.localhost:${port}` } = options;
  const mailbox = await openMailbox();
  const settings =
    options.visitors?.settings ??
    parseSettings({
      DATA_DIR: join(root, 'data'),
      SITE_DIR: folders.siteDir,
      SMTP_URL: mailbox.url,
      HEARTBEAT_URL: 'https://heartbeat.example',
      BACKUP_DIR: join(root, 'backup'),
    });
  const store = options.visitors?.store ?? (await openStore(settings));
  const access = await openAccess(folders.deskDir);
  const token = await createLink(folders.deskDir);
  // Requests and tasks keep running when the browser is closed.
  const running = new Set<unknown>();
  const runTask: RunTask = (...call) => {
    const task = worker(...call);
    running.add(task);
    const end = () => running.delete(task);
    task.then(end, end);
    return task;
  };
  const desk = await createDeskServer({
    folders,
    origin,
    previewOrigin,
    runTask,
    siteAddress: `http://localhost:${sitePort}`,
    serveWithinMs: 2_000,
    appDir,
    access,
    enquiries: openEnquiries(settings, store),
    visits: openVisits(settings, store),
    isLocal: options.isLocal ?? true,
  });
  desk.addHook('onRequest', async (request) => void running.add(request));
  desk.addHook('onSend', async (request) => void running.delete(request));
  await desk.listen({ host: 'localhost', port });
  // The cookie of a session that was opened without the token.
  const cookie = `desk-${port}=${await access.openSession(null)}`;

  /** Makes any request, with that session unless the headers have another cookie. */
  const request = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie, origin, ...(init.headers as Record<string, string>) },
    });
  /** @param body a Buffer is an upload */
  async function call<Route extends keyof DeskApi>(route: Route, body?: object, name = '') {
    const [method = '', path = ''] = route.split(' ');
    const isFile = Buffer.isBuffer(body);
    const received = await request(path.replace(/:\w+/, encodeURIComponent(name)), {
      method,
      ...(method !== 'GET' && {
        body: isFile ? new Uint8Array(body) : JSON.stringify(body ?? {}),
        headers: { 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
      }),
    });
    const response: DeskApi[Route]['response'] = await received.json();
    return { status: received.status, response };
  }
  /** Saves one file, as the app saves it. */
  async function save(
    path: string,
    hash: string | null,
    operations: Operation[],
    id: string = randomUUID(),
  ) {
    const files = [{ id, path, hash, operations }];
    const { status, response } = await call('PUT /api/content', {
      version: PROTOCOL_VERSION,
      files,
    });
    return { status, response, saved: response.files?.[0] as FileResult };
  }
  return {
    folders,
    origin,
    previewOrigin,
    port,
    token,
    cookie,
    call,
    save,
    request,
    site,
    store,
    async jobEnd(): Promise<Job> {
      let job: Job | null = null;
      await until('the job ends', async () => {
        job = (await call('GET /api/job')).response;
        return job !== null && job.state !== 'running';
      });
      return job as unknown as Job;
    },
    async close() {
      await desk.close();
      await until('every request and task has ended', () => running.size === 0);
      siteServer.close();
      await mailbox.close();
      if (!options.visitors) await store.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function writeEmptyApp(dir: string): Promise<string> {
  const files = ['index.html', 'sign-in/index.html', 'sign-in/assets/sign-in.js', 'assets/app.js'];
  for (const file of [...files, 'app.webmanifest', 'icon.svg']) {
    await mkdir(join(dir, file, '..'), { recursive: true });
    await writeFile(join(dir, file), file);
  }
  return dir;
}
