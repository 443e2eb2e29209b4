import type { Company } from '../../../site/content.ts';
import type { FieldPath } from '../../../site/content-walk.ts';
import { type ContentProblem, type Finding, problemAt } from '../content-error.ts';
import type { CheckedContent } from '../content-files.ts';
import { isWithoutRegister } from './belgian-law.ts';

/** Rules of a country for a company's facts. */
interface CountryRules {
  postalCode: { rule: RegExp; expected: string; example: string };
  phone: { rule: RegExp; expected: string; example: string };
  vatNumber: { isValid: (number: string) => boolean; expected: string; example: string };
}

const COUNTRIES: Record<Company['country'], CountryRules> = {
  BE: {
    postalCode: {
      rule: /^[1-9]\d{3}$/,
      expected: 'een Belgische postcode: vier cijfers, van 1000 tot 9999, tussen aanhalingstekens',
      example: '9000',
    },
    phone: {
      rule: /^(?:\+32|0)(?:[1-9]\d{7}|4[5-9]\d{7})$/,
      expected: 'een Belgisch telefoonnummer: negen cijfers, of tien voor een gsm',
      example: '09 123 45 67',
    },
    vatNumber: {
      isValid: isBelgianEnterpriseNumber,
      expected: 'een Belgisch ondernemingsnummer: tien cijfers waarvan de laatste twee kloppen',
      example: 'BE 0403.170.701',
    },
  },
  NL: {
    postalCode: {
      rule: /^[1-9]\d{3} ?[A-Z]{2}$/,
      expected: 'een Nederlandse postcode: vier cijfers en twee letters',
      example: '4561 AB',
    },
    phone: {
      rule: /^(?:\+31|0)[1-9]\d{8}$/,
      expected: 'een Nederlands telefoonnummer: tien cijfers',
      example: '0114 12 34 56',
    },
    vatNumber: {
      isValid: (number) => /^NL\d{9}B\d{2}$/.test(number),
      expected: 'een Nederlands btw-nummer: NL, negen cijfers, B en twee cijfers',
      example: 'NL 123456789 B 01',
    },
  },
};

/** A company's facts agree with each other and, once they are its own, with its country's rules. */
export function checkCompany({ company }: CheckedContent): ContentProblem[] {
  if (!company) return [];
  const { yaml, value } = company;
  const problems: ContentProblem[] = [];
  const hold = (isRight: boolean, field: FieldPath, finding: () => Finding) => {
    if (!isRight) problems.push(problemAt(yaml, field, finding()));
  };
  hold(value.court !== undefined || isWithoutRegister(value.legalForm), ['court'], () => ({
    found: 'dit veld ontbreekt',
    expected: `de rechtbank van het rechtspersonenregister; alleen een eenmanszaak heeft er geen`,
    example: 'court: RPR Gent',
  }));
  value.openingHours.forEach(({ from, until }, i) => {
    hold(from < until, ['openingHours', i, 'until'], () => ({
      found: `'${until}', een uur dat niet na from komt: '${from}'`,
      expected: 'een uur later op dezelfde dag',
      example: 'until: "18:00"',
    }));
  });
  // The sample's are made so that they cannot exist.
  if (value.sample) return problems;
  const { postalCode, phone, vatNumber } = COUNTRIES[value.country];
  const wrong = (written: string, { expected, example }: Omit<Finding, 'found'>, key: string) => ({
    found: `'${written}'`,
    expected,
    example: `${key}: "${example}"`,
  });
  value.postalAddresses.forEach((address, i) => {
    hold(postalCode.rule.test(address.postalCode), ['postalAddresses', i, 'postalCode'], () =>
      wrong(address.postalCode, postalCode, 'postalCode'),
    );
  });
  const dialled = value.phone
    .replace('(0)', '')
    .replace(/^00/, '+')
    .replace(/[\s./()-]/g, '');
  hold(phone.rule.test(dialled), ['phone'], () => wrong(value.phone, phone, 'phone'));
  const number = value.vatNumber.toUpperCase().replace(/[^A-Z\d]/g, '');
  hold(vatNumber.isValid(number), ['vatNumber'], () =>
    wrong(value.vatNumber, vatNumber, 'vatNumber'),
  );
  return problems;
}

/** Ten digits, the last two of them 97 less the remainder of the first eight (KBO/BCE). */
export function isBelgianEnterpriseNumber(number: string): boolean {
  const [, digits, check] = /^(?:BE)?([01]\d{7})(\d{2})$/.exec(number) ?? [];
  return digits !== undefined && 97 - (Number(digits) % 97) === Number(check);
}
