import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { TEST_SECRET } from '../../tests/test-site.ts';
import { parseSettings } from '../settings.ts';
import { createLimits, type Limits } from './limits.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let postgres: TestPostgres;
let pool: Pool;
/** Two servers on one database. */
let one: Limits;
let other: Limits;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.dispose());
beforeEach(async () => {
  pool = new Pool({ connectionString: await postgres.createDatabase(), max: 10 });
  pool.on('error', () => undefined);
  const { limits } = parseSettings({ LIMIT_ENQUIRIES_PER_ADDRESS: '3', LIMIT_CONFIRMATIONS: '5' });
  // At once, as servers start after a reboot.
  const servers = Array.from({ length: 8 }, () => createLimits(limits, TEST_SECRET, pool));
  [one, other] = (await Promise.all(servers)) as [Limits, Limits, ...Limits[]];
});
afterEach(() => pool.end());

const count = (limits: Limits) => limits.countEnquiry('192.0.2.1', 'maanzaad');

describe('limits of servers on one database', () => {
  it('are counted together', async () => {
    expect([await count(one), await count(other), await count(one)]).toEqual(
      Array(3).fill(undefined),
    );
    expect(await count(other)).toBeGreaterThan(3500);
    await other.uncountEnquiry('192.0.2.1', 'maanzaad');
    await other.uncountEnquiry('192.0.2.1', 'maanzaad');
    expect(await count(one)).toBeUndefined();
  });

  it('let exactly as many through as they allow, when all come at once', async () => {
    const limits = [one, other];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => count(limits[i % 2] ?? one)),
    );
    expect(answers.filter((wait) => wait === undefined)).toHaveLength(3);
  });

  it('confirm once per mailbox, whichever server is asked', async () => {
    expect(await one.countConfirmation('zoe@example.org')).toBe(true);
    expect(await other.countConfirmation('ZOE+x@example.org')).toBe(false);
    await one.uncountConfirmation('zoe@example.org');
    await one.uncountConfirmation('zoe@example.org');
    expect(await other.countConfirmation('zoe@example.org')).toBe(true);
  });

  it('let one server handle a submission, and another take it over with what was counted', async () => {
    const claims = await Promise.all(
      [one, other, one, other].map((limits) => limits.claimSubmission('id')),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await one.countConfirmation('zoe@example.org')).toBe(true);
    expect(await other.wasConfirmationCounted('zoe@example.org')).toBe(true);
    await one.unclaimSubmission('id');
    expect(await other.claimSubmission('id')).toBe(true);
  });

  it('keep no address of anybody', async () => {
    await count(one);
    await one.countCall('192.0.2.1');
    await one.countConfirmation('zoe@example.org');
    await one.claimSubmission('id');
    const { rows } = await pool.query('SELECT key FROM limits');
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/zoe|example|192/);
  });

  it('say so when the database is away, and go on when it is back', async () => {
    await postgres.stop();
    await expect(one.countCall('192.0.2.1')).rejects.toThrow();
    await postgres.start();
    expect(await one.countCall('192.0.2.1')).toBeUndefined();
  });
});
