import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createCounters } from './counters.ts';
import { createAltchaVerifier } from './enquiries/captcha/altcha.ts';
import { createProviderVerifier } from './enquiries/captcha/provider.ts';
import { readCaptchaSecret } from './enquiries/captcha/secret.ts';
import type { CaptchaVerifier } from './enquiries/captcha/verifier.ts';
import { createLimits } from './enquiries/limits.ts';
import { readEnvFile } from './env-file.ts';
import { buildApp } from './http/http-server.ts';
import { createLog, describeError, type Log } from './log.ts';
import { systemClock } from './outbox/clock.ts';
import { mailComposer } from './outbox/compose-mails.ts';
import { openTransport, PARALLEL_DELIVERIES } from './outbox/open-transport.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';
import { siteAddresses } from './outbox/site-addresses.ts';
import { type Release, readRelease } from './release.ts';
import { parseSettings, type Settings, SettingsError } from './settings.ts';
import { openStore } from './store/open-store.ts';

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
  const release = await readRelease(join(settings.siteDir, 'release.json'));
  assertCaptchaSecret(settings, release);
  const log = createLog(settings.logLevel);

  const store = await openStore(settings);
  const secret = await readCaptchaSecret(settings.captchaSecret, settings.dataDir);
  const transport = openTransport(settings, siteAddresses(settings, release));
  const counters = createCounters();
  let outbox: Outbox | undefined;
  const app = await buildApp({
    release,
    publicDir: join(settings.siteDir, 'public'),
    store,
    captcha: createCaptchaVerifier(release, settings, secret),
    limits: await createLimits(settings.limits, secret, store.pool),
    counters,
    composeMails: mailComposer(release),
    now: () => systemClock.nowMs(),
    wakeOutbox: () => outbox?.wake(),
    log,
    trustedProxies: settings.trustedProxies,
    corsOrigins: settings.corsOrigins,
  });

  const address = await listen(app, settings);
  // Only now: a start that fails because the port is taken must not run off with a claimed mail.
  outbox = startOutbox({
    store,
    transport,
    clock: systemClock,
    log,
    random: Math.random,
    parallel: PARALLEL_DELIVERIES,
  });
  console.log(`Enquiries are kept in ${store.description}.`);
  console.log(`Mails go to ${transport.description}.`);
  if (release.sampleFacts) {
    console.log('Sample facts are in use: change content/company.yaml before going live.');
  }
  console.log(`The site is at ${address}`);

  const logCounters = () => log.info({ counters: counters.read() }, 'since the start');
  const timer = setInterval(logCounters, LOG_COUNTERS_EVERY_MS);
  onStopSignal(log, async () => {
    clearInterval(timer);
    setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
    // Both at once: a mail that is under way need not wait for a visitor who reads slowly.
    await Promise.all([app.close(), outbox?.stop(STOP_WITHIN_MS - 1000)]);
    logCounters();
    transport.close();
    await store.close();
  });
}

function assertCaptchaSecret(settings: Settings, { captcha }: Release): void {
  if (captcha.provider === 'altcha' || settings.captchaSecret !== '') return;
  throw new SettingsError(
    `CAPTCHA_SECRET is empty while content/site.yaml chooses ${captcha.provider}: expected the secret ` +
      'key that this provider gave you together with the site key.',
  );
}

function createCaptchaVerifier(
  { captcha, siteUrl }: Release,
  { corsOrigins }: Settings,
  secret: string,
): CaptchaVerifier {
  const { provider } = captcha;
  if (provider === 'altcha') return createAltchaVerifier(secret);
  const hostnames = new Set([siteUrl, ...corsOrigins].map((address) => new URL(address).hostname));
  return createProviderVerifier({ provider, secret, hostnames });
}

/** @returns the address to open in a browser */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`PORT: ${port} is in use. Stop what listens there, or choose another PORT.`);
    }
    if (code === 'EACCES') throw new Error(`PORT: ${port} is not allowed. Choose one above 1023.`);
    throw new Error(`HOST: cannot listen on ${host} (${code}).`, { cause: error });
  }
  const bound = app.addresses().find((address) => typeof address === 'object');
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
