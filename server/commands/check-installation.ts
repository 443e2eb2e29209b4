import type { ReleaseManifest } from '../../release/manifest.ts';
import { readRelease } from '../../runtime/read-release.ts';
import type { Settings } from '../../runtime/settings.ts';
import { checkHealth } from '../check-health.ts';
import { callMonitor } from '../heartbeat.ts';
import { senderOf } from '../outbox/compose-mail.ts';
import { mailServerAt } from '../outbox/mail-server.ts';
import { reviewSettings, type SettingsFinding } from '../review-settings.ts';
import { openStore } from '../store/store.ts';

type Finding = Pick<SettingsFinding, 'severity' | 'message'>;

/**
 * Checks the release, the database, the mail server and the monitor, none of which needs a running
 * server. It sends no mail, creates no database and leaves the state at the monitor as it is: only
 * the running server knows whether it serves the release.
 */
export async function checkInstallation(settings: Settings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fail = (message: string) => {
    findings.push({ severity: 'error', message });
  };
  let manifest: ReleaseManifest | undefined;
  try {
    ({ manifest } = await readRelease(settings.SITE_DIR));
    findings.push(...reviewSettings(settings, manifest));
  } catch (error) {
    fail((error as Error).message);
  }
  try {
    const store = await openStore(settings, { mayCreate: false, busyTimeoutMs: 5_000 });
    const failures = await checkHealth({ store, settings }, Date.now());
    await store.close();
    for (const message of failures) fail(message);
  } catch (error) {
    fail((error as Error).message);
  }
  const refusal = await callMonitor(settings.HEARTBEAT_URL, {
    kind: 'log',
    text: "'enquiries check' tried this address.",
  });
  if (refusal !== undefined) {
    const message = `The monitor at HEARTBEAT_URL did not take a call to '/log': ${refusal}.`;
    findings.push({ severity: 'warning', message });
  }
  try {
    if (settings.SMTP_URL !== '') {
      // The sender's domain is our name in EHLO. Without a release any name will do for the test.
      const sender = manifest ? senderOf({ manifest, settings }).address : 'localhost';
      await mailServerAt(settings.SMTP_URL, sender).verify();
    }
  } catch (error) {
    const { message } = error as Error;
    fail(`The mail server of SMTP_URL cannot be used: ${message}.`);
  }
  return findings;
}
