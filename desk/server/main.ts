/**
 * The desk: a process beside the site's server, behind the same proxy.
 *
 *     node desk/server/main.ts              for DESK_HOST, opened with a passkey
 *     node desk/server/main.ts --local      `npm run desk`: on localhost, opened with the link it prints
 *     node desk/server/main.ts link         prints a link that registers a passkey
 *     node desk/server/main.ts bundle       prints where the app is that it bundled
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { parseSettings, readEnvFile, type Settings, SettingsError } from '../../server/settings.ts';
import { openStore } from '../../server/store/store.ts';
import { bundleApp } from '../app/bundle-app.ts';
import { valueAt } from '../operations.ts';
import { openEnquiries } from './enquiries.ts';
import { type DeskFolders, removeUnfinished } from './folders.ts';
import { createDeskServer } from './http-server.ts';
import { CODE_ROOT } from './publish-site.ts';
import { readValues } from './read-content.ts';
import { createLink, newSecret, openAccess } from './sign-in/access.ts';

/** A server that starts again loads the release first. */
const SERVE_WITHIN_MS = 30_000;

const { values, positionals } = parseArgs({
  options: { local: { type: 'boolean', default: false } },
  allowPositionals: true,
});

try {
  const settings = parseSettings({ ...readEnvFile(), ...process.env });
  const folders: DeskFolders = {
    contentDir: settings.CONTENT_DIR,
    distDir: settings.SITE_DIR,
    cacheDir: join(CODE_ROOT, '.cache'),
    deskDir: join(settings.DATA_DIR, 'desk'),
  };
  const origin = await originOf(settings, folders);
  if (positionals[0] === 'link') await printLink(origin, folders);
  else if (positionals[0] === 'bundle') console.log(await bundleApp(folders.cacheDir));
  else await start(settings, origin, folders);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function printLink(origin: string, { deskDir }: DeskFolders): Promise<void> {
  console.log(`${origin}/#link=${await createLink(deskDir)}`);
  console.log('Open it within 30 minutes on the device that will open the desk. It works once.');
}

async function start(settings: Settings, origin: string, folders: DeskFolders): Promise<void> {
  const siteHost =
    settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  await removeUnfinished(folders);
  const store = await openStore(settings);
  const token = values.local ? newSecret() : undefined;
  const http = await createDeskServer({
    folders,
    origin,
    site: { address: `http://${siteHost}:${settings.PORT}`, serveWithinMs: SERVE_WITHIN_MS },
    appDir: await bundleBeside(),
    access: await openAccess(folders.deskDir),
    ...openEnquiries(settings, store),
    ...(token !== undefined && { token }),
  });
  await http.listen({ host: 'localhost', port: settings.PORT + 1 });
  console.log(token ? `The desk is at ${origin}/#token=${token}` : `The desk is at ${origin}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await http.close();
      await store.close();
      process.exit();
    });
  }
}

/** In a process of its own: bundling takes more memory than the desk does in a week. */
async function bundleBeside(): Promise<string> {
  const run = promisify(execFile);
  const args = [import.meta.filename, 'bundle'];
  const { stdout } = await run(process.execPath, args, { cwd: CODE_ROOT });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** What a browser names the desk by; over plain http on this machine alone. */
async function originOf(settings: Settings, { contentDir }: DeskFolders): Promise<string> {
  const port = settings.PORT + 1;
  if (values.local || settings.DESK_HOST === 'localhost') return `http://localhost:${port}`;
  if (settings.DESK_HOST !== '') return `https://${settings.DESK_HOST}`;
  const site = (await readValues(contentDir)).find(({ path }) => path === 'site.yaml');
  const url = URL.parse(String(valueAt(site?.value ?? null, ['url'])));
  if (!url) throw new SettingsError('DESK_HOST: expected a host name like werktafel.example.org.');
  return `https://werktafel.${url.hostname.replace(/^www\./, '')}`;
}
