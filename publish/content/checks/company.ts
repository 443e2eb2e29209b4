import type { FieldPath } from '../../../site/content-walk.ts';
import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';

/** How a Belgian company's facts are written: whether a value is right, what it must be, an example. */
const BELGIAN = {
  postalCode: {
    // The lowest and the highest code that bpost gives out.
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

/** Forms of people who trade in their own name: the register of legal entities does not have them. */
const WITHOUT_REGISTER =
  /^(?:eenmanszaak|natuurlijke persoon|maatschap|entreprise individuelle|personne physique|société simple)$/i;
/** WVV, article 2:20, 5°: the register by its name or abbreviation, then the court of the seat. */
const COURT = /^(?:RPR|RPM|rechtspersonenregister|registre des personnes morales)[\s,:]+\p{L}/iu;

/** A company's facts agree with each other and, once they are its own, with Belgian law. */
export function* checkCompany({ company }: CheckedContent): Iterable<Finding> {
  if (!company) return;
  const { yaml, value } = company;
  for (const [i, { from, until }] of value.openingHours.entries()) {
    if (from < until) continue;
    const message = `'${until}' is niet later dan '${from}'; verwacht wordt een later uur van dezelfde dag.`;
    yield errorAt(yaml, ['openingHours', i, 'until'], message, 'until: "18:00"');
  }
  const isRegistered = !WITHOUT_REGISTER.test(value.legalForm);
  if (isRegistered && value.court === undefined) {
    const message =
      'De rechtbank van het rechtspersonenregister ontbreekt; alleen een eenmanszaak of maatschap heeft er geen.';
    yield errorAt(yaml, ['court'], message, 'court: RPR Gent');
  }
  // The sample's facts are made so that they cannot exist.
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
