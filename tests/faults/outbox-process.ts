/**
 * Store and outbox in a process of their own, with a clock that runs ahead or faster, for tests
 * that kill and freeze. Settings come as JSON in the first argument; each log line leaves as JSON.
 */

import { type Clock, systemClock } from '../../server/outbox/clock.ts';
import type { MailTransport } from '../../server/outbox/mail-transport.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openSmtpTransport } from '../../server/outbox/smtp-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import { EXAMPLE_ADDRESSES } from '../store-examples.ts';
import { TEST_DIGESTS } from '../test-digests.ts';
import { die, dieWithin, dyingStore, untilLookedInto } from './dying-store.ts';
import type { OutboxProcessSettings } from './start-outbox-process.ts';

const settings = JSON.parse(process.argv[2] ?? '') as OutboxProcessSettings;
const { clockAheadMs = 0, clockSpeed = 1, parallel = 2, killedBy } = settings;

const startedAtMs = Date.now();
const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms / clockSpeed, signal);
const clock: Clock = {
  nowMs: () => Math.round(startedAtMs + clockAheadMs + (Date.now() - startedAtMs) * clockSpeed),
  sleep,
  watch: sleep,
};
const write = (level: string) => (fields: object, message: string) => {
  process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
};

const { dieOpeningWithinMs } = settings;
if (dieOpeningWithinMs !== undefined) {
  void untilLookedInto(settings).then(() => dieWithin(dieOpeningWithinMs));
}
const opened = await openStore(settings);
const store = settings.death ? dyingStore(opened, settings.death) : opened;
const smtp = openSmtpTransport({ url: settings.smtpUrl, site: () => EXAMPLE_ADDRESSES });
const transport: MailTransport = {
  ...smtp,
  deliver: (mail, signal) => (mail.subject === killedBy ? die() : smtp.deliver(mail, signal)),
};
const outbox = startOutbox({
  store,
  transport,
  clock,
  log: { info: write('info'), warn: write('warn'), error: write('error') },
  random: Math.random,
  parallel,
  lookEveryMs: 200 * clockSpeed,
  digests: TEST_DIGESTS,
});
process.on('SIGTERM', async () => {
  await outbox.stop(5_000);
  transport.close();
  await store.close();
});
