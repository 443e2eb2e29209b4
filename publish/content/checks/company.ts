import { type FieldPath, walkContent } from '../../../site/schema/content-walk.ts';
import { type CheckedContent, CONTENT_FILES } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';

/** Legal forms without legal personality, which are not in the register of legal entities. */
const FORMS_WITHOUT_LEGAL_PERSONALITY = [
  'eenmanszaak',
  'natuurlijke persoon',
  'maatschap',
  'entreprise individuelle',
  'personne physique',
  'société simple',
];

/** Checks that the company's facts, unless they are samples, comply with Belgian law. */
export function* checkCompany({ company }: CheckedContent): Iterable<Finding> {
  if (!company) return;
  const { yaml, value } = company;
  for (const [i, { from, until }] of value.openingHours.entries()) {
    // A closing time that is earlier than the opening time is past midnight, so only equal times
    // are wrong.
    if (from !== until) continue;
    const message = `'${until}' is ook het beginuur; verwacht wordt een ander uur.`;
    yield errorAt(yaml, ['openingHours', i, 'until'], message, 'until: "18:00"');
  }
  const isRegistered = !FORMS_WITHOUT_LEGAL_PERSONALITY.includes(value.legalForm.toLowerCase());
  if (isRegistered && value.court === undefined) {
    const message =
      '‘Rechtbank’ is nog leeg; alleen een eenmanszaak of een maatschap heeft er geen.';
    yield errorAt(yaml, ['court'], message, 'court: RPR Gent');
  }
  // Sample facts are invalid on purpose.
  if (value.sample) {
    const message = 'Zet er je eigen gegevens, en zet dan ‘Voorbeeldgegevens’ uit.';
    yield { ...warningAt(yaml, ['sample'], message), code: 'sample-facts' };
    return;
  }
  if (value.country !== 'BE') return;

  const wrong = (path: FieldPath, found: string, expected: string, example: string) => {
    const field = path.at(-1);
    const message = `'${found}' kan niet; verwacht wordt ${expected}.`;
    return errorAt(yaml, path, message, `${field}: ${example}`);
  };
  for (const [i, { postalCode }] of value.postalAddresses.entries()) {
    if (isPostalCode(postalCode)) continue;
    const path = ['postalAddresses', i, 'postalCode'];
    const expected = 'een Belgische postcode, van 1000 tot 9992';
    yield wrong(path, postalCode, expected, '"9000"');
  }
  if (!isPhoneNumber(value.phone)) {
    const expected = 'een telefoonnummer: negen cijfers, of tien voor een gsm';
    yield wrong(['phone'], value.phone, expected, '09 123 45 67');
  }
  if (!isEnterpriseNumber(value.vatNumber)) {
    const expected = 'een ondernemingsnummer: tien cijfers waarvan de laatste twee kloppen';
    yield wrong(['vatNumber'], value.vatNumber, expected, 'BE 0403.170.701');
  }
  if (isRegistered && value.court !== undefined && !namesRegister(value.court)) {
    const expected = 'RPR, en dan de rechtbank van je zetel';
    yield wrong(['court'], value.court, expected, 'RPR Gent');
  }
}

/** The range of bpost's postal codes. */
function isPostalCode(code: string): boolean {
  return /^\d{4}$/.test(code) && code >= '1000' && code <= '9992';
}

function isPhoneNumber(phone: string): boolean {
  const digits = phone.replace('(0)', '').replace(/[\s./()-]/g, '');
  const national = digits.replace(/^(?:\+32|0032)/, '0');
  return /^0[1-9]\d{7}$/.test(national) || /^04[5-9]\d{7}$/.test(national);
}

/** Checks a number whose last two digits are 97 less the remainder of the first eight (KBO/BCE). */
function isEnterpriseNumber(vatNumber: string): boolean {
  const number = vatNumber.toUpperCase().replace(/[^A-Z\d]/g, '');
  const [, base, check] = /^(?:BE)?([01]\d{7})(\d{2})$/.exec(number) ?? [];
  return base !== undefined && 97 - (Number(base) % 97) === Number(check);
}

const REGISTERS = ['rpr', 'rpm', 'rechtspersonenregister', 'registre des personnes morales'];

/**
 * Checks that the text names first the register, then the court of the seat (WVV, article 2:20,
 * 5°).
 */
function namesRegister(court: string): boolean {
  const register = REGISTERS.find((name) => court.toLowerCase().startsWith(name));
  return register !== undefined && /^[\s,:]+\p{L}/u.test(court.slice(register.length));
}

/** Names and reserved domains of the sample company. */
const SAMPLE_FACT = /\b(?:Atelier Voorbeeld|Bollebeek|Maanzaad|Zaaddonk)\b|\.example\b/;

/** Finds sample facts that remain although `sample` is false. */
export function checkSampleFacts({ company, valid }: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  if (!company || company.value.sample) return findings;
  for (const { yaml, schema, value } of valid) {
    // Photos may show poppy seed, which the sample company is named after.
    if (yaml.file === CONTENT_FILES.photos.file) continue;
    walkContent(schema, value, (text, _, path) => {
      const [fact] = (typeof text === 'string' && SAMPLE_FACT.exec(text)) || [];
      if (fact === undefined) return;
      const message = `'${fact}' is nog van het voorbeeld; zet er je eigen gegeven.`;
      findings.push(errorAt(yaml, path, message));
    });
  }
  return findings;
}
