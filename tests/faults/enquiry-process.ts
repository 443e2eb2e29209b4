import { createLog } from '../../runtime/log.ts';
import { parseSettings } from '../../runtime/settings.ts';
import { createMailer } from '../../server/outbox/create-mailer.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openStore } from '../../server/store/store.ts';
import { TEST_RELEASE } from '../support/content/test-release.ts';
import { exampleEnquiry } from '../support/store/examples.ts';
import { until } from '../support/until.ts';

/*
 * Stores an enquiry under IDEMPOTENCY_KEY, prints the result, and delivers mails until none is due.
 * It is the server without HTTP, for a test that kills it at each step.
 */
const settings = parseSettings(process.env);
const log = createLog('silent');
const manifest = { ...TEST_RELEASE, sampleFacts: settings.SMTP_URL === '' };
const store = await openStore(settings);
const idempotencyKey = String(process.env.IDEMPOTENCY_KEY);
const result = await store.storeEnquiry(
  exampleEnquiry({
    idempotencyKey,
    receivedAtMs: Date.now(),
    fields: { email: 'zoe@voorbeeld.example', name: 'Zoë', message: idempotencyKey },
  }),
);
console.log(result);
const outbox = startOutbox({ store, log, ...createMailer(settings, () => manifest, log) });
await until('no mail is due', async () => (await store.nextDueAtMs()) === undefined);
await outbox.stop(5_000);
await store.close();
