import { describe, expect, test } from 'vitest';
import { applyOperation } from '../../shared/operations.ts';
import type { MaybeValue, Value } from '../../shared/values.ts';
import { findRevert } from './revert-to-online.ts';

describe('what the desk offers in place of what is wrong', () => {
  const FILE = 'pages/home.yaml';
  const online = {
    title: 'Home',
    sections: [
      { kind: 'offer', heading: 'Buffet', price: { amount: 24 } },
      { kind: 'quote', text: 'Lekker' },
    ],
  };
  const [offer, quote] = online.sections as unknown as [Value & object, Value & object];
  const taken = (draft: Value, path: (string | number)[], there: MaybeValue = online) => {
    const revert = findRevert({ file: FILE, path }, draft, there);
    return revert?.operations.reduce<MaybeValue>(applyOperation, draft);
  };

  test('the desk offers the value that is online for a wrong one, and keeps the rest', () => {
    const draft = {
      ...online,
      title: 'Thuis',
      sections: [{ ...offer, price: { amount: 'twaalf' } }, quote],
    };
    expect(taken(draft, ['sections', 0, 'price', 'amount'])).toEqual({ ...online, title: 'Thuis' });
  });

  test('the value that is online is offered also where its entry has moved, or is missing', () => {
    const moved = { ...online, sections: [quote, { kind: 'offer', heading: 'Buffet' }] };
    expect(taken(moved, ['sections', 1, 'price'])).toEqual({ ...online, sections: [quote, offer] });
  });

  test('the desk offers to leave out what is new and wrong', () => {
    const draft = { ...online, sections: [offer, { kind: 'text', heading: '[Kop]' }, quote] };
    expect(taken(draft, ['sections', 1, 'heading'])).toEqual(online);
    const price = { ...online, sections: [offer, { ...quote, price: { amount: null } }] };
    expect(taken(price, ['sections', 1, 'price', 'amount'])).toEqual(online);
  });

  test('the desk offers to hide a new page that is wrong', () => {
    expect(findRevert({ file: FILE, path: ['title'] }, { title: '' }, undefined)).toMatchObject({
      operations: [{ path: ['hidden'], value: true }],
    });
  });

  test('the desk offers nothing for a value that is as it is online', () => {
    expect(findRevert({ file: FILE, path: ['title'] }, online, online)).toBeUndefined();
  });
});
