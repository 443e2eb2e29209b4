import type { FastifyInstance } from 'fastify';
import { readArguments } from '../runtime/command-line.ts';
import { httpOrigin } from '../runtime/http-origin.ts';
import { createLog, describeError, type Log } from '../runtime/log.ts';
import { findMisreadSettings, readSettings, type Settings } from '../runtime/settings.ts';
import { listenError, startErrorMessage } from '../runtime/start-errors.ts';
import { openApp } from './app.ts';
import { reviewSettings } from './review-settings.ts';
import { VERSION } from './version.ts';

/** Time limit of a graceful shutdown. */
const STOP_WITHIN_MS = 10_000;
/** How much of {@link STOP_WITHIN_MS} running requests may use. */
const LAST_REQUESTS_MS = 5_000;
/** The first file descriptor of systemd socket activation (sd_listen_fds). */
const FIRST_SOCKET_FD = 3;

readArguments('node server/main.ts, with the settings of .env', {});
try {
  await run();
} catch (error) {
  console.error(startErrorMessage(error));
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = readSettings();
  const log = createLog(settings.LOG_LEVEL);
  const app = await openApp(settings, log, {
    onDatabaseReplaced(reason) {
      log.error({ reason }, 'exiting');
      process.exit(1);
    },
  });
  const address = await listen(app.http, settings);
  app.startBackgroundWork();
  const { manifest } = app.currentSite();
  console.log(`Version ${VERSION}, with Node ${process.version}.`);
  console.log(`The database is ${app.store.description}.`);
  const findings = reviewSettings(settings, manifest).map(({ message }) => message);
  for (const message of [...findings, ...findMisreadSettings()]) console.log(`To do: ${message}`);
  console.log(`The site is at ${address}`);
  stopOnSignal(log, async () => {
    setTimeout(() => app.http.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
    await app.close(STOP_WITHIN_MS - 1000);
  });
}

/** @returns where the server listens: the URL to open in a browser, or the socket of systemd */
async function listen(http: FastifyInstance, { HOST, PORT }: Settings): Promise<string> {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID === String(process.pid) && LISTEN_FDS === '1') {
    // systemd passed its socket, in whose queue connections wait during a restart.
    await http.ready();
    await new Promise<void>((resolve, reject) => {
      http.server.once('error', reject).listen({ fd: FIRST_SOCKET_FD }, resolve);
    });
    return 'the socket of systemd';
  }
  try {
    await http.listen({ host: HOST, port: PORT });
  } catch (error) {
    throw listenError(error, 'HOST, PORT');
  }
  const bound = http.addresses().find((address) => typeof address === 'object');
  const isLocal = ['127.0.0.1', '0.0.0.0', '::'].includes(HOST);
  return httpOrigin(isLocal ? 'localhost' : HOST, bound?.port ?? PORT);
}

function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    // A second Ctrl-C exits at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'the server did not stop in time');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ error: describeError(error) }, 'could not stop cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
