import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENQUIRY_STATES } from '../../enquiry/enquiry-states.ts';
import type { EnquiryFilter, Retention } from '../../server/store/enquiries.ts';
import type { ClaimedMail, TryOutcome } from '../../server/store/mails.ts';
import type { Store } from '../../server/store/store.ts';
import { exampleEnquiry, NOON_MS, tryNext } from './store-examples.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RETENTION = { days: 30, bookedUntilParty: false };

/**
 * Declares what every store must do, for SQLite and for PostgreSQL.
 *
 * @param open opens an empty store, and the same again: a second process on the same data
 */
export function testStoreConformance(
  open: () => Promise<{ store: Store; again: () => Promise<Store> }>,
) {
  let store: Store;
  let again: () => Promise<Store>;
  beforeEach(async () => {
    ({ store, again } = await open());
  });
  afterEach(() => store.close());

  async function claimAll(from = store, nowMs = NOON_MS): Promise<ClaimedMail[]> {
    const claims: ClaimedMail[] = [];
    for (;;) {
      const claim = await from.claimMail(nowMs);
      if (!claim) return claims;
      claims.push(claim);
    }
  }
  const accept = (change: Parameters<typeof exampleEnquiry>[0] = {}) =>
    store.storeEnquiry(exampleEnquiry(change));
  const failing = { kind: 'failed', reason: '550 5.1.1 at RCPT TO' } as const;

  describe('an accepted enquiry', () => {
    it('survives a restart with every field and both queued mails', async () => {
      const enquiry = exampleEnquiry();
      expect(await store.storeEnquiry(enquiry)).toBe('stored');
      await store.close();
      store = await again();
      const [record] = await store.listEnquiries();
      expect(record).toMatchObject({ receivedAtMs: NOON_MS, fields: enquiry.fields });
      expect(record?.mails.map(({ kind, state }) => [kind, state])).toEqual([
        ['company', 'queued'],
        ['confirmation', 'queued'],
      ]);
      const claims = await claimAll();
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['company', 'confirmation']);
      for (const claim of claims) {
        expect(claim).toMatchObject({ fields: enquiry.fields, receivedAtMs: NOON_MS, tries: 1 });
        expect(claim.messageId).toMatch(/^<[\w-]+@maanzaad\.example>$/);
      }
    });

    it('is stored once for repeated and concurrent submissions', async () => {
      const idempotencyKey = randomUUID();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => accept({ idempotencyKey })),
      );
      expect(results.sort()).toEqual([...Array(7).fill('repeated'), 'stored']);
      expect(await accept({ idempotencyKey, bodyHash: 'b'.repeat(64) })).toBe('other-body');
      expect(await store.findSubmission(idempotencyKey)).toBe('a'.repeat(64));
      expect(await store.listEnquiries()).toHaveLength(1);
    });

    it('spends its captcha, also for concurrent enquiries', async () => {
      const captcha = { nonce: randomUUID(), expiresAtMs: NOON_MS };
      const results = await Promise.all(Array.from({ length: 5 }, () => accept({ captcha })));
      expect(results.sort()).toEqual([...Array(4).fill('captcha-spent'), 'stored']);
      expect(await store.listEnquiries()).toHaveLength(1);
      // The captcha expired long ago, and the clock is set back a day.
      await store.eraseExpired(NOON_MS + DAY_MS, RETENTION);
      expect(await accept({ captcha })).toBe('captcha-spent');
    });
  });

  it('counts of visits add up, also of two servers', async () => {
    const other = await again();
    const count = (day: string, page: string) => ({ day, kind: 'view', page, count: 2 }) as const;
    const day = '2027-03-05';
    const [home, info] = [count(day, '/home'), count(day, '/info')];
    for (let i = 0; i < 5; i += 1) {
      await store.addVisits([home, info]);
      await other.addVisits([info, home]);
    }
    await store.addVisits([count('2027-03-04', '/home')]);
    await other.eraseVisits(day);
    const rows = await other.readVisits('2027-03-01');
    await other.close();
    expect(rows.map((row) => `${row.page} ${row.count}`).sort()).toEqual(['/home 20', '/info 20']);
  });

  describe('confirmations', () => {
    it('are limited to three an hour and six a day per mailbox', async () => {
      const mailbox = 'zoe@voorbeeld.example';
      const minutes = [0, 10, 20, 30, 61, 71, 81, 142, 24 * 60 + 1];
      for (const minute of minutes) {
        await accept({ mailbox, receivedAtMs: NOON_MS + minute * MINUTE_MS });
      }
      const records = (await store.listEnquiries()).reverse();
      const [sent, limit] = [undefined, 'mailbox-limit'];
      expect(records.map(({ confirmationSkipped }) => confirmationSkipped)).toEqual([
        ...[sent, sent, sent, limit, sent, sent, sent, limit, sent],
      ]);
    });

    it('are limited to three per mailbox for concurrent enquiries', async () => {
      await Promise.all(Array.from({ length: 6 }, () => accept({ mailbox: 'zoe@x.example' })));
      const kinds = (await claimAll()).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'confirmation')).toHaveLength(3);
      expect(kinds.filter((kind) => kind === 'company')).toHaveLength(6);
    });

    it('are limited to 60 an hour, and the enquiry records why', async () => {
      for (let i = 0; i < 62; i += 1) await accept();
      const records = await store.listEnquiries({ limit: 100 });
      const skipped = records.filter(({ confirmationSkipped }) => confirmationSkipped);
      expect(skipped.map((record) => record.confirmationSkipped)).toEqual([
        'hour-limit',
        'hour-limit',
      ]);
      await accept({ receivedAtMs: NOON_MS + HOUR_MS });
      expect((await store.listEnquiries())[0]?.mails).toHaveLength(2);
    });

    it('are not sent for possible spam', async () => {
      await accept({ isSpam: true });
      expect(await claimAll()).toMatchObject([{ kind: 'company', isSpam: true }]);
    });
  });

  describe('a claim', () => {
    it('excludes other workers until its lease ends', async () => {
      await accept({ isSpam: true });
      const claim = await store.claimMail(NOON_MS);
      expect(await store.claimMail(NOON_MS + 14 * MINUTE_MS)).toBeUndefined();
      const second = await store.claimMail(NOON_MS + 16 * MINUTE_MS);
      expect(second).toMatchObject({ id: claim?.id, tries: 2, messageId: claim?.messageId });
      // The first worker returns after its lease.
      const isHeld = await store.settleMail(claim as ClaimedMail, { kind: 'delivered' }, NOON_MS);
      expect(isHeld).toBe(false);
      expect((await store.listEnquiries())[0]?.mails).toMatchObject([{ state: 'queued' }]);
    });

    it('counts tries without an answer, crashes included', async () => {
      await accept({ isSpam: true });
      const reason = 'ECONNRESET at content';
      const nowMs = NOON_MS + 16 * MINUTE_MS;
      const retry = { kind: 'retry', dueAtMs: nowMs, reason } as const;
      const claimed = (unanswered: number) => ({ unanswered });
      // The lease of the first claim ends without an outcome.
      expect(await store.claimMail(NOON_MS)).toMatchObject(claimed(1));
      const unanswered = { ...retry, isUnanswered: true };
      expect(await tryNext(store, unanswered, nowMs)).toMatchObject(claimed(2));
      expect(await tryNext(store, retry, nowMs)).toMatchObject(claimed(3));
      expect(await tryNext(store, { kind: 'returned', reason }, nowMs)).toMatchObject(claimed(3));
      await store.requeueMail(nowMs);
      expect(await store.claimMail(nowMs)).toMatchObject(claimed(1));
    });

    it('is exclusive among four workers on 1,000 mails', async () => {
      for (let i = 0; i < 1000; i += 1) await accept({ isSpam: true });
      const stores = [store, await again(), store, await again()];
      const claims = (await Promise.all(stores.map((one) => claimAll(one)))).flat();
      expect(claims).toHaveLength(1000);
      expect(new Set(claims.map(({ id }) => id)).size).toBe(1000);
      await Promise.all([stores[1]?.close(), stores[3]?.close()]);
    });

    it('includes a mail that a clock jump left due in the far future', async () => {
      await accept({ isSpam: true, receivedAtMs: NOON_MS + DAY_MS });
      expect(await store.claimMail(NOON_MS)).toMatchObject({ tries: 1 });
      expect(await store.claimMail(NOON_MS)).toBeUndefined();
    });

    it('takes mails of a network with many enquiries last', async () => {
      await accept({ isSpam: true, leavesLast: true, receivedAtMs: NOON_MS - HOUR_MS });
      await accept({ isSpam: true, fields: { email: 'a@b.example', name: 'Eerst', message: 'x' } });
      const names = (await claimAll()).map(({ fields }) => fields.name);
      expect(names).toEqual(['Eerst', "D'Hondt"]);
    });
  });

  describe('the outcome of a try', () => {
    it('‘returned’ does not count, and the mail is due at once', async () => {
      await accept({ isSpam: true });
      await tryNext(store, { kind: 'returned', reason: 'ECONNREFUSED' });
      expect(await store.claimMail(NOON_MS)).toMatchObject({ tries: 1 });
    });

    it('‘retry’ sets the due time and records the reason', async () => {
      await accept({ isSpam: true });
      const dueAtMs = NOON_MS + 5 * MINUTE_MS;
      await tryNext(store, { kind: 'retry', dueAtMs, reason: '450 at DATA' });
      expect(await store.nextDueAtMs()).toBe(dueAtMs);
      const [record] = await store.listEnquiries();
      expect(record?.mails).toMatchObject([{ tries: 1, dueAtMs, lastError: '450 at DATA' }]);
    });

    it('‘failed’ is unhealthy until the mail is requeued', async () => {
      await accept();
      for (const claim of await claimAll()) await store.settleMail(claim, failing, NOON_MS);
      const health = await store.health(NOON_MS);
      expect(health).toEqual({ failed: 1, late: 0, reason: failing.reason });
      expect(await store.nextDueAtMs()).toBeUndefined();
      const laterMs = NOON_MS + 3 * DAY_MS;
      expect(await store.requeueMail(laterMs)).toBe(1);
      // The hour counts from the enquiry, not from the requeueing.
      expect(await store.health(laterMs)).toMatchObject({ failed: 0, late: 1 });
      await tryNext(store, { kind: 'delivered' }, laterMs);
      expect(await store.claimMail(laterMs)).toBeUndefined();
      const [record] = await store.listEnquiries();
      // An old confirmation stays failed unless its enquiry is requeued.
      expect(record?.mails.map(({ state }) => state)).toEqual(['delivered', 'failed']);
      expect(await store.requeueMail(NOON_MS, record?.id)).toBe(1);
    });

    it('tells to how many domains confirmations are refused, until one is delivered', async () => {
      const reason = '554 5.7.1 Relay access denied at RCPT TO';
      const refused = { kind: 'retry', dueAtMs: NOON_MS + HOUR_MS, reason } as const;
      let nowMs = NOON_MS;
      const confirm = async (domain: string, outcome: TryOutcome) => {
        nowMs += MINUTE_MS;
        const fields = { email: `zoe@${domain}`, name: 'Zoë', message: 'x' };
        await accept({ fields, receivedAtMs: nowMs });
        for (const claim of await claimAll(store, nowMs)) {
          const delivered = { kind: 'delivered' } as const;
          const its = claim.kind === 'company' ? delivered : outcome;
          await store.settleMail(claim, its, nowMs);
        }
      };
      await confirm('a.example', { ...refused, refusal: 'permanent' });
      await confirm('a.example', { ...refused, refusal: 'permanent' });
      await confirm('b.example', { ...refused, refusal: 'permanent', kind: 'failed' });
      expect(await store.refusedConfirmations()).toEqual({ domains: 2, reason });
      await confirm('c.example', { ...failing, refusal: 'mailbox' });
      await confirm('d.example', { ...refused, refusal: 'temporary' });
      await confirm('e.example', refused);
      expect(await store.refusedConfirmations()).toMatchObject({ domains: 2 });
      await confirm('f.example', { ...failing, refusal: 'temporary' });
      expect(await store.refusedConfirmations()).toEqual({ domains: 3, reason: failing.reason });
      await confirm('g.example', { kind: 'delivered' });
      expect(await store.refusedConfirmations()).toEqual({ domains: 0 });
    });

    it('is forgotten by requeue: waiting and failed mails are due, those in hand are not', async () => {
      const inAnHour = NOON_MS + HOUR_MS;
      const waiting = { kind: 'retry', dueAtMs: inAnHour, reason: '450 at RCPT TO' } as const;
      const ageDays = [0, 2, 4];
      for (const days of ageDays) await accept({ receivedAtMs: NOON_MS - days * DAY_MS });
      for (const claim of await claimAll()) {
        await store.settleMail(claim, claim.kind === 'company' ? waiting : failing, NOON_MS);
      }
      // An enquiry is delivered, and the mails of another one are in hand.
      await accept();
      for (const claim of await claimAll()) {
        await store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      await accept();
      expect(await claimAll()).toHaveLength(2);
      expect(await store.lastRequeueAtMs()).toBeUndefined();

      expect(await store.requeueMail(NOON_MS + 1)).toBe(5);
      expect(await store.lastRequeueAtMs()).toBe(NOON_MS + 1);
      const due = await claimAll(store, NOON_MS + 1);
      const ages = due.map((mail) => `${mail.kind} ${(NOON_MS - mail.receivedAtMs) / DAY_MS}`);
      expect(ages.sort()).toEqual([
        ...['company 0', 'company 2', 'company 4', 'confirmation 0', 'confirmation 2'],
      ]);
      for (const mail of due) expect(mail).toMatchObject({ tries: 1, queuedAtMs: NOON_MS + 1 });
      // After their leases, mails of a crashed process are due.
      expect(await store.requeueMail(NOON_MS + 16 * MINUTE_MS)).toBe(7);
    });

    it('missing for an hour is unhealthy', async () => {
      await accept();
      expect(await store.health(NOON_MS + 59 * MINUTE_MS)).toEqual({ failed: 0, late: 0 });
      expect(await store.health(NOON_MS + 61 * MINUTE_MS)).toEqual({ failed: 0, late: 1 });
    });
  });

  describe('the list', () => {
    it('is sorted by time of receipt or by the date of the party', async () => {
      const dates = ['5-3-2027', undefined, '12-11-2026', '1-1-2028'];
      for (const [i, date] of dates.entries()) {
        const fields = { email: 'a@b.example', name: `${i}`, message: 'x', ...(date && { date }) };
        await accept({ fields, receivedAtMs: NOON_MS + i });
      }
      const namesBy = async (filter: EnquiryFilter) =>
        (await store.listEnquiries(filter)).map(({ fields }) => fields.name).join('');
      expect(await namesBy({ sortBy: 'received' })).toBe('3210');
      const sortBy = 'partyDate';
      expect(await namesBy({ sortBy, today: '2026-11-12' })).toBe('2031');
      // Parties that are over come last, the latest of them first.
      expect(await namesBy({ sortBy, today: '2027-03-06' })).toBe('3102');
      expect(await store.listEnquiries({ limit: 3 })).toHaveLength(3);
    });

    it('finds words in any field or note, in any spelling of letters and dates', async () => {
      const common = { email: 'a@b.example', message: 'Een feest in de tuin' };
      await accept({ fields: { ...common, name: 'Zoë', date: '5-3-2027' } });
      await accept({ fields: { ...common, name: 'Bert', partyLocation: 'Schuur, Zaaddonk' } });
      const find = async (search: string, limit = 50) =>
        (await store.listEnquiries({ search, limit })).map(({ fields }) => fields.name).sort();
      for (const search of ['zoe', 'ZOË', '5/3/2027', '05-03-2027', '2027-03-05', '5 maart']) {
        expect.soft(await find(search), search).toEqual(['Zoë']);
      }
      expect(await find('schuur tuin')).toEqual(['Bert']);
      expect(await find('tuin')).toEqual(['Bert', 'Zoë']);
      expect(await find('tuin', 1)).toHaveLength(1);
      expect(await find('%')).toEqual([]);
      const [bert] = await store.listEnquiries({ search: 'bert' });
      await store.setNote(bert?.id ?? '', { note: 'Belt terug in mei', before: '' });
      expect(await find('belt MEI')).toEqual(['Bert']);
    });

    it('has the state and the note of each enquiry, and counts the new ones', async () => {
      await accept();
      await accept();
      const [one, other] = await store.listEnquiries();
      const id = one?.id ?? '';
      expect([one?.state, one?.note, await store.countNew()]).toEqual(['new', '', 2]);
      for (const state of ENQUIRY_STATES.toReversed()) {
        expect(await store.setState(id, state)).toBe(true);
        expect((await store.readEnquiry(id))?.state).toBe(state);
        const found = await store.listEnquiries({ state });
        expect(found.map((enquiry) => enquiry.id)).toContain(id);
        expect(await store.countNew()).toBe(state === 'new' ? 2 : 1);
      }
      await store.setState(id, 'booked');
      const found = await store.listEnquiries({ state: 'booked' });
      expect(found.map((enquiry) => enquiry.id)).toEqual([id]);
      expect((await store.readEnquiry(other?.id ?? ''))?.state).toBe('new');
      expect(await store.setState('0', 'booked')).toBe(false);
    });

    it('keeps a note that another device changed', async () => {
      await accept();
      const id = (await store.listEnquiries())[0]?.id ?? '';
      const write = (note: string, before: string) => store.setNote(id, { note, before });
      expect(await write('120 personen\n🎉', '')).toBe('written');
      expect(await write('van een ander toestel', '')).toBe('changed');
      expect((await store.readEnquiry(id))?.note).toBe('120 personen\n🎉');
      // The note is sent again, because its answer was lost.
      expect(await write('120 personen\n🎉', '')).toBe('written');
      expect(await write('', '120 personen\n🎉')).toBe('written');
      expect(await store.setNote('0', { note: 'a', before: '' })).toBe('gone');
    });

    it('is filtered by id', async () => {
      await accept();
      await accept();
      const [one] = await store.listEnquiries();
      expect(await store.readEnquiry(one?.id ?? '')).toEqual(one);
      expect(await store.readEnquiry('0')).toBeUndefined();
      expect(await store.readEnquiry('%')).toBeUndefined();
    });
  });

  describe('erasing', () => {
    const KEEP_MS = RETENTION.days * DAY_MS;

    it('after retention removes delivered enquiries with a failed confirmation', async () => {
      await accept();
      for (const claim of await claimAll()) {
        const outcome = claim.kind === 'company' ? ({ kind: 'delivered' } as const) : failing;
        await store.settleMail(claim, outcome, NOON_MS);
      }
      expect(await store.eraseExpired(NOON_MS + KEEP_MS - 1, RETENTION)).toBe(0);
      expect(await store.eraseExpired(NOON_MS + KEEP_MS + 1, RETENTION)).toBe(1);
      expect(await store.listEnquiries()).toEqual([]);
    });

    it('counts the days of a booked enquiry from its party, once the privacy page says so', async () => {
      const parties = { to_come: '1-6-2027', none: undefined, over: '1-10-2026', far: '1-1-2030' };
      for (const state of ENQUIRY_STATES) {
        for (const [party, date] of Object.entries(parties)) {
          const name = `${state} ${party}`;
          const fields = { email: 'a@b.example', name, message: 'x', ...(date && { date }) };
          await accept({ fields });
        }
      }
      for (const claim of await claimAll()) {
        await store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      for (const { id, fields } of await store.listEnquiries()) {
        const state = ENQUIRY_STATES.find((one) => fields.name.startsWith(one)) ?? 'new';
        await store.setState(id, state);
      }
      const leftAt = async (nowMs: number, retention: Retention) => {
        await store.eraseExpired(nowMs, retention);
        const left = await store.listEnquiries();
        return left.map(({ fields }) => fields.name).sort();
      };
      const longer = { days: 30, bookedUntilParty: true };
      expect(await leftAt(NOON_MS + KEEP_MS - 1, RETENTION)).toHaveLength(16);
      expect(await leftAt(NOON_MS + KEEP_MS - 1, longer)).toHaveLength(16);
      const booked = ['booked far', 'booked to_come'];
      expect(await leftAt(NOON_MS + KEEP_MS + 1, longer)).toEqual(booked);
      // 30 whole days have passed since the first of June.
      expect(await leftAt(Date.UTC(2027, 6, 1, 23), longer)).toEqual(booked);
      expect(await leftAt(Date.UTC(2027, 6, 2), longer)).toEqual(['booked far']);
      const twoYearsMs = 2 * 365 * DAY_MS;
      expect(await leftAt(NOON_MS + twoYearsMs, longer)).toEqual(['booked far']);
      expect(await leftAt(NOON_MS + twoYearsMs + 1, longer)).toEqual([]);
    });

    it('follows the privacy page that is online now', async () => {
      const fields = { email: 'a@b.example', name: 'An', message: 'x', date: '1-6-2027' };
      await accept({ fields });
      for (const claim of await claimAll()) {
        await store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      await store.setState((await store.listEnquiries())[0]?.id ?? '', 'booked');
      const nowMs = NOON_MS + KEEP_MS + 1;
      expect(await store.eraseExpired(nowMs, { days: 30, bookedUntilParty: true })).toBe(0);
      expect(await store.eraseExpired(nowMs, RETENTION)).toBe(1);
    });

    it('after retention keeps enquiries whose company mail is not delivered', async () => {
      await accept();
      await accept({ isSpam: true });
      const claims = await claimAll();
      const ofSpam = claims.find(({ isSpam }) => isSpam) as ClaimedMail;
      await store.settleMail(ofSpam, failing, NOON_MS);
      expect(await store.eraseExpired(NOON_MS + 400 * DAY_MS, RETENTION)).toBe(0);
      expect(await store.listEnquiries()).toHaveLength(2);
    });

    it('by address or id ignores the state of mails and ends their claims', async () => {
      const email = 'Zoe@Voorbeeld.example';
      await accept({ fields: { email, name: 'Zoë', message: 'x' } });
      await accept({ fields: { email, name: 'Zoë', message: 'y' } });
      await accept();
      const claim = (await store.claimMail(NOON_MS)) as ClaimedMail;
      expect(await store.eraseAddress('zoe@voorbeeld.EXAMPLE')).toBe(2);
      const [left, ...none] = await store.listEnquiries();
      expect(none).toEqual([]);
      expect(await store.eraseEnquiry(left?.id ?? '')).toBe(true);
      expect(await store.eraseEnquiry(left?.id ?? '')).toBe(false);
      expect(await store.settleMail(claim, { kind: 'delivered' }, NOON_MS)).toBe(false);
    });
  });
}
