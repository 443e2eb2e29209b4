import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../server/outbox/delivery-state.ts';
import { readMigrations } from '../server/store/read-migrations.ts';
import type { Share } from '../server/store/share.ts';
import {
  type AcceptResult,
  type ClaimedMail,
  DEADLY_AFTER,
  DIGEST_EVERY_MS,
  HOLD_CONFIRMATION_MS,
  KEEP_DELIVERED_MS,
  KEEP_SPENT_MS,
  type Limit,
  MOST_IN_A_DIGEST,
  type NewEnquiry,
  type News,
  type OutgoingMail,
  type Store,
  TELL_WITHIN_MS,
} from '../server/store/store.ts';
import {
  FIRST_RELEASE_ROWS,
  OLD_COMPANY_MAIL,
  OLD_CONFIRMATION,
  OLD_SUBMISSION,
} from './first-release.ts';
import { exampleEnquiry, exampleMail, NOBODY_THERE, NOON_MS, NOT_NOW } from './store-examples.ts';

const repeatOf = (result: AcceptResult) => ({
  kind: 'repeated',
  enquiryId: 'enquiryId' in result && result.enquiryId,
});

/** A database that a test may open as often as it likes, each time as another process would. */
export interface TestDatabase {
  open(): Promise<Store>;
  /** Runs statements past the store. */
  run(sql: string): Promise<void>;
  /** Rows of a table. */
  count(table: string): Promise<number>;
  /** Marks the schema as one version newer than this release knows. */
  raiseVersion(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * @param asOf with the schema of that version
 * @param isNew with none yet; else it may have this release's, and no rows
 */
export type CreateDatabase = (options?: {
  asOf?: number;
  isNew?: boolean;
}) => Promise<TestDatabase>;

/** What every store promises (`store.ts`), run on each of them. */
export function describeStore(name: string, createDatabase: CreateDatabase): void {
  // A busy machine needs longer; no test here is about time.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

  describe(name, () => {
    let database: TestDatabase;
    let store: Store;

    beforeEach(async () => {
      database = await createDatabase();
      store = await database.open();
    });

    afterEach(async () => {
      await store.close();
      await database.dispose();
    });

    async function claimAll(nowMs = NOON_MS, from = store): Promise<ClaimedMail[]> {
      const claims: ClaimedMail[] = [];
      for (;;) {
        const claim = await from.claimNextMail(nowMs, LEASE_MS);
        if (!claim) return claims;
        claims.push(claim);
      }
    }

    async function claimOne(nowMs = NOON_MS): Promise<ClaimedMail> {
      const claim = await store.claimNextMail(nowMs, LEASE_MS);
      if (!claim) throw new Error('No mail was due.');
      return claim;
    }

    describe('taking an enquiry', () => {
      it('owes both its mails, exactly as they were composed', async () => {
        const enquiry = exampleEnquiry();
        expect(await store.acceptEnquiry(enquiry)).toMatchObject({ kind: 'stored' });
        const mails = (await claimAll()).map(({ mail }) => mail);
        expect(mails).toHaveLength(2);
        expect(mails).toEqual(expect.arrayContaining(enquiry.mails));
      });

      it('gives a repeat the first answer and owes nothing more, though its captcha is spent', async () => {
        const enquiry = exampleEnquiry();
        const first = await store.acceptEnquiry(enquiry);
        expect(await store.acceptEnquiry(enquiry)).toEqual(repeatOf(first));
        expect((await store.countMails()).queued).toBe(2);
      });

      it('refuses another body under a known submission id', async () => {
        const enquiry = exampleEnquiry();
        await store.acceptEnquiry(enquiry);
        const nonce = randomUUID();
        const other = exampleEnquiry({
          captcha: { nonces: [nonce], expiresAtMs: NOON_MS, times: 1 },
          submissionId: String(enquiry.submissionId),
          bodyHash: 'b'.repeat(64),
        });
        expect(await store.acceptEnquiry(other)).toEqual({ kind: 'other-body' });
        expect((await store.countMails()).queued).toBe(2);
        // The refused body's captcha was not spent for nothing.
        const again = exampleEnquiry({
          captcha: { nonces: [nonce], expiresAtMs: NOON_MS, times: 1 },
        });
        expect(await store.acceptEnquiry(again)).toMatchObject({ kind: 'stored' });
      });

      it('takes a captcha once and writes nothing the second time', async () => {
        const captcha = { nonces: [randomUUID()], expiresAtMs: NOON_MS, times: 1 };
        const enquiry = exampleEnquiry({ captcha });
        await store.acceptEnquiry(enquiry);
        const second = exampleEnquiry({ captcha });
        expect(await store.acceptEnquiry(second)).toEqual({ kind: 'captcha-spent' });
        expect((await store.countMails()).queued).toBe(2);
        expect(await store.findSubmission(String(second.submissionId))).toBeUndefined();
      });

      it('takes enquiries without submission id and captcha, each as one of its own', async () => {
        const { submissionId: _, captcha: __, ...bare } = exampleEnquiry();
        expect(await store.acceptEnquiry(bare)).toMatchObject({ kind: 'stored' });
        expect(await store.acceptEnquiry(bare)).toMatchObject({ kind: 'stored' });
        expect((await store.countMails()).queued).toBe(4);
      });

      it('finds a submission seen before and no other', async () => {
        const enquiry = exampleEnquiry();
        const result = await store.acceptEnquiry(enquiry);
        expect(await store.findSubmission(String(enquiry.submissionId))).toEqual({
          enquiryId: 'enquiryId' in result && result.enquiryId,
          bodyHash: enquiry.bodyHash,
        });
        expect(await store.findSubmission(randomUUID())).toBeUndefined();
      });

      it('lets exactly one of many through with one captcha, over two processes', async () => {
        const other = await database.open();
        const captcha = { nonces: [randomUUID()], expiresAtMs: NOON_MS, times: 1 };
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? store : other).acceptEnquiry(exampleEnquiry({ captcha })),
          ),
        );
        await other.close();
        const kinds = results.map(({ kind }) => kind).sort();
        expect(kinds).toEqual([...Array(19).fill('captcha-spent'), 'stored']);
        expect((await store.countMails()).queued).toBe(2);
      });

      it('makes one enquiry of many posts with one submission id, over two processes', async () => {
        const other = await database.open();
        const enquiry = exampleEnquiry();
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? store : other).acceptEnquiry(enquiry),
          ),
        );
        await other.close();
        expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
        expect(results.filter(({ kind }) => kind === 'repeated')).toHaveLength(19);
        expect(
          new Set(results.map((result) => 'enquiryId' in result && result.enquiryId)).size,
        ).toBe(1);
        expect((await store.countMails()).queued).toBe(2);
      });
    });

    describe('shares and limits', () => {
      const HOUR_MS = 3_600_000;
      const limit = (key: string, most: number): Limit => ({ key, most, windowMs: HOUR_MS });
      const share = (key: string, most: number): Share => ({ ...limit(key, most), hardest: 16 });
      const limited = (
        shares: Share[],
        confirmation: Limit[] = [],
        change: Partial<NewEnquiry> = {},
      ) => exampleEnquiry({ limits: { share: shares, confirmation }, ...change });
      const solved = (times: number) => ({
        captcha: { nonces: [randomUUID()], expiresAtMs: NOON_MS, times },
      });
      /** 'stored', or how many times the usual work is asked. */
      const accept = async (entry: NewEnquiry) => {
        const result = await store.acceptEnquiry(entry);
        return result.kind === 'too-easy' ? result.times : result.kind;
      };

      it('refuse nobody: they ask for more work the oftener they are used up, and then for no more', async () => {
        const asked = [];
        for (let n = 0; n < 12; n += 1) {
          asked.push(await store.askedTimes([share('a', 2)], NOON_MS));
          expect(await accept(limited([share('a', 2)], [], solved(16)))).toBe('stored');
        }
        expect(asked).toEqual([1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 16, 16]);
      });

      it('take what is solved as hard as they ask, and begin anew when their window has ended', async () => {
        const at = (receivedAtMs: number, times = 1) =>
          limited([share('a', 2)], [], { receivedAtMs, ...solved(times) });
        expect([await accept(at(NOON_MS)), await accept(at(NOON_MS + 5))]).toEqual([
          'stored',
          'stored',
        ]);
        const late = at(NOON_MS + HOUR_MS - 1);
        expect(await accept(late)).toBe(2);
        expect(await accept({ ...late, ...solved(2) })).toBe('stored');
        expect(await accept(limited([share('b', 2)]))).toBe('stored');
        expect(await store.askedTimes([share('a', 2)], NOON_MS + HOUR_MS)).toBe(1);
        expect(await accept(at(NOON_MS + HOUR_MS))).toBe('stored');
      });

      it('ask for the most that one of them asks', async () => {
        await accept(limited([share('wide', 1)]));
        expect(await store.askedTimes([share('own', 1), share('wide', 1)], NOON_MS)).toBe(2);
        const easiest = { ...share('wide', 1), hardest: 1 };
        expect(await accept(limited([share('own', 1), easiest]))).toBe('stored');
      });

      it('leave nothing behind of what was too easy: no enquiry, no spent captcha, no count', async () => {
        await accept(limited([share('a', 1)]));
        const easy = limited([share('b', 1), share('a', 1)], [limit('c', 1)]);
        expect(await accept(easy)).toBe(2);
        expect(await store.findSubmission(String(easy.submissionId))).toBeUndefined();
        const again = {
          ...easy,
          limits: { share: [share('b', 1)], confirmation: [limit('c', 1)] },
        };
        expect(await store.acceptEnquiry(again)).toMatchObject({
          kind: 'stored',
          isConfirmationLeftOut: false,
        });
      });

      it('spend all that was solved for one enquiry, and ask for no more work behind a spent one', async () => {
        const captcha = { nonces: ['first', 'second'], expiresAtMs: NOON_MS, times: 2 };
        await accept(limited([share('a', 1)]));
        expect(await accept(limited([share('a', 1)], [], { captcha }))).toBe('stored');
        for (const nonces of [['first'], ['second'], ['third', 'first']]) {
          const spent = limited([share('a', 1)], [], { captcha: { ...captcha, nonces } });
          expect(await accept(spent)).toBe('captcha-spent');
        }
        const third = { ...captcha, nonces: ['third'] };
        expect(await accept(limited([share('b', 1)], [], { captcha: third }))).toBe('stored');
      });

      it('put who is beyond a network’s share behind others, and not who comes when all are', async () => {
        const everybodys = { ...share('all', 1), isEverybodys: true };
        const held = [];
        for (const network of ['one', 'one', 'two']) {
          const entry = limited([share(network, 1), everybodys], [], solved(16));
          entry.limits.confirmationsInAll = limit('confirmations', 100);
          const result = await store.acceptEnquiry(entry);
          held.push(result.kind === 'stored' && result.isConfirmationHeld);
        }
        expect(held).toEqual([false, true, false]);
      });

      it('do not count what was a repeat, or came with a spent captcha', async () => {
        const first = limited([share('a', 2)], [limit('c', 2)]);
        expect(await accept(first)).toBe('stored');
        expect(await accept(first)).toBe('repeated');
        expect(await accept({ ...first, submissionId: randomUUID() })).toBe('captcha-spent');
        expect(await store.acceptEnquiry(limited([share('a', 2)], [limit('c', 2)]))).toMatchObject({
          kind: 'stored',
          isConfirmationLeftOut: false,
        });
      });

      it('of confirmations leave one out, and keep the enquiry', async () => {
        const confirmations = [limit('mailbox', 5), limit('all', 1)];
        await accept(limited([], confirmations));
        expect(await store.acceptEnquiry(limited([], confirmations))).toMatchObject({
          kind: 'stored',
          isConfirmationLeftOut: true,
        });
        expect((await claimAll()).map(({ mail }) => mail.kind).sort()).toEqual([
          'company',
          'company',
          'confirmation',
        ]);
        // What was not sent did not count against the mailbox either.
        const onlyMailbox = [limit('mailbox', 2)];
        expect(await store.acceptEnquiry(limited([], onlyMailbox))).toMatchObject({
          isConfirmationLeftOut: false,
        });
      });

      it('of confirmations are not used up by an enquiry that owes none', async () => {
        const mails = exampleEnquiry().mails.slice(0, 1);
        await accept(limited([], [limit('c', 1)], { mails }));
        expect(await store.acceptEnquiry(limited([], [limit('c', 1)]))).toMatchObject({
          isConfirmationLeftOut: false,
        });
      });

      it('let exactly so many of a crowd through with the usual work, over two processes', async () => {
        const other = await database.open();
        const kinds = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const entry = limited([share(`own${index}`, 1), share('all', 3)]);
            return (await (index % 2 ? store : other).acceptEnquiry(entry)).kind;
          }),
        );
        await other.close();
        expect(kinds.sort()).toEqual([...Array(3).fill('stored'), ...Array(17).fill('too-easy')]);
      });

      it('survive a restart, and the housekeeping while their window is open', async () => {
        await accept(limited([share('a', 1)]));
        await store.close();
        store = await database.open();
        await store.eraseExpired(NOON_MS + HOUR_MS - 1);
        expect(await accept(limited([share('a', 1)]))).toBe(2);
      });

      it('do not hold anybody up for longer than a window when a clock was set back', async () => {
        const dayLater = { receivedAtMs: NOON_MS + 24 * HOUR_MS };
        await accept(limited([share('a', 1)], [], dayLater));
        expect(await accept(limited([share('a', 1)]))).toBe('stored');
        expect(await accept(limited([share('a', 1)]))).toBe(2);
      });
    });

    describe('claiming', () => {
      beforeEach(async () => {
        await store.acceptEnquiry(exampleEnquiry({ mails: exampleEnquiry().mails.slice(0, 1) }));
      });

      it('hands a mail to one worker at a time', async () => {
        const claims = await Promise.all(
          [1, 2, 3].map(() => store.claimNextMail(NOON_MS, LEASE_MS)),
        );
        expect(claims.filter(Boolean)).toHaveLength(1);
        expect(await store.countMails()).toMatchObject({ queued: 0, sending: 1 });
      });

      it('hands a mail on when its lease has run out, not before', async () => {
        const first = await claimOne();
        expect(await claimAll(NOON_MS + LEASE_MS - 1)).toEqual([]);
        const second = await claimOne(NOON_MS + LEASE_MS);
        expect(second.mailId).toBe(first.mailId);
        expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
      });

      it('writes nothing for a worker whose lease another has taken', async () => {
        const stale = await claimOne();
        const laterMs = NOON_MS + LEASE_MS;
        const current = await claimOne(laterMs);
        expect(await store.markDelivered(stale, laterMs)).toBe(false);
        expect(await store.markFailed(stale, laterMs, NOT_NOW)).toBe(false);
        expect(await store.retryAt(stale, laterMs, laterMs, NOT_NOW)).toBe(false);
        expect(await store.release(stale, laterMs, laterMs)).toBe(false);
        expect((await store.countMails()).sending).toBe(1);
        expect(await store.markDelivered(current, laterMs)).toBe(true);
        expect((await store.countMails()).delivered).toBe(1);
      });

      it('writes the end of a try once', async () => {
        const claim = await claimOne();
        expect(await store.markDelivered(claim, NOON_MS)).toBe(true);
        expect(await store.retryAt(claim, NOON_MS, NOON_MS, NOT_NOW)).toBe(false);
        expect(await claimAll(NOON_MS + LEASE_MS)).toEqual([]);
      });

      it('waits until a retry is due and counts the failed try', async () => {
        const claim = await claimOne();
        expect(claim.failedTries).toBe(0);
        expect(await store.retryAt(claim, NOON_MS, NOON_MS + 15_000, NOT_NOW)).toBe(true);
        expect(await store.nextDueAtMs()).toBe(NOON_MS + 15_000);
        expect(await claimAll(NOON_MS + 14_999)).toEqual([]);
        const again = await claimOne(NOON_MS + 15_000);
        expect(again.failedTries).toBe(1);
        expect(again.queuedAtMs).toBe(NOON_MS);
      });

      it('does not count a try that was released', async () => {
        await store.release(await claimOne(), NOON_MS, NOON_MS + 1);
        expect((await claimOne(NOON_MS + 1)).failedTries).toBe(0);
      });

      it('keeps a failed mail until it is requeued, then owes it all its tries', async () => {
        const claim = await claimOne();
        expect(await store.markFailed(claim, NOON_MS, NOT_NOW)).toBe(true);
        expect(await claimAll(NOON_MS + LEASE_MS)).toEqual([]);
        expect(await store.nextDueAtMs()).toBeUndefined();
        expect((await store.countMails()).failed).toBe(1);
        const laterMs = NOON_MS + 3_600_000;
        expect(await store.requeueFailed(laterMs)).toBe(1);
        const again = await claimOne(laterMs);
        expect(again).toMatchObject({ failedTries: 0, queuedAtMs: laterMs, mail: claim.mail });
        expect(await store.markDelivered(claim, laterMs)).toBe(false);
      });

      it('makes those mails due whose mail server is reached again, and no others', async () => {
        await store.acceptEnquiry(exampleEnquiry());
        const [away, refused, sending] = await claimAll();
        if (!away || !refused || !sending) throw new Error('Three mails were owed.');
        const hourMs = 3_600_000;
        await store.retryAt(away, NOON_MS, NOON_MS + hourMs, NOBODY_THERE);
        await store.retryAt(refused, NOON_MS, NOON_MS + hourMs, NOT_NOW);
        expect(await store.retryUnreachable(NOON_MS + 1)).toBe(1);
        const [due, ...others] = await claimAll(NOON_MS + 1);
        expect(others).toEqual([]);
        expect(due).toMatchObject({ mailId: away.mailId, failedTries: 1, queuedAtMs: NOON_MS });
      });

      it('takes a mail at once that waits in a future the clock was set back from', async () => {
        const dayMs = 24 * 3_600_000;
        const claim = await claimOne(NOON_MS + dayMs);
        await store.retryAt(claim, NOON_MS + dayMs, NOON_MS + dayMs + 15_000, NOT_NOW);
        expect((await claimOne(NOON_MS)).mailId).toBe(claim.mailId);
      });

      it('leaves a lease to a worker whose clock runs a little ahead', async () => {
        await claimOne(NOON_MS + 1_000);
        expect(await claimAll(NOON_MS)).toEqual([]);
      });
    });

    describe('a claim that comes to no end', () => {
      const lastDeath = (deaths: number) => NOON_MS + deaths * LEASE_MS;

      it('is counted; after three in a row the mail is claimed apart from all others', async () => {
        await store.acceptEnquiry(exampleEnquiry({ mails: exampleEnquiry().mails.slice(0, 1) }));
        for (let deaths = 0; deaths < DEADLY_AFTER; deaths += 1) {
          expect((await claimOne(lastDeath(deaths))).deaths).toBe(deaths);
        }
        const laterMs = lastDeath(DEADLY_AFTER);
        expect(await store.claimNextMail(laterMs, LEASE_MS)).toBeUndefined();
        const deadly = await store.claimDeadlyMail(laterMs, LEASE_MS);
        expect(deadly?.deaths).toBe(DEADLY_AFTER);
        // To be stopped and to stand still are no deaths; to come to an end clears them all.
        if (!deadly) throw new Error('No mail was due.');
        await store.release(deadly, laterMs, laterMs);
        const again = await store.claimDeadlyMail(laterMs, LEASE_MS);
        expect(again?.deaths).toBe(DEADLY_AFTER);
        if (again) await store.retryAt(again, laterMs, laterMs, NOT_NOW);
        expect((await claimOne(laterMs)).deaths).toBe(0);
      });

      it('may renew its lease while nobody else has taken the mail', async () => {
        await store.acceptEnquiry(exampleEnquiry({ mails: exampleEnquiry().mails.slice(0, 1) }));
        const claim = await claimOne();
        expect(await store.renewLease(claim, NOON_MS + 60_000, LEASE_MS)).toBe(true);
        expect(await claimAll(NOON_MS + 60_000 + LEASE_MS - 1)).toEqual([]);
        await claimOne(NOON_MS + 60_000 + LEASE_MS);
        expect(await store.renewLease(claim, NOON_MS + 60_000 + LEASE_MS, LEASE_MS)).toBe(false);
      });
    });

    describe('digests', () => {
      const HOUR_MS = 3_600_000;
      const companyMails: Limit = { key: 'mails', most: 1, windowMs: HOUR_MS };

      /** Enquiries by name, and whether their network was within its share; the first goes alone. */
      async function accept(enquiries: [name: string, isWithinShare: boolean][], atMs = NOON_MS) {
        for (const [index, [name, isWithinShare]] of enquiries.entries()) {
          const [company] = exampleEnquiry().mails;
          if (!company) throw new Error('No mail.');
          const digestPart = { text: `Deel ${name}`, html: `<p>${name}</p>` };
          const mail = { ...company, subject: name, digestPart };
          const share = [{ key: `share ${name}`, most: isWithinShare ? 1 : 0, windowMs: HOUR_MS }];
          const limits = { share, companyMails, confirmation: [] };
          const receivedAtMs = atMs + index;
          await store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs, limits }));
        }
      }

      const claimDigest = async (atMs: number) => {
        const claim = await claimOne(atMs);
        expect(claim.mail.kind).toBe('digest');
        return { claim, names: claim.parts.map(({ subject }) => subject) };
      };

      it('bring what is beyond the single mails, whole, networks within their share first', async () => {
        await accept([
          ['alone', true],
          ['a', false],
          ['b', true],
          ['c', true],
        ]);
        expect((await claimAll()).map(({ mail }) => mail.subject)).toEqual(['alone']);
        expect(await store.countMails()).toMatchObject({ gathered: 3, queued: 0 });
        expect(await store.gatherDigests(NOON_MS + 10, 'maanzaad.example')).toBe(1);
        const { claim, names } = await claimDigest(NOON_MS + 10);
        expect(names).toEqual(['b', 'c', 'a']);
        expect(claim.parts[0]).toEqual({
          visitor: exampleEnquiry().mails[0]?.visitor,
          subject: 'b',
          text: 'Deel b',
          html: '<p>b</p>',
        });
        expect(claim.mail.messageId).toMatch(/^<[0-9a-f-]{36}@maanzaad\.example>$/);
        // Undelivered, whatever the clock says, they are not erased.
        await store.eraseExpired(NOON_MS + 2 * KEEP_DELIVERED_MS);
        expect(await store.markDelivered(claim, NOON_MS + 20)).toBe(true);
        expect(await store.countMails()).toMatchObject({ gathered: 0, delivered: 4, sending: 1 });
        await store.eraseExpired(NOON_MS + 21 + KEEP_DELIVERED_MS);
        expect((await store.countMails()).delivered).toBe(0);
      });

      it('are the same mail at each try, and none is in two of them', async () => {
        await accept([
          ['alone', true],
          ['a', true],
          ['b', true],
        ]);
        for (const claim of await claimAll()) await store.markDelivered(claim, NOON_MS);
        await store.gatherDigests(NOON_MS + 10, 'maanzaad.example');
        const first = await claimDigest(NOON_MS + 10);
        await accept([['c', true]], NOON_MS + 20);
        // Within a quarter of an hour of the last there is no other; two servers make no two.
        expect(await store.gatherDigests(NOON_MS + 30, 'maanzaad.example')).toBe(0);
        const nextMs = NOON_MS + 10 + DIGEST_EVERY_MS;
        const other = await database.open();
        const made = await Promise.all(
          [store, other].map((each) => each.gatherDigests(nextMs, 'maanzaad.example')),
        );
        await other.close();
        expect(made.sort()).toEqual([0, 1]);
        const [again, second] = await Promise.all([claimDigest(nextMs), claimDigest(nextMs)]).then(
          (both) => both.sort((a, b) => b.names.length - a.names.length),
        );
        expect(again?.claim.mail).toEqual(first.claim.mail);
        expect([again?.names, second?.names]).toEqual([['a', 'b'], ['c']]);
      });

      it('are several when they are too many for one mail', async () => {
        const many = Array.from(
          { length: MOST_IN_A_DIGEST.enquiries + 2 },
          (_, index) => `${index}`,
        );
        await accept(many.map((name) => [name, true]));
        expect(await store.gatherDigests(NOON_MS + 999, 'maanzaad.example')).toBe(2);
      });
    });

    it('has one tell what is new, another when that one did not come to it, and nobody twice', async () => {
      const other = await database.open();
      const claim = async (news: News, atMs: number, oldestMs?: number) =>
        (
          await Promise.all([store, other].map((each) => each.claimNews(news, atMs, oldestMs)))
        ).sort();
      const [nobody, one] = [
        [false, false],
        [false, true],
      ];
      expect(await claim('well', NOON_MS)).toEqual(nobody);
      expect(await claim('late', NOON_MS)).toEqual(one);
      expect(await claim('late', NOON_MS + TELL_WITHIN_MS - 1)).toEqual(nobody);
      expect(await claim('late', NOON_MS + TELL_WITHIN_MS)).toEqual(one);
      // A clock was set back by a day since.
      expect(await claim('late', NOON_MS - 24 * 3_600_000)).toEqual(one);
      await other.noteTold('late', NOON_MS);
      expect(await claim('late', NOON_MS + 1)).toEqual(nobody);
      // What was late then still waits.
      expect(await claim('well', NOON_MS + 1, NOON_MS)).toEqual(nobody);
      expect(await claim('well', NOON_MS + 2, NOON_MS + 1)).toEqual(one);
      await store.noteTold('well', NOON_MS + 2);
      expect(await claim('well', NOON_MS + 3)).toEqual(nobody);
      await other.close();
    });

    describe('confirmations beyond the hour', () => {
      const HOUR_MS = 3_600_000;
      const inAll: Limit = { key: 'all', most: 2, windowMs: HOUR_MS };

      async function acceptConfirmed(name: string, isWithinShare = true, receivedAtMs = NOON_MS) {
        const mail = { ...exampleMail('confirmation'), subject: name };
        const share = [{ key: `share ${name}`, most: isWithinShare ? 1 : 0, windowMs: HOUR_MS }];
        const limits = { share, confirmation: [], confirmationsInAll: inAll };
        return store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs, limits }));
      }
      const claimNames = async (atMs: number) =>
        (await claimAll(atMs)).map(({ mail }) => mail.subject).sort();

      it('are held, and go out in the next, networks within their share first', async () => {
        await acceptConfirmed('flood 1', false);
        await acceptConfirmed('flood 2', false);
        expect(await acceptConfirmed('a')).toMatchObject({ isConfirmationHeld: false });
        await acceptConfirmed('b');
        expect(await acceptConfirmed('c')).toMatchObject({
          isConfirmationHeld: true,
          isConfirmationLeftOut: false,
        });
        expect(await claimNames(NOON_MS)).toEqual(['a', 'b']);
        const none = { released: 0, dropped: 0 };
        expect(await store.releaseHeldConfirmations(NOON_MS + 1, inAll)).toEqual(none);
        const nextMs = NOON_MS + HOUR_MS;
        const two = { released: 2, dropped: 0 };
        expect(await store.releaseHeldConfirmations(nextMs, inAll)).toEqual(two);
        expect(await claimNames(nextMs)).toEqual(expect.arrayContaining(['c', 'flood 1']));
        expect(await store.releaseHeldConfirmations(nextMs + 1, inAll)).toEqual(none);
        expect(await store.countMails()).toMatchObject({ held: 1, dropped: 0 });
      });

      it('are dropped after a day, and counted', async () => {
        await acceptConfirmed('flood', false);
        const dayLaterMs = NOON_MS + HOLD_CONFIRMATION_MS;
        await store.releaseHeldConfirmations(dayLaterMs + 1, { ...inAll, most: 0 });
        expect(await store.countMails()).toMatchObject({ held: 0, dropped: 1 });
        await store.eraseExpired(dayLaterMs + 2 + KEEP_DELIVERED_MS);
        expect((await store.countMails()).dropped).toBe(0);
      });
    });

    it('keeps everything over a restart', async () => {
      const enquiry = exampleEnquiry();
      const result = await store.acceptEnquiry(enquiry);
      await store.close();
      store = await database.open();
      expect(await store.acceptEnquiry(enquiry)).toEqual(repeatOf(result));
      expect((await claimAll()).map(({ mail }) => mail)).toEqual(
        expect.arrayContaining(enquiry.mails),
      );
    });

    it('takes the most overdue mail first', async () => {
      const late = exampleEnquiry({ receivedAtMs: NOON_MS - 5 });
      const later = exampleEnquiry({ receivedAtMs: NOON_MS - 1 });
      await store.acceptEnquiry(later);
      await store.acceptEnquiry(late);
      const order = (await claimAll()).map(({ queuedAtMs }) => queuedAtMs - NOON_MS);
      expect(order).toEqual([-5, -5, -1, -1]);
    });

    describe('erasing', () => {
      it('erases an enquiry 30 days after its last mail went out', async () => {
        const enquiry = exampleEnquiry();
        await store.acceptEnquiry(enquiry);
        for (const claim of await claimAll()) await store.markDelivered(claim, NOON_MS);
        await store.eraseExpired(NOON_MS + KEEP_DELIVERED_MS);
        expect((await store.countMails()).delivered).toBe(2);
        await store.eraseExpired(NOON_MS + KEEP_DELIVERED_MS + 1);
        expect((await store.countMails()).delivered).toBe(0);
        expect(await store.findSubmission(String(enquiry.submissionId))).toBeUndefined();
      });

      it('erases it as many days after as the caller says', async () => {
        const dayMs = 24 * 3_600_000;
        await store.acceptEnquiry(exampleEnquiry());
        for (const claim of await claimAll()) await store.markDelivered(claim, NOON_MS);
        await store.eraseExpired(NOON_MS + 7 * dayMs, 7 * dayMs);
        expect((await store.countMails()).delivered).toBe(2);
        await store.eraseExpired(NOON_MS + 7 * dayMs + 1, 7 * dayMs);
        expect((await store.countMails()).delivered).toBe(0);
      });

      /** One of the two mails fails, the other is delivered. */
      async function failOne(kind: OutgoingMail['kind']) {
        await store.acceptEnquiry(exampleEnquiry());
        for (const claim of await claimAll()) {
          if (claim.mail.kind === kind) await store.markFailed(claim, NOON_MS, NOT_NOW);
          else await store.markDelivered(claim, NOON_MS);
        }
      }

      it('keeps an enquiry whose mail to the company failed, and counts it', async () => {
        await failOne('company');
        await store.eraseExpired(NOON_MS + 2 * KEEP_DELIVERED_MS);
        expect(await store.countMails()).toMatchObject({ delivered: 1, failed: 1 });
        expect(await store.countFailedCompanyMails()).toBe(1);
      });

      it('does not keep one for a confirmation that failed', async () => {
        await failOne('confirmation');
        expect(await store.countFailedCompanyMails()).toBe(0);
        await store.eraseExpired(NOON_MS + KEEP_DELIVERED_MS);
        expect(await store.countMails()).toMatchObject({ delivered: 1, failed: 1 });
        await store.eraseExpired(NOON_MS + KEEP_DELIVERED_MS + 1);
        expect(await store.countMails()).toMatchObject({ delivered: 0, failed: 0 });
      });

      it('keeps an enquiry while one of its mails waits', async () => {
        await store.acceptEnquiry(exampleEnquiry());
        const claim = await store.claimNextMail(NOON_MS, LEASE_MS);
        if (!claim) throw new Error('Two mails were owed.');
        await store.markDelivered(claim, NOON_MS);
        await store.eraseExpired(NOON_MS + 2 * KEEP_DELIVERED_MS);
        expect(await store.countMails()).toMatchObject({ delivered: 1, queued: 1 });
      });

      it('forgets a spent captcha two days after it expired, not before', async () => {
        const captcha = { nonces: [randomUUID()], expiresAtMs: NOON_MS, times: 1 };
        const spend = () => store.acceptEnquiry(exampleEnquiry({ captcha }));
        await spend();
        await store.eraseExpired(NOON_MS + KEEP_SPENT_MS);
        expect(await spend()).toEqual({ kind: 'captcha-spent' });
        await store.eraseExpired(NOON_MS + KEEP_SPENT_MS + 1);
        expect(await spend()).toMatchObject({ kind: 'stored' });
      });
    });

    it('says that it takes writes while it does', async () => {
      await expect(store.checkWritable()).resolves.toBeUndefined();
    });

    it('says that it takes none while an enquiry cannot be stored, though it takes writes', async () => {
      const nobody = randomUUID();
      await database.run('ALTER TABLE enquiry RENAME TO hidden');
      await expect(store.findSubmission(nobody)).rejects.toThrow();
      await expect(store.checkWritable()).rejects.toThrow();
      await database.run('ALTER TABLE hidden RENAME TO enquiry');
      expect((await store.acceptEnquiry(exampleEnquiry())).kind).toBe('stored');
      await database.run('ALTER TABLE mail RENAME TO hidden');
      await expect(store.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
      await expect(store.checkWritable()).rejects.toThrow();
      await expect(database.open()).rejects.toThrow(/docs\/operate\.md/);
      await database.run('ALTER TABLE hidden RENAME TO mail');
      expect((await store.acceptEnquiry(exampleEnquiry())).kind).toBe('stored');
      await expect(store.checkWritable()).resolves.toBeUndefined();
    });

    it('proves that it stores without leaving anything behind', async () => {
      await store.proveStorable();
      expect(await claimAll()).toEqual([]);
      for (const table of ['enquiry', 'mail', 'spent_captcha', 'limit_window']) {
        expect(await database.count(table)).toBe(0);
      }
    });

    it('rejects every call once it is closed', async () => {
      const closed = await database.open();
      await closed.close();
      await expect(closed.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
      await expect(closed.checkWritable()).rejects.toThrow();
    });

    it('sets up an empty database once when processes start together', async () => {
      const fresh = await createDatabase({ isNew: true });
      const stores = await Promise.all([1, 2, 3, 4].map(() => fresh.open()));
      await stores[0]?.acceptEnquiry(exampleEnquiry());
      expect((await stores[3]?.countMails())?.queued).toBe(2);
      await Promise.all(stores.map((each) => each.close()));
      await fresh.dispose();
    });

    it('takes over a database of the first release, and the mails that wait in it', async () => {
      const old = await createDatabase({ asOf: 1 });
      await old.run(FIRST_RELEASE_ROWS);
      const upgraded = await old.open();
      expect(await upgraded.countMails()).toMatchObject({
        queued: 2,
        sending: 1,
        delivered: 1,
        failed: 1,
      });
      expect(await upgraded.findSubmission(OLD_SUBMISSION)).toEqual({
        enquiryId: 'enquiry-1',
        bodyHash: 'b'.repeat(64),
      });
      const captcha = { nonces: ['spent'], expiresAtMs: NOON_MS, times: 1 };
      expect((await upgraded.acceptEnquiry(exampleEnquiry({ captcha }))).kind).toBe(
        'captcha-spent',
      );
      // One of the two had reached no mail server.
      expect(await upgraded.retryUnreachable(NOON_MS)).toBe(1);
      const claims = await claimAll(NOON_MS, upgraded);
      expect(claims).toEqual([
        expect.objectContaining({ mailId: 'sending', fencingToken: 8, mail: OLD_COMPANY_MAIL }),
        expect.objectContaining({ mailId: 'away', failedTries: 2, mail: OLD_CONFIRMATION }),
      ]);
      await upgraded.close();
      await old.dispose();
    });

    it('refuses a database that a newer release has written', async () => {
      await database.raiseVersion();
      const known = readMigrations('sqlite').length;
      const words = `schema version ${known + 1}, and this release knows up to ${known}`;
      await expect(database.open()).rejects.toThrow(words);
    });
  });
}
