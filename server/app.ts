import { noticeCalendar, type ReleaseManifest } from '../release/manifest.ts';
import type { Log } from '../runtime/log.ts';
import type { Settings } from '../runtime/settings.ts';
import type { Captcha } from './enquiries/captcha/captcha.ts';
import { readCaptchaSecret } from './enquiries/captcha/captcha-secret.ts';
import { createCaptcha } from './enquiries/captcha/create-captcha.ts';
import { createNetworkCounts } from './enquiries/networks.ts';
import { type Erasing, startErasing } from './erase-expired.ts';
import { followReleases } from './follow-releases.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { createHttpServer, type HttpDependencies } from './http/http-server.ts';
import type { ServedSite } from './http/served-site.ts';
import { readSiteFiles } from './http/site-files.ts';
import { createMailer } from './outbox/create-mailer.ts';
import { type Outbox, startOutbox } from './outbox/outbox.ts';
import type { DatabaseOptions } from './store/open-database.ts';
import { openStore, type Store } from './store/store.ts';
import { startVisitCounts } from './visits/visit-counts.ts';

/** The parts that a test replaces, and what to do when the file of the database was replaced. */
export interface AppOptions extends Pick<HttpDependencies, 'timeouts'> {
  captcha?: Captcha;
  wrapStore?: (store: Store) => Store;
  wakeOutbox?: () => void;
  onDatabaseReplaced?: DatabaseOptions['onDatabaseReplaced'];
}

/**
 * Opens the database, the release, the captcha and the HTTP server. It neither listens nor sends
 * mail yet.
 */
export async function openApp(settings: Settings, log: Log, options: AppOptions = {}) {
  const { onDatabaseReplaced, timeouts, wrapStore = (store) => store } = options;
  const secret = await readCaptchaSecret(settings.CAPTCHA_SECRET, settings.DATA_DIR);
  const site = await followReleases<ServedSite>(
    { siteDir: settings.SITE_DIR, log },
    async (published) => {
      const { manifest } = published;
      return {
        ...(await readSiteFiles(published)),
        manifest,
        redirects: new Map(manifest.redirects.map(({ from, to }) => [from, to])),
        isNoticeShown: noticeCalendar(manifest),
        origins: originsOf(manifest, settings),
        deskHost: deskHostOf(manifest, settings),
        captcha: options.captcha ?? createCaptcha(manifest, settings, secret),
      };
    },
  );
  const store = wrapStore(
    await openStore(settings, {
      log,
      ...(onDatabaseReplaced && { onDatabaseReplaced }),
      onUnavailable(error) {
        log.error({ reason: error.message }, 'starting without the database');
      },
    }),
  );
  let outbox: Outbox | undefined;
  let heartbeat: Heartbeat | undefined;
  let erasing: Erasing | undefined;
  const timeZone = () => site.current().manifest.timeZone;
  const visits = startVisitCounts({ store, log, timeZone });
  const http = await createHttpServer({
    currentSite: site.current,
    store,
    networks: createNetworkCounts(),
    visits,
    wakeOutbox: options.wakeOutbox ?? (() => outbox?.wake()),
    log,
    trustedProxies: settings.TRUST_PROXY,
    ...(timeouts && { timeouts }),
  });
  return {
    http,
    store,
    currentSite: site.current,
    /**
     * Starts the outbox, the heartbeat and the hourly erasure. Call this after `listen`, so that a
     * server whose port is taken claims no mail.
     */
    startBackgroundWork(): void {
      const currentManifest = () => site.current().manifest;
      const mailer = createMailer(settings, currentManifest, log);
      outbox = startOutbox({ store, log, ...mailer });
      const retention = () => currentManifest().keeping;
      const { failure: releaseFailure } = site;
      heartbeat = startHeartbeat({ store, settings, log, releaseFailure });
      erasing = startErasing({ store, log, retention });
    },
    /** @param withinMs time limit for running deliveries */
    async close(withinMs: number): Promise<void> {
      site.close();
      // All of these stop in parallel, because a slow visitor must not delay mails.
      const closing = http.close().then(() => visits.stop());
      await Promise.all([closing, outbox?.stop(withinMs), heartbeat?.stop(), erasing?.stop()]);
      await store.close();
    },
  };
}

/** The desk's host name: DESK_HOST, or the name that the desk derives from the site's. */
function deskHostOf({ siteUrl }: ReleaseManifest, { DESK_HOST }: Settings): string {
  const siteHost = URL.parse(siteUrl)?.hostname ?? '';
  return DESK_HOST || `werktafel.${siteHost.replace(/^www\./, '')}`;
}

/**
 * The origins that may call the API. "null" is never one of them, because any sandboxed frame sends
 * it.
 */
function originsOf({ siteUrl }: ReleaseManifest, { CORS_ORIGINS }: Settings): Set<string> {
  const origins = new Set([...CORS_ORIGINS, URL.parse(siteUrl)?.origin ?? 'null']);
  origins.delete('null');
  return origins;
}
