import { flushCompileCache } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { Release } from '../enquiry/release.ts';
import { openApp } from './app.ts';
import { readEnvFile } from './env-file.ts';
import { missingForReal } from './going-live.ts';
import { SHARED_LIMIT } from './http/http-server.ts';
import { createLog, describeError, type Log } from './log.ts';
import { isLoopback } from './loopback.ts';
import { parseSettings, type Settings } from './settings.ts';

/** After a stop signal, everything that still runs has this long, in milliseconds. */
const STOP_WITHIN_MS = 10_000;
/** Of which visitors have this long to finish what they are at. */
const LAST_REQUESTS_MS = 5_000;
const LOG_COUNTERS_EVERY_MS = 15 * 60_000;

try {
  await run();
} catch (error) {
  // One line for whoever starts the server.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = parseSettings({ ...readEnvFile(), ...process.env });
  const log = createLog(settings.logLevel);
  const app = await openApp(settings, log);
  const address = await listen(app.http, settings);
  const metrics = await app.listenForMetrics();
  app.startOutbox();
  console.log(`Enquiries are kept in ${app.store.description}.`);
  console.log(`Mails go to ${app.transport.description}.`);
  if (metrics) console.log(`Metrics are at ${metrics.url}.`);
  const { release } = app.currentSite();
  if (release.sampleFacts) {
    console.log('Sample facts are in use: change content/company.yaml before going live.');
    // Without samples the start would have ended with the first of them.
    for (const line of missingForReal(settings, release)) console.log(`Before going live: ${line}`);
  }
  if (isBehindUnknownProxy(settings, release)) {
    console.log(`TRUST_PROXY is empty: behind a proxy ${SHARED_LIMIT}.`);
  }
  console.log(`The site is at ${address}`);
  // Now, because a server that is killed writes nothing (`start.js`).
  flushCompileCache();

  const logCounters = () => log.info({ counters: app.counters.read() }, 'since the start');
  const timer = setInterval(logCounters, LOG_COUNTERS_EVERY_MS);
  onStopSignal(log, async () => {
    clearInterval(timer);
    setTimeout(() => app.http.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
    await app.close(STOP_WITHIN_MS - 1000);
    logCounters();
  });
}

/** A real site at https, and a server that only this machine can call: so something stands between. */
function isBehindUnknownProxy(
  { trustedProxies, host }: Settings,
  { siteUrl, sampleFacts }: Release,
): boolean {
  return (
    isLoopback(host) && !sampleFacts && siteUrl.startsWith('https:') && trustedProxies.length === 0
  );
}

/** @returns the address to open in a browser */
async function listen(http: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`PORT: ${port} is in use. Stop what listens there, or choose another PORT.`);
    }
    if (code === 'EACCES') throw new Error(`PORT: ${port} is not allowed. Choose one above 1023.`);
    throw new Error(`HOST: cannot listen on ${host} (${code}).`, { cause: error });
  }
  const bound = http.addresses().find((address) => typeof address === 'object');
  const isLocal = host === '127.0.0.1' || host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${isLocal ? 'localhost' : name}:${bound?.port ?? port}`;
}

function onStopSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // A second Ctrl-C is somebody who will not wait.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'not everything ended in time');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: describeError(error) }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
