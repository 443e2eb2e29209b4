import { describeError, type Log, reasonOf } from '../runtime/log.ts';
import type { Settings } from '../runtime/settings.ts';
import { checkHealth, type HealthDependencies } from './check-health.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RESPONSE_TIMEOUT_MS = 20_000;

export type Heartbeat = ReturnType<typeof startHeartbeat>;

interface HeartbeatDependencies extends HealthDependencies {
  settings: HealthDependencies['settings'] & Pick<Settings, 'HEARTBEAT_URL'>;
  log: Log;
}

/**
 * Reports the server's health to HEARTBEAT_URL each minute, in the protocol of healthchecks.io:
 * with GET when healthy, otherwise with POST to `…/fail` and the failures. Logs a failure when it
 * is new, and each hour.
 */
export function startHeartbeat(dependencies: HeartbeatDependencies, everyMs = MINUTE_MS) {
  const { settings, log } = dependencies;
  const stopping = new AbortController();
  let nextHourAtMs = 0;
  let lastRefusal: string | undefined;
  let lastFailures: string[] = [];

  async function beat(): Promise<void> {
    const isNewHour = performance.now() >= nextHourAtMs;
    const failures = await checkHealth(dependencies, Date.now());
    const signal: Signal =
      failures.length === 0 ? { kind: 'success' } : { kind: 'fail', text: failures.join('\n') };
    const refusal = await callMonitor(settings.HEARTBEAT_URL, signal, stopping.signal);
    if (refusal !== undefined && (refusal !== lastRefusal || isNewHour)) {
      log.warn({ reason: refusal }, 'the monitor at HEARTBEAT_URL does not accept the heartbeat');
    }
    lastRefusal = refusal;
    if (isNewHour) nextHourAtMs = performance.now() + HOUR_MS;
    for (const reason of failures) {
      const isNew = !lastFailures.includes(reason);
      if (isNew || isNewHour) log.error({ reason }, 'the site needs attention');
    }
    lastFailures = failures;
  }

  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= beat()
      .catch((error) => log.error({ error: describeError(error) }, 'the heartbeat failed'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return {
    /** Resolves once the running check has ended, so that the store can be closed. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** What the monitor is told. A 'log' changes nothing there: it neither succeeds nor fails. */
type Signal = { kind: 'success' } | { kind: 'fail' | 'log'; text: string };

/**
 * Sends a signal to the monitor, in the protocol of healthchecks.io.
 *
 * @param url when empty, nothing is called
 * @returns why the monitor did not take the signal; undefined when it did
 */
export async function callMonitor(
  url: string,
  signal: Signal,
  stopping?: AbortSignal,
): Promise<string | undefined> {
  if (url === '') return undefined;
  const target = new URL(url);
  const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const options: RequestInit = {
    signal: stopping ? AbortSignal.any([stopping, timeout]) : timeout,
  };
  if (signal.kind !== 'success') {
    target.pathname = `${target.pathname.replace(/\/$/, '')}/${signal.kind}`;
    options.method = 'POST';
    options.body = signal.text;
  }
  try {
    const response = await fetch(target, options);
    const text = await response.text();
    if (!response.ok) return `it responded with ${response.status}`;
    // healthchecks.io responds with 200 to an id that it does not know.
    const [unknown] = /^OK \([a-z ]{1,40}\)/.exec(text) ?? [];
    return unknown && `it responded with '${unknown}'`;
  } catch (error) {
    return stopping?.aborted ? undefined : reasonOf(error);
  }
}
