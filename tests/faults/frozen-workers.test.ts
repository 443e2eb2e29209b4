import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PARALLEL_DELIVERIES } from '../../server/outbox/open-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { count } from '../soak.ts';
import { exampleEnquiry } from '../store-examples.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { openSmtpDouble } from './smtp-double.ts';
import { type OutboxProcess, startOutboxProcess } from './start-outbox-process.ts';

/** Several processes deliver from one PostgreSQL; some stand still (SIGSTOP) past their lease. */

const MAILS = count(120);
/** At most; a run ends when all mail is delivered. */
const FREEZES = count(4);
const MOST_PROCESSES = count(2);
/** How long a mail takes while all but one stand still: some must be left when they go on. */
const PACE_MS = 50;
/** So much faster do the clocks of the frozen run, to let a lease run out in three seconds. */
const SPEED = 40;

/** Writes down who claimed and who ended each try, by the connection's application name. */
const WITNESS = `
  CREATE TABLE witness (
    step BIGSERIAL, mail_id TEXT, writer TEXT, old_state TEXT, new_state TEXT, token BIGINT
  );
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO witness (mail_id, writer, old_state, new_state, token) VALUES
      (NEW.id, current_setting('application_name'), OLD.state, NEW.state, NEW.fencing_token);
    RETURN NEW;
  END $$;
  CREATE TRIGGER note AFTER UPDATE ON mail FOR EACH ROW EXECUTE FUNCTION note();
`;

/** Ends of a try written by another than the one who holds that token. */
const STALE_WRITES = `
  SELECT ended.* FROM witness ended
  JOIN witness claimed ON claimed.mail_id = ended.mail_id AND claimed.token = ended.token
    AND claimed.new_state = 'sending'
  WHERE ended.new_state <> 'sending' AND ended.writer <> claimed.writer
`;

let postgres: TestPostgres;
let databaseUrl: string;
let client: Client;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

beforeEach(
  async () => {
    databaseUrl = await postgres.createDatabase();
    const store = await openStore({ dataDir: '', databaseUrl });
    for (let mails = 0; mails < MAILS; mails += 2) {
      await store.acceptEnquiry(exampleEnquiry({ receivedAtMs: Date.now() }));
    }
    await store.close();
    client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(WITNESS);
    return () => client.end();
  },
  faultTimeoutMs(MAILS, 20),
);

afterAll(() => postgres?.dispose());

function startWorkers(count: number, port: number, clockSpeed: number): Promise<OutboxProcess[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      startOutboxProcess({
        dataDir: '',
        databaseUrl: `${databaseUrl}?application_name=worker-${index}`,
        smtpUrl: `smtp://127.0.0.1:${port}?name=worker-${index}`,
        clockSpeed,
        parallel: PARALLEL_DELIVERIES,
      }),
    ),
  );
}

async function untilAllDelivered(workers: OutboxProcess[]): Promise<void> {
  const store = await openStore({ dataDir: '', databaseUrl });
  await workers[0]?.untilDelivered(store);
  await store.close();
  for (const { pid } of workers) process.kill(pid, 'SIGCONT');
  await Promise.all(workers.map((worker) => worker.stop()));
}

const results: string[] = [];

it('deliver every mail once while nobody stands still', {
  timeout: faultTimeoutMs(MAILS, 100),
}, async () => {
  const double = await openSmtpDouble();
  await untilAllDelivered(await startWorkers(MOST_PROCESSES, double.port, 1));
  const delivered = double.messages.map(({ messageId }) => messageId);
  expect(delivered).toHaveLength(MAILS);
  expect(new Set(delivered).size).toBe(MAILS);
  // Otherwise one process did it all, and nothing was shared.
  expect(new Set(double.messages.map((message) => message.client)).size).toBeGreaterThan(1);
  await double.close();
});

it.each([...new Set([2, MOST_PROCESSES])])(
  'write nothing about a mail that another has taken over while they stood still: %i processes',
  {
    timeout: faultTimeoutMs(MAILS, 100) + FREEZES * 20_000,
  },
  async (processes) => {
    let workers: OutboxProcess[] = [];
    /** Who stands still, by the mail it was just sending. */
    const frozen = new Map<string, { name: string; pid: number }>();
    let freezes = 0;
    let overtaken = 0;
    const double = await openSmtpDouble(async (step, name) => {
      const isLastOne = frozen.size >= processes - 1;
      if (step === 'MAIL' && isLastOne && freezes < FREEZES) await sleep(PACE_MS);
      const messageId = double.messages.at(-1)?.messageId;
      if (step !== 'dot' || messageId === undefined) return undefined;
      const victim = frozen.get(messageId);
      if (victim && victim.name !== name) {
        overtaken += 1;
        // Its lease has run out and another has sent its mail: now it may go on.
        frozen.delete(messageId);
        process.kill(victim.pid, 'SIGCONT');
      }
      // A second copy has been overtaken already: nobody would come to end that stand.
      const copies = double.messages.filter((message) => message.messageId === messageId).length;
      const worker = workers[Number(name.split('-')[1])];
      const standStill = [...frozen.values()];
      if (freezes >= FREEZES || standStill.length >= processes - 1) return undefined;
      if (!worker || copies > 1 || standStill.some((each) => each.name === name)) return undefined;
      freezes += 1;
      frozen.set(messageId, { name, pid: worker.pid });
      process.kill(worker.pid, 'SIGSTOP');
      return undefined;
    });
    workers = await startWorkers(processes, double.port, SPEED);
    await untilAllDelivered(workers);

    const { rows } = await client.query(STALE_WRITES);
    expect(rows).toEqual([]);
    const witnessed = await client.query('SELECT count(DISTINCT writer) AS writers FROM witness');
    expect(Number(witnessed.rows[0]?.writers)).toBeGreaterThan(1);
    expect(new Set(double.messages.map(({ messageId }) => messageId)).size).toBe(MAILS);
    const refused = workers
      .flatMap((worker) => worker.log())
      .filter((line) => /another/.test(line));
    // Otherwise nobody came back too late, and nothing was put to the test.
    expect(refused.length).toBeGreaterThan(0);
    const repeats = double.messages.length - MAILS;
    // Of two that sent the same mail one comes too late, and says so: a busy machine, too, lets leases
    // run out.
    expect(repeats).toBeLessThanOrEqual(refused.length);
    results.push(
      `${processes} processes, ${freezes} freezes (${overtaken} overtaken): 0 writes with a stale token ` +
        `(${refused.length} refused), all delivered, ${repeats} twice`,
    );
    await double.close();
  },
);
