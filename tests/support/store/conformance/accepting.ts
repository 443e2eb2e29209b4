import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exampleEnquiry, NOON_MS } from '../examples.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, RETENTION, type StoreUnderTest } from './store-under-test.ts';

/** Declares what accepting an enquiry does, its confirmation, and counts of visits. */
export function testAccepting(setup: StoreUnderTest): void {
  describe('an accepted enquiry', () => {
    test('an accepted enquiry survives a restart with every field and both queued mails', async () => {
      const enquiry = exampleEnquiry();
      expect(await setup.store.storeEnquiry(enquiry)).toBe('stored');
      await setup.reopen();
      const [record] = await setup.store.listEnquiries();
      expect(record).toMatchObject({ receivedAtMs: NOON_MS, fields: enquiry.fields });
      expect(record?.mails.map(({ kind, state }) => [kind, state])).toEqual([
        ['company', 'queued'],
        ['confirmation', 'queued'],
      ]);
      const claims = await setup.claimAll();
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['company', 'confirmation']);
      for (const claim of claims) {
        expect(claim).toMatchObject({ fields: enquiry.fields, receivedAtMs: NOON_MS, attempts: 1 });
        expect(claim.messageId).toMatch(/^<[\w-]+@maanzaad\.example>$/);
      }
    });

    test('an enquiry is stored once for repeated and concurrent submissions', async () => {
      const idempotencyKey = randomUUID();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => setup.accept({ idempotencyKey })),
      );
      expect(results.sort()).toEqual([...Array(7).fill('repeated'), 'stored']);
      expect(await setup.accept({ idempotencyKey, bodyHash: 'b'.repeat(64) })).toBe('other-body');
      expect(await setup.store.findSubmission(idempotencyKey)).toBe('a'.repeat(64));
      expect(await setup.store.listEnquiries()).toHaveLength(1);
    });

    test('an accepted enquiry spends its captcha, also for concurrent enquiries', async () => {
      const captcha = { nonce: randomUUID(), expiresAtMs: NOON_MS };
      const results = await Promise.all(Array.from({ length: 5 }, () => setup.accept({ captcha })));
      expect(results.sort()).toEqual([...Array(4).fill('captcha-spent'), 'stored']);
      expect(await setup.store.listEnquiries()).toHaveLength(1);
      // The captcha expired long ago, and the clock is set back a day.
      await setup.store.eraseExpired(NOON_MS + DAY_MS, RETENTION);
      expect(await setup.accept({ captcha })).toBe('captcha-spent');
    });
  });

  test('counts of visits add up, also of two servers', async () => {
    const other = await setup.again();
    const count = (day: string, page: string) => ({ day, kind: 'view', page, count: 2 }) as const;
    const day = '2027-03-05';
    const [home, info] = [count(day, '/home'), count(day, '/info')];
    for (let i = 0; i < 5; i += 1) {
      await setup.store.addVisits([home, info]);
      await other.addVisits([info, home]);
    }
    await setup.store.addVisits([count('2027-03-04', '/home')]);
    await other.eraseVisits(day);
    const rows = await other.readVisits('2027-03-01');
    await other.close();
    expect(rows.map((row) => `${row.page} ${row.count}`).sort()).toEqual(['/home 20', '/info 20']);
  });

  describe('confirmations', () => {
    test('confirmations are limited to three an hour and six a day per mailbox', async () => {
      const mailbox = 'zoe@voorbeeld.example';
      const minutes = [0, 10, 20, 30, 61, 71, 81, 142, 24 * 60 + 1];
      for (const minute of minutes) {
        await setup.accept({ mailbox, receivedAtMs: NOON_MS + minute * MINUTE_MS });
      }
      const records = (await setup.store.listEnquiries()).reverse();
      const [sent, limit] = [undefined, 'mailbox-limit'];
      expect(records.map(({ confirmationSkipped }) => confirmationSkipped)).toEqual([
        ...[sent, sent, sent, limit, sent, sent, sent, limit, sent],
      ]);
    });

    test('confirmations are limited to three per mailbox for concurrent enquiries', async () => {
      await Promise.all(
        Array.from({ length: 6 }, () => setup.accept({ mailbox: 'zoe@x.example' })),
      );
      const kinds = (await setup.claimAll()).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'confirmation')).toHaveLength(3);
      expect(kinds.filter((kind) => kind === 'company')).toHaveLength(6);
    });

    test('confirmations are limited to 60 an hour, and the enquiry records why', async () => {
      for (let i = 0; i < 62; i += 1) await setup.accept();
      const records = await setup.store.listEnquiries({ limit: 100 });
      const skipped = records.filter(({ confirmationSkipped }) => confirmationSkipped);
      expect(skipped.map((record) => record.confirmationSkipped)).toEqual([
        'hour-limit',
        'hour-limit',
      ]);
      await setup.accept({ receivedAtMs: NOON_MS + HOUR_MS });
      expect((await setup.store.listEnquiries())[0]?.mails).toHaveLength(2);
    });

    test('confirmations are not sent for possible spam', async () => {
      await setup.accept({ isSpam: true });
      expect(await setup.claimAll()).toMatchObject([{ kind: 'company', isSpam: true }]);
    });
  });
}
