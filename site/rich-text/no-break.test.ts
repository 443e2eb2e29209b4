import { expect, it } from 'vitest';
import { callToActionSchema } from '../sections/call-to-action/schema.ts';
import { withoutBreaks, withTextsWithoutBreaks } from './no-break.ts';

it.each([
  ['Tot negen uur ’s morgens', 'Tot negen uur ’s_morgens'],
  ['vanaf 20 gasten, 400 % vergroot', 'vanaf 20_gasten, 400_% vergroot'],
  ['Volgens WCAG 2.2 (artikel 6, lid 1)', 'Volgens WCAG_2.2 (artikel_6, lid_1)'],
  ['Ten hoogste € 500 per keer', 'Ten hoogste €_500_per keer'],
  ['1. eerst\n2. dan', '1. eerst\n2. dan'],
  ['09 117 24 83', '09 117 24 83'],
  ['In Sint-Martens-Latem, op do-vr', 'In Sint~-~Martens~-~Latem, op do-vr'],
])('words that belong together stay on one line: %j', (text, expected) => {
  expect(withoutBreaks(text)).toBe(expected.replaceAll('_', '\u00a0').replaceAll('~', '\u2060'));
});

it('references keep their spaces', () => {
  const section = {
    kind: 'call-to-action',
    heading: 'Met 20 gasten?',
    text: 'Voor 20 gasten.',
    button: { label: 'Vraag 1 voorstel', subject: 'Feest met 20 gasten' },
  };
  expect(withTextsWithoutBreaks(callToActionSchema, section)).toEqual({
    ...section,
    heading: 'Met 20\u00a0gasten?',
    text: 'Voor 20\u00a0gasten.',
    button: { label: 'Vraag 1\u00a0voorstel', subject: 'Feest met 20 gasten' },
  });
});
