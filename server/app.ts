import type { FastifyInstance } from 'fastify';
import { fillIn } from '../enquiry/fill-in.ts';
import type { Release } from '../enquiry/release.ts';
import { watchBackups } from './backup/watch-backups.ts';
import { type Counters, createCounters } from './counters.ts';
import { createCallLimit } from './enquiries/call-limit.ts';
import { createAltchaVerifier } from './enquiries/captcha/altcha.ts';
import { createProviderVerifier } from './enquiries/captcha/provider.ts';
import { readCaptchaSecret } from './enquiries/captcha/secret.ts';
import type { CaptchaVerifier } from './enquiries/captcha/verifier.ts';
import { createLimits } from './enquiries/limits.ts';
import { assertReadyForReal } from './going-live.ts';
import { createHttpServer, type HttpParts } from './http/http-server.ts';
import { linkFiles } from './http/linked-files.ts';
import { prepareSite, type ServedSite } from './http/served-site.ts';
import { assertKeeping, eraseExpired } from './keeping.ts';
import { describeError, type Log } from './log.ts';
import { createMetrics, type MetricsServer, NO_METRICS } from './metrics.ts';
import { createAlerts } from './outbox/alerts.ts';
import { systemClock } from './outbox/clock.ts';
import { composeDigest } from './outbox/compose-digest.ts';
import type { MailTransport } from './outbox/mail-transport.ts';
import { openTransport, PARALLEL_DELIVERIES } from './outbox/open-transport.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';
import { siteAddresses } from './outbox/site-addresses.ts';
import { ALERT_TEXTS, startWatch } from './outbox/watch.ts';
import { openReleaseSwitch } from './release-switch.ts';
import { type Settings, SettingsError } from './settings.ts';
import { openStore, prepareStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Every part of the running server, wired. */
export interface App {
  http: FastifyInstance;
  store: Store;
  transport: MailTransport;
  counters: Counters;
  currentSite: () => ServedSite;
  /** Begins to send mails, and to watch that they arrive. After `listen`: a start that fails must not run off with a claimed mail. */
  startOutbox(): void;
  /** Undefined without METRICS_PORT. */
  listenForMetrics(): Promise<MetricsServer | undefined>;
  /** @param withinMs running tries get so long, in milliseconds, less what writing them down takes */
  close(withinMs: number): Promise<void>;
}

/** What tests put in the place of the real thing. */
export interface AppReplacements extends Pick<HttpParts, 'timeouts'> {
  now?: () => number;
  captcha?: CaptchaVerifier;
  wrapStore?: (store: Store) => Store;
  wakeOutbox?: () => void;
}

/**
 * Opens everything the settings ask for; nothing listens and no mail is sent yet.
 *
 * @throws Error or SettingsError in one line
 */
export async function openApp(
  settings: Settings,
  log: Log,
  replacements: AppReplacements = {},
): Promise<App> {
  const { now = systemClock.nowMs, wrapStore = (store) => store } = replacements;
  const { metricsPort } = settings;
  const openMetrics = metricsPort === undefined ? undefined : await createMetrics();
  const metrics = openMetrics ?? NO_METRICS;
  let metricsServer: MetricsServer | undefined;
  let captchaSecret: string | undefined;
  await prepareStore(settings);
  const site = await openReleaseSwitch(
    { siteDir: settings.siteDir, now, log },
    async (releases) => {
      const { release } = releases.current;
      assertReadyForReal(settings, release);
      assertKeeping(settings, release);
      assertCaptchaSecret(settings, release);
      captchaSecret ??= await readCaptchaSecret(settings.captchaSecret, settings.dataDir);
      const captcha =
        replacements.captcha ?? createCaptchaVerifier(release, settings, captchaSecret);
      const prepared = await prepareSite(releases, {
        captcha: metrics.countWork(captcha),
        corsOrigins: settings.corsOrigins,
        allowedHosts: settings.allowedHosts,
      });
      if (settings.filesDir !== '') {
        await linkFiles(settings.filesDir, prepared.files).catch((error: unknown) => {
          // The web server asks this one for what it does not find.
          log.error({ error: describeError(error) }, 'FILES_DIR: cannot be brought up to date');
        });
      }
      return prepared;
    },
  );
  const store = wrapStore(await openStore(settings, log));
  const transport = metrics.countTries(
    openTransport(settings, () => siteAddresses(settings, site.current().release)),
  );
  const counters = createCounters();
  const limits = createLimits(settings.limits, String(captchaSecret));
  let outbox: Outbox | undefined;
  let watches: { stop(): Promise<void> }[] = [];
  const http = await createHttpServer({
    currentSite: site.current,
    store,
    limits,
    callLimit: createCallLimit(settings.limits.calls),
    counters,
    now,
    wakeOutbox: replacements.wakeOutbox ?? (() => outbox?.wake()),
    log,
    metrics,
    trustedProxies: settings.trustedProxies,
    ...(replacements.timeouts && { timeouts: replacements.timeouts }),
  });

  return {
    http,
    store,
    transport,
    counters,
    currentSite: site.current,
    startOutbox() {
      outbox = startOutbox({
        store,
        transport,
        clock: systemClock,
        log,
        random: Math.random,
        parallel: PARALLEL_DELIVERIES,
        digests: {
          host: () => new URL(site.current().release.siteUrl).hostname,
          compose: (parts) => composeDigest(parts, site.current().release),
        },
        confirmationsInAll: limits.ofAll.confirmationsInAll,
        erase: (nowMs) => eraseExpired(store, settings.dataDir, site.current().release, nowMs),
      });
      const alerts = createAlerts(settings);
      const words = () => {
        const { siteUrl } = site.current().release;
        return { ...ALERT_TEXTS, site: new URL(siteUrl).host };
      };
      const told = { alerts, clock: systemClock, log };
      watches = [
        startWatch({ ...told, store, words }),
        watchBackups({
          ...told,
          backupDir: settings.backupDir,
          words: () => fillIn(words().notBackedUp, { site: words().site }),
        }),
      ];
    },
    async listenForMetrics() {
      if (openMetrics && metricsPort !== undefined) {
        metricsServer = await openMetrics.listen(metricsPort, { counters, store });
      }
      return metricsServer;
    },
    async close(withinMs) {
      site.close();
      // Both at once: a mail that is under way need not wait for a visitor who reads slowly.
      await Promise.all([
        http.close(),
        outbox?.stop(withinMs),
        ...watches.map((watch) => watch.stop()),
        metricsServer?.close(),
      ]);
      transport.close();
      await store.close();
    },
  };
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
