import type { FieldPath } from '../../../site/content-walk.ts';
import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';

/** Rules for the facts of a Belgian company: check, expectation and example. */
const BELGIAN = {
  postalCode: {
    // The range of bpost's postal codes.
    isRight: (code: string) => /^\d{4}$/.test(code) && Number(code) >= 1000 && Number(code) <= 9992,
    expected: 'een Belgische postcode, van 1000 tot 9992',
    example: '9000',
  },
  phone: {
    isRight: (phone: string) => /^(?:\+32|0)(?:[1-9]\d{7}|4[5-9]\d{7})$/.test(phone),
    expected: 'een Belgisch telefoonnummer: negen cijfers, of tien voor een gsm',
    example: '09 123 45 67',
  },
  vatNumber: {
    isRight: isBelgianEnterpriseNumber,
    expected: 'een Belgisch ondernemingsnummer: tien cijfers waarvan de laatste twee kloppen',
    example: 'BE 0403.170.701',
  },
};

/** Sole traders, who are not in the register of legal entities. */
const SOLE_TRADER_FORMS =
  /^(?:eenmanszaak|natuurlijke persoon|maatschap|entreprise individuelle|personne physique|société simple)$/i;
/** WVV, article 2:20, 5°: the register by its name or abbreviation, then the court of the seat. */
const COURT = /^(?:RPR|RPM|rechtspersonenregister|registre des personnes morales)[\s,:]+\p{L}/iu;

/**
 * Checks that the company's facts are consistent and, unless they are sample facts, comply with
 * Belgian law.
 */
export function* checkCompany({ company }: CheckedContent): Iterable<Finding> {
  if (!company) return;
  const { yaml, value } = company;
  for (const [i, { from, until }] of value.openingHours.entries()) {
    if (from < until) continue;
    const message = `'${until}' is niet later dan '${from}'; verwacht wordt een later uur van dezelfde dag.`;
    yield errorAt(yaml, ['openingHours', i, 'until'], message, 'until: "18:00"');
  }
  const isRegistered = !SOLE_TRADER_FORMS.test(value.legalForm);
  if (isRegistered && value.court === undefined) {
    const message =
      'De rechtbank van het rechtspersonenregister ontbreekt; alleen een eenmanszaak of maatschap heeft er geen.';
    yield errorAt(yaml, ['court'], message, 'court: RPR Gent');
  }
  // Sample facts are invalid on purpose.
  if (value.sample) {
    const message =
      'De gegevens van de zaak zijn nog die van het voorbeeld; zet er je eigen gegevens, en dan sample: false.';
    yield { ...warningAt(yaml, ['sample'], message), code: 'sample-facts' };
    return;
  }
  if (value.country !== 'BE') return;
  const dialled = value.phone
    .replace('(0)', '')
    .replace(/^00/, '+')
    .replace(/[\s./()-]/g, '');
  const number = value.vatNumber.toUpperCase().replace(/[^A-Z\d]/g, '');
  const facts: [path: FieldPath, written: string, rule: (typeof BELGIAN)[keyof typeof BELGIAN]][] =
    [
      ...value.postalAddresses.map(({ postalCode }, i): (typeof facts)[number] => [
        ['postalAddresses', i, 'postalCode'],
        postalCode,
        BELGIAN.postalCode,
      ]),
      [['phone'], dialled, BELGIAN.phone],
      [['vatNumber'], number, BELGIAN.vatNumber],
    ];
  for (const [path, written, { isRight, expected, example }] of facts) {
    if (isRight(written)) continue;
    const message = `'${written}' kan niet; verwacht wordt ${expected}.`;
    yield errorAt(yaml, path, message, `${path.at(-1)}: "${example}"`);
  }
  const { court } = value;
  if (isRegistered && court !== undefined && !COURT.test(court)) {
    const message = `'${court}' kan niet; verwacht wordt RPR, en dan de rechtbank van je zetel (WVV, artikel 2:20).`;
    yield errorAt(yaml, ['court'], message, 'court: RPR Gent');
  }
}

/** Ten digits, the last two of them 97 less the remainder of the first eight (KBO/BCE). */
export function isBelgianEnterpriseNumber(number: string): boolean {
  const [, digits, check] = /^(?:BE)?([01]\d{7})(\d{2})$/.exec(number) ?? [];
  return digits !== undefined && 97 - (Number(digits) % 97) === Number(check);
}
