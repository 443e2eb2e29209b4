/**
 * The desk, a process beside the site's server.
 *
 * - `main.ts`: for DESK_HOST, opened with a passkey
 * - `main.ts --local` (`npm run desk`): on localhost, opened with the link that it prints
 * - `main.ts link`: prints a link that registers a passkey
 */
import { join } from 'node:path';
import process from 'node:process';
import { readArguments, refuseArguments } from '../../runtime/command-line.ts';
import { httpOrigin } from '../../runtime/http-origin.ts';
import { readRelease } from '../../runtime/read-release.ts';
import { readSettings, type Settings, SettingsError } from '../../runtime/settings.ts';
import { listenError, startErrorMessage } from '../../runtime/start-errors.ts';
import { openStore } from '../../server/store/store.ts';
import { valueAt } from '../shared/values.ts';
import { readFileAt } from './content/read-content.ts';
import type { Folders } from './desk-folders.ts';
import { logReason, setLogLevel } from './desk-log.ts';
import { createDeskServer } from './http/http-server.ts';
import { createLink, openAccess } from './sign-in/access.ts';
import { openEnquiries } from './visitors/enquiries.ts';
import { openVisits } from './visitors/visits.ts';
import { CODE_ROOT, createWorker } from './worker/worker.ts';

/**
 * How long the site's server may take to serve a release. After a restart it first has to load it.
 */
const SERVE_WITHIN_MS = 30_000;

const USAGE = 'node desk/server/main.ts [--local] [link]';

const { values, positionals } = readArguments(USAGE, {
  options: { local: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [command, ...others] = positionals;
if ((command !== undefined && command !== 'link') || others.length > 0) {
  refuseArguments(USAGE, `Unexpected: ${positionals.join(' ')}`);
}

try {
  const settings = readSettings();
  setLogLevel(settings.LOG_LEVEL);
  const folders: Folders = {
    contentDir: settings.CONTENT_DIR,
    siteDir: settings.SITE_DIR,
    cacheDir: join(CODE_ROOT, '.cache'),
    deskDir: join(settings.DATA_DIR, 'desk'),
  };
  const origin = await originOf(settings);
  if (command === 'link') {
    console.log(`${origin}/#link=${await createLink(folders.deskDir)}`);
    console.log('Open it within 30 minutes on the device that will open the desk. It works once.');
  } else await start(settings, origin, folders);
} catch (error) {
  console.error(startErrorMessage(error));
  process.exit(1);
}

async function start(settings: Settings, origin: string, folders: Folders) {
  const { HOST, PORT } = settings;
  if (PORT < 1 || PORT > 65_534) {
    throw new SettingsError(
      'PORT: expected the port of the site, from 1 to 65534; the desk uses the next one, which must be free.',
    );
  }
  const siteHost = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const runTask = createWorker();
  const store = await openStore(settings, {
    onDatabaseReplaced(reason) {
      logReason(reason, 'exiting');
      process.exit(1);
    },
    onUnavailable: (error) => logReason(error.message, 'the desk starts without the enquiries'),
  });
  const http = await createDeskServer({
    folders,
    origin,
    previewOrigin: await previewOriginOf(settings, origin),
    runTask,
    isLocal: values.local,
    siteAddress: httpOrigin(siteHost, PORT),
    serveWithinMs: SERVE_WITHIN_MS,
    appDir: await runTask('bundle', { cacheDir: folders.cacheDir }),
    access: await openAccess(folders.deskDir),
    enquiries: openEnquiries(settings, store),
    visits: openVisits(settings, store),
  });
  try {
    await http.listen({ host: 'localhost', port: PORT + 1 });
  } catch (error) {
    throw listenError(error, 'PORT', "The desk uses the port after the site's.");
  }
  const link = values.local ? `/#token=${await createLink(folders.deskDir)}` : '';
  console.log(`The desk is at ${origin}${link}`);
}

/**
 * The origin of the desk, which is plain http only on localhost. Without DESK_HOST it is derived
 * from the address in the release that is online, not from the draft.
 */
async function originOf({ PORT, DESK_HOST, SITE_DIR, CONTENT_DIR }: Settings) {
  if (values.local || DESK_HOST === 'localhost') return `http://localhost:${PORT + 1}`;
  if (DESK_HOST !== '') return `https://${DESK_HOST}`;
  const domain = await siteDomain({ SITE_DIR, CONTENT_DIR });
  if (!domain)
    throw new SettingsError('DESK_HOST: expected a host name like werktafel.example.org.');
  return `https://werktafel.${domain}`;
}

/**
 * The origin of the preview. Its host is PREVIEW_HOST, which the installer sets to the name that
 * its proxy serves. Without that setting it is `voorbeeld.` before the desk's domain, or before the
 * site's when the desk has an unusual name. The desk's domain is preferred, because the site's
 * address may still be the sample's.
 */
async function previewOriginOf(settings: Settings, origin: string) {
  const { protocol, port, hostname } = new URL(origin);
  if (protocol === 'http:') return `http://voorbeeld.localhost:${port}`;
  if (settings.PREVIEW_HOST !== '') return `https://${settings.PREVIEW_HOST}`;
  const [, besideDesk] = /^werktafel\.(.*)$/.exec(hostname) ?? [];
  // The fallback never resolves (RFC 2606), so that the preview stays off.
  const domain = besideDesk ?? (await siteDomain(settings)) ?? 'invalid';
  return `https://voorbeeld.${domain}`;
}

/** The host name of the site, without 'www.'. */
async function siteDomain({ SITE_DIR, CONTENT_DIR }: Pick<Settings, 'SITE_DIR' | 'CONTENT_DIR'>) {
  const published = await readRelease(SITE_DIR).catch(() => undefined);
  const draft = published ? undefined : await readFileAt(CONTENT_DIR, 'site.yaml');
  const address = published?.manifest.siteUrl ?? String(valueAt(draft?.value, ['url']));
  return URL.parse(address)?.hostname.replace(/^www\./, '');
}
