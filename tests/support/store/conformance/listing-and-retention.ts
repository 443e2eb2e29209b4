import { describe, expect, test } from 'vitest';
import { ENQUIRY_STATES } from '../../../../enquiry/enquiry-states.ts';
import type { EnquiryFilter, Retention } from '../../../../server/store/enquiries.ts';
import type { ClaimedMail } from '../../../../server/store/mails.ts';
import { NOON_MS } from '../examples.ts';
import { DAY_MS, FAILING, RETENTION, type StoreUnderTest } from './store-under-test.ts';

/** Declares how enquiries are listed and erased. */
export function testListingAndRetention(setup: StoreUnderTest): void {
  describe('the list', () => {
    test('the list is sorted by time of receipt or by the date of the party', async () => {
      const dates = ['5-3-2027', undefined, '12-11-2026', '1-1-2028'];
      for (const [i, date] of dates.entries()) {
        const fields = { email: 'a@b.example', name: `${i}`, message: 'x', ...(date && { date }) };
        await setup.accept({ fields, receivedAtMs: NOON_MS + i });
      }
      const namesBy = async (filter: EnquiryFilter) =>
        (await setup.store.listEnquiries(filter)).map(({ fields }) => fields.name).join('');
      expect(await namesBy({ sortBy: 'received' })).toBe('3210');
      const sortBy = 'partyDate';
      expect(await namesBy({ sortBy, today: '2026-11-12' })).toBe('2031');
      // Parties that are over come last, the latest of them first.
      expect(await namesBy({ sortBy, today: '2027-03-06' })).toBe('3102');
      expect(await setup.store.listEnquiries({ limit: 3 })).toHaveLength(3);
    });

    test('the list finds words in any field or note, in any spelling of letters and dates', async () => {
      const common = { email: 'a@b.example', message: 'Een feest in de tuin' };
      await setup.accept({ fields: { ...common, name: 'Zoë', date: '5-3-2027' } });
      await setup.accept({
        fields: { ...common, name: 'Bert', partyLocation: 'Schuur, Zaaddonk' },
      });
      const find = async (search: string, limit = 50) =>
        (await setup.store.listEnquiries({ search, limit }))
          .map(({ fields }) => fields.name)
          .sort();
      for (const search of ['zoe', 'ZOË', '5/3/2027', '05-03-2027', '2027-03-05', '5 maart']) {
        expect.soft(await find(search), search).toEqual(['Zoë']);
      }
      expect(await find('schuur tuin')).toEqual(['Bert']);
      expect(await find('tuin')).toEqual(['Bert', 'Zoë']);
      expect(await find('tuin', 1)).toHaveLength(1);
      expect(await find('%')).toEqual([]);
      const [bert] = await setup.store.listEnquiries({ search: 'bert' });
      await setup.store.setNote(bert?.id ?? '', { note: 'Belt terug in mei', before: '' });
      expect(await find('belt MEI')).toEqual(['Bert']);
    });

    test('the list has the state and the note of each enquiry, and counts the new ones', async () => {
      await setup.accept();
      await setup.accept();
      const [one, other] = await setup.store.listEnquiries();
      const id = one?.id ?? '';
      expect([one?.state, one?.note, await setup.store.countNew()]).toEqual(['new', '', 2]);
      for (const state of ENQUIRY_STATES.toReversed()) {
        expect(await setup.store.setState(id, state)).toBe(true);
        expect((await setup.store.readEnquiry(id))?.state).toBe(state);
        const found = await setup.store.listEnquiries({ state });
        expect(found.map((enquiry) => enquiry.id)).toContain(id);
        expect(await setup.store.countNew()).toBe(state === 'new' ? 2 : 1);
      }
      await setup.store.setState(id, 'booked');
      const found = await setup.store.listEnquiries({ state: 'booked' });
      expect(found.map((enquiry) => enquiry.id)).toEqual([id]);
      expect((await setup.store.readEnquiry(other?.id ?? ''))?.state).toBe('new');
      expect(await setup.store.setState('0', 'booked')).toBe(false);
    });

    test('a note that another device changed is kept', async () => {
      await setup.accept();
      const id = (await setup.store.listEnquiries())[0]?.id ?? '';
      const write = (note: string, before: string) => setup.store.setNote(id, { note, before });
      expect(await write('120 personen\n🎉', '')).toBe('written');
      expect(await write('van een ander toestel', '')).toBe('changed');
      expect((await setup.store.readEnquiry(id))?.note).toBe('120 personen\n🎉');
      // The note is sent again, because its response was lost.
      expect(await write('120 personen\n🎉', '')).toBe('written');
      expect(await write('', '120 personen\n🎉')).toBe('written');
      expect(await setup.store.setNote('0', { note: 'a', before: '' })).toBe('gone');
    });

    test('the list is filtered by id', async () => {
      await setup.accept();
      await setup.accept();
      const [one] = await setup.store.listEnquiries();
      expect(await setup.store.readEnquiry(one?.id ?? '')).toEqual(one);
      expect(await setup.store.readEnquiry('0')).toBeUndefined();
      expect(await setup.store.readEnquiry('%')).toBeUndefined();
    });
  });

  describe('erasing', () => {
    const RETENTION_MS = RETENTION.days * DAY_MS;

    test('retention removes delivered enquiries with a failed confirmation', async () => {
      await setup.accept();
      for (const claim of await setup.claimAll()) {
        const outcome = claim.kind === 'company' ? ({ kind: 'delivered' } as const) : FAILING;
        await setup.store.settleMail(claim, outcome, NOON_MS);
      }
      expect(await setup.store.eraseExpired(NOON_MS + RETENTION_MS - 1, RETENTION)).toBe(0);
      expect(await setup.store.eraseExpired(NOON_MS + RETENTION_MS + 1, RETENTION)).toBe(1);
      expect(await setup.store.listEnquiries()).toEqual([]);
    });

    test('retention of a booked enquiry counts from its party, once the privacy page says so', async () => {
      const parties = { to_come: '1-6-2027', none: undefined, over: '1-10-2026', far: '1-1-2030' };
      for (const state of ENQUIRY_STATES) {
        for (const [party, date] of Object.entries(parties)) {
          const name = `${state} ${party}`;
          const fields = { email: 'a@b.example', name, message: 'x', ...(date && { date }) };
          await setup.accept({ fields });
        }
      }
      for (const claim of await setup.claimAll()) {
        await setup.store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      for (const { id, fields } of await setup.store.listEnquiries()) {
        const state = ENQUIRY_STATES.find((one) => fields.name.startsWith(one)) ?? 'new';
        await setup.store.setState(id, state);
      }
      const leftAt = async (nowMs: number, retention: Retention) => {
        await setup.store.eraseExpired(nowMs, retention);
        const left = await setup.store.listEnquiries();
        return left.map(({ fields }) => fields.name).sort();
      };
      const longer = { days: 30, bookedUntilParty: true };
      expect(await leftAt(NOON_MS + RETENTION_MS - 1, RETENTION)).toHaveLength(16);
      expect(await leftAt(NOON_MS + RETENTION_MS - 1, longer)).toHaveLength(16);
      const booked = ['booked far', 'booked to_come'];
      expect(await leftAt(NOON_MS + RETENTION_MS + 1, longer)).toEqual(booked);
      // 30 whole days have passed since the first of June.
      expect(await leftAt(Date.UTC(2027, 6, 1, 23), longer)).toEqual(booked);
      expect(await leftAt(Date.UTC(2027, 6, 2), longer)).toEqual(['booked far']);
      const twoYearsMs = 2 * 365 * DAY_MS;
      expect(await leftAt(NOON_MS + twoYearsMs, longer)).toEqual(['booked far']);
      expect(await leftAt(NOON_MS + twoYearsMs + 1, longer)).toEqual([]);
    });

    test('retention follows the privacy page that is online now', async () => {
      const fields = { email: 'a@b.example', name: 'An', message: 'x', date: '1-6-2027' };
      await setup.accept({ fields });
      for (const claim of await setup.claimAll()) {
        await setup.store.settleMail(claim, { kind: 'delivered' }, NOON_MS);
      }
      await setup.store.setState((await setup.store.listEnquiries())[0]?.id ?? '', 'booked');
      const nowMs = NOON_MS + RETENTION_MS + 1;
      expect(await setup.store.eraseExpired(nowMs, { days: 30, bookedUntilParty: true })).toBe(0);
      expect(await setup.store.eraseExpired(nowMs, RETENTION)).toBe(1);
    });

    test('retention keeps enquiries whose company mail is not delivered', async () => {
      await setup.accept();
      await setup.accept({ isSpam: true });
      const claims = await setup.claimAll();
      const ofSpam = claims.find(({ isSpam }) => isSpam) as ClaimedMail;
      await setup.store.settleMail(ofSpam, FAILING, NOON_MS);
      expect(await setup.store.eraseExpired(NOON_MS + 400 * DAY_MS, RETENTION)).toBe(0);
      expect(await setup.store.listEnquiries()).toHaveLength(2);
    });

    test('erasing by address or id ignores the state of mails and ends their claims', async () => {
      const email = 'Zoe@Voorbeeld.example';
      await setup.accept({ fields: { email, name: 'Zoë', message: 'x' } });
      await setup.accept({ fields: { email, name: 'Zoë', message: 'y' } });
      await setup.accept();
      const claim = (await setup.store.claimMail(NOON_MS)) as ClaimedMail;
      const erasing = await setup.store.eraseAddress('zoe@voorbeeld.EXAMPLE');
      expect(erasing).toEqual({ erased: 2, completed: 0 });
      const [left, ...none] = await setup.store.listEnquiries();
      expect(none).toEqual([]);
      expect(await setup.store.eraseEnquiry(left?.id ?? '')).toBe(true);
      expect(await setup.store.eraseEnquiry(left?.id ?? '')).toBe(false);
      expect(await setup.store.settleMail(claim, { kind: 'delivered' }, NOON_MS)).toBe(false);
    });
  });
}
