import { expect, test } from 'vitest';
import type { EnquiryState } from '../../../enquiry/enquiry-states.ts';
import type { DeskEnquiry } from '../../shared/api.ts';
import { countPersons, groupEnquiries, partyFacts, visitorNameOf } from './rows.ts';

function enquiry(name: string, state: EnquiryState, date?: string): DeskEnquiry {
  const fields = { name, email: '', message: '', ...(date && { date }) };
  return { id: name, receivedAtMs: 0, fields, state, note: '', mails: [] };
}

const groupsOf = (enquiries: DeskEnquiry[]) =>
  groupEnquiries(enquiries, '2027-06-11')
    .filter((group) => group.enquiries.length > 0)
    .map((group) => [group.title, ...group.enquiries.map(visitorNameOf)]);

test('an enquiry that nobody answered comes first, whenever its party is', () => {
  const enquiries = [
    enquiry('answered', 'answered', '12-6-2027'),
    enquiry('new, next year', 'new', '1-5-2028'),
    enquiry('new, without a date', 'new'),
    enquiry('declined, without a date', 'declined'),
    enquiry('new, and over', 'new', '10-6-2027'),
    enquiry('booked, and over', 'booked', '10-6-2027'),
  ];
  expect(groupsOf(enquiries)).toEqual([
    ['Nieuw', 'new, next year', 'new, without a date', 'new, and over'],
    ['Feesten die komen', 'answered'],
    ['Nog zonder datum', 'declined, without a date'],
    ['Voorbij', 'booked, and over'],
  ]);
});

test.each([
  [0, '0 personen'],
  [1, '1 persoon'],
  [120, '120 personen'],
])('an enquiry for %d shows %s, in the list and on its screen', (personCount, counted) => {
  const { fields, ...others } = enquiry('counted', 'new');
  const counting = { ...fields, personCount };
  expect(partyFacts({ ...others, fields: counting })).toEqual(['Zonder datum', counted]);
  expect(countPersons(counting)).toBe(counted);
});

test('an enquiry without a number of people shows none', () => {
  expect(partyFacts(enquiry('least', 'new'))).toEqual(['Zonder datum']);
});

test('a party of today is still to come', () => {
  const enquiries = [enquiry('today', 'booked', '11-6-2027')];
  expect(groupsOf(enquiries)).toEqual([['Feesten die komen', 'today']]);
});
