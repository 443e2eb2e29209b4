import { describe, expect, test } from 'vitest';
import type { AttemptOutcome, ClaimedMail } from '../../../../server/store/mails.ts';
import { attemptNext, NOON_MS } from '../examples.ts';
import { DAY_MS, FAILING, HOUR_MS, MINUTE_MS, type StoreUnderTest } from './store-under-test.ts';

/** Declares tests of how mails are claimed, and of the effect of each outcome of an attempt. */
export function testMails(setup: StoreUnderTest): void {
  describe('a claim', () => {
    test('a claim excludes other workers until its lease ends', async () => {
      await setup.accept({ isSpam: true });
      const claim = await setup.store.claimMail(NOON_MS);
      expect(await setup.store.claimMail(NOON_MS + 14 * MINUTE_MS)).toBeUndefined();
      const second = await setup.store.claimMail(NOON_MS + 16 * MINUTE_MS);
      expect(second).toMatchObject({ id: claim?.id, attempts: 2, messageId: claim?.messageId });
      // The first worker returns after its lease.
      const isHeld = await setup.store.settleMail(
        claim as ClaimedMail,
        { kind: 'delivered' },
        NOON_MS,
      );
      expect(isHeld).toBe(false);
      expect((await setup.store.listEnquiries())[0]?.mails).toMatchObject([{ state: 'queued' }]);
    });

    test('a claim counts attempts without a reply, crashes included', async () => {
      await setup.accept({ isSpam: true });
      const reason = 'ECONNRESET at content';
      const nowMs = NOON_MS + 16 * MINUTE_MS;
      const retry = { kind: 'retry', dueAtMs: nowMs, reason } as const;
      const claimed = (withoutReply: number) => ({ withoutReply });
      // The lease of the first claim ends without an outcome.
      expect(await setup.store.claimMail(NOON_MS)).toMatchObject(claimed(1));
      const noReply = { ...retry, hasNoReply: true };
      expect(await attemptNext(setup.store, noReply, nowMs)).toMatchObject(claimed(2));
      expect(await attemptNext(setup.store, retry, nowMs)).toMatchObject(claimed(3));
      expect(await attemptNext(setup.store, { kind: 'released', reason }, nowMs)).toMatchObject(
        claimed(3),
      );
      await setup.store.requeueMail(nowMs);
      expect(await setup.store.claimMail(nowMs)).toMatchObject(claimed(1));
    });

    test('a claim is exclusive among four workers on 1,000 mails', async () => {
      for (let i = 0; i < 1000; i += 1) await setup.accept({ isSpam: true });
      const stores = [setup.store, await setup.again(), setup.store, await setup.again()];
      const claims = (await Promise.all(stores.map((one) => setup.claimAll(one)))).flat();
      expect(claims).toHaveLength(1000);
      expect(new Set(claims.map(({ id }) => id)).size).toBe(1000);
      await Promise.all([stores[1]?.close(), stores[3]?.close()]);
    });

    test('a claim includes a mail that a clock jump left due in the far future', async () => {
      await setup.accept({ isSpam: true, receivedAtMs: NOON_MS + DAY_MS });
      expect(await setup.store.claimMail(NOON_MS)).toMatchObject({ attempts: 1 });
      expect(await setup.store.claimMail(NOON_MS)).toBeUndefined();
    });

    test('a claim takes mails of a network with many enquiries last', async () => {
      await setup.accept({ isSpam: true, isLowPriority: true, receivedAtMs: NOON_MS - HOUR_MS });
      await setup.accept({
        isSpam: true,
        fields: { email: 'a@b.example', name: 'Eerst', message: 'x' },
      });
      const names = (await setup.claimAll()).map(({ fields }) => fields.name);
      expect(names).toEqual(['Eerst', "D'Hondt"]);
    });
  });

  describe('the outcome of an attempt', () => {
    test('a released mail does not count the attempt, and is due at once', async () => {
      await setup.accept({ isSpam: true });
      await attemptNext(setup.store, { kind: 'released', reason: 'ECONNREFUSED' });
      expect(await setup.store.claimMail(NOON_MS)).toMatchObject({ attempts: 1 });
    });

    test('‘retry’ sets the due time and records the reason', async () => {
      await setup.accept({ isSpam: true });
      const dueAtMs = NOON_MS + 5 * MINUTE_MS;
      await attemptNext(setup.store, { kind: 'retry', dueAtMs, reason: '450 at DATA' });
      expect(await setup.store.nextDueAtMs()).toBe(dueAtMs);
      const [record] = await setup.store.listEnquiries();
      expect(record?.mails).toMatchObject([{ attempts: 1, dueAtMs, lastError: '450 at DATA' }]);
    });

    test('‘failed’ is unhealthy until the mail is requeued', async () => {
      await setup.accept();
      for (const claim of await setup.claimAll())
        await setup.store.settleMail(claim, FAILING, NOON_MS);
      const health = await setup.store.health(NOON_MS);
      expect(health).toEqual({ failed: 1, late: 0, reason: FAILING.reason });
      expect(await setup.store.nextDueAtMs()).toBeUndefined();
      const laterMs = NOON_MS + 3 * DAY_MS;
      expect(await setup.store.requeueMail(laterMs)).toBe(1);
      // The hour counts from the enquiry, not from the requeueing.
      expect(await setup.store.health(laterMs)).toMatchObject({ failed: 0, late: 1 });
      await attemptNext(setup.store, { kind: 'delivered' }, laterMs);
      expect(await setup.store.claimMail(laterMs)).toBeUndefined();
      const [record] = await setup.store.listEnquiries();
      // An old confirmation stays failed unless its enquiry is requeued.
      expect(record?.mails.map(({ state }) => state)).toEqual(['delivered', 'failed']);
      expect(await setup.store.requeueMail(NOON_MS, record?.id)).toBe(1);
    });

    test('the store tells to how many domains confirmations are refused, until one is delivered', async () => {
      const reason = '554 5.7.1 Relay access denied at RCPT TO';
      const refused = { kind: 'retry', dueAtMs: NOON_MS + HOUR_MS, reason } as const;
      let nowMs = NOON_MS;
      const confirm = async (domain: string, outcome: AttemptOutcome) => {
        nowMs += MINUTE_MS;
        const fields = { email: `zoe@${domain}`, name: 'Zoë', message: 'x' };
        await setup.accept({ fields, receivedAtMs: nowMs });
        for (const claim of await setup.claimAll(setup.store, nowMs)) {
          const delivered = { kind: 'delivered' } as const;
          const its = claim.kind === 'company' ? delivered : outcome;
          await setup.store.settleMail(claim, its, nowMs);
        }
      };
      await confirm('a.example', { ...refused, refusal: 'permanent' });
      await confirm('a.example', { ...refused, refusal: 'permanent' });
      await confirm('b.example', { ...refused, refusal: 'permanent', kind: 'failed' });
      expect(await setup.store.refusedConfirmations()).toEqual({ domains: 2, reason });
      await confirm('c.example', { ...FAILING, refusal: 'mailbox' });
      await confirm('d.example', { ...refused, refusal: 'temporary' });
      await confirm('e.example', refused);
      expect(await setup.store.refusedConfirmations()).toMatchObject({ domains: 2 });
      await confirm('f.example', { ...FAILING, refusal: 'temporary' });
      expect(await setup.store.refusedConfirmations()).toEqual({
        domains: 3,
        reason: FAILING.reason,
      });
      await confirm('g.example', { kind: 'delivered' });
      expect(await setup.store.refusedConfirmations()).toEqual({ domains: 0 });
    });

    test('requeue forgets the outcome of attempts: waiting and failed mails are due, claimed ones are not', async () => {
      const inAnHour = NOON_MS + HOUR_MS;
      const waiting = { kind: 'retry', dueAtMs: inAnHour, reason: '450 at RCPT TO' } as const;
      const ageDays = [0, 2, 4];
      for (const days of ageDays) await setup.accept({ receivedAtMs: NOON_MS - days * DAY_MS });
      for (const claim of await setup.claimAll()) {
        await setup.store.settleMail(claim, claim.kind === 'company' ? waiting : FAILING, NOON_MS);
      }
      // An enquiry is delivered, and the mails of another one are claimed.
      await setup.accept();
      for (const claim of await setup.claimAll()) {
        await setup.store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      await setup.accept();
      expect(await setup.claimAll()).toHaveLength(2);
      expect(await setup.store.lastRequeueAtMs()).toBeUndefined();

      expect(await setup.store.requeueMail(NOON_MS + 1)).toBe(5);
      expect(await setup.store.lastRequeueAtMs()).toBe(NOON_MS + 1);
      const due = await setup.claimAll(setup.store, NOON_MS + 1);
      const ages = due.map((mail) => `${mail.kind} ${(NOON_MS - mail.receivedAtMs) / DAY_MS}`);
      expect(ages.sort()).toEqual([
        ...['company 0', 'company 2', 'company 4', 'confirmation 0', 'confirmation 2'],
      ]);
      for (const mail of due) expect(mail).toMatchObject({ attempts: 1, queuedAtMs: NOON_MS + 1 });
      // After their leases, mails of a crashed process are due.
      expect(await setup.store.requeueMail(NOON_MS + 16 * MINUTE_MS)).toBe(7);
    });

    test('an attempt without an outcome for an hour is unhealthy', async () => {
      await setup.accept();
      expect(await setup.store.health(NOON_MS + 59 * MINUTE_MS)).toEqual({ failed: 0, late: 0 });
      expect(await setup.store.health(NOON_MS + 61 * MINUTE_MS)).toEqual({ failed: 0, late: 1 });
    });
  });
}
