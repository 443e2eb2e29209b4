import * as v from 'valibot';
import { type FieldPath, walkContent } from '../../../site/content-walk.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';

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
  const wrong = (path: FieldPath, value: string, expected: string, example: string) => {
    const message = `'${value}' kan niet; verwacht wordt ${expected}.`;
    return errorAt(yaml, path, message, `${path.at(-1)}: ${example}`);
  };
  for (const [i, { postalCode }] of value.postalAddresses.entries()) {
    // The range of bpost's postal codes.
    if (/^\d{4}$/.test(postalCode) && postalCode >= '1000' && postalCode <= '9992') continue;
    const path = ['postalAddresses', i, 'postalCode'];
    yield wrong(path, postalCode, 'een Belgische postcode, van 1000 tot 9992', '"9000"');
  }
  const dialled = value.phone.replace('(0)', '').replace(/[\s./()-]/g, '');
  if (!/^(?:\+32|0032|0)(?:[1-9]\d{7}|4[5-9]\d{7})$/.test(dialled)) {
    const expected = 'een Belgisch telefoonnummer: negen cijfers, of tien voor een gsm';
    yield wrong(['phone'], value.phone, expected, '09 123 45 67');
  }
  if (!isBelgianEnterpriseNumber(value.vatNumber.toUpperCase().replace(/[^A-Z\d]/g, ''))) {
    const expected =
      'een Belgisch ondernemingsnummer: tien cijfers waarvan de laatste twee kloppen';
    yield wrong(['vatNumber'], value.vatNumber, expected, 'BE 0403.170.701');
  }
  if (isRegistered && value.court !== undefined && !COURT.test(value.court)) {
    const expected = 'RPR, en dan de rechtbank van je zetel (WVV, artikel 2:20)';
    yield wrong(['court'], value.court, expected, 'RPR Gent');
  }
}

/** Ten digits, the last two of them 97 less the remainder of the first eight (KBO/BCE). */
export function isBelgianEnterpriseNumber(number: string): boolean {
  const [, digits, check] = /^(?:BE)?([01]\d{7})(\d{2})$/.exec(number) ?? [];
  return digits !== undefined && 97 - (Number(digits) % 97) === Number(check);
}

/** Markers of the sample company: its names, reserved domains, numbers of zeros. */
const SAMPLE_FACTS = [
  /\bMaanzaad\b/,
  /^maanzaad$/,
  /\bAtelier Voorbeeld\b/,
  /\b(?:Zaaddonk|Bollebeek)\b/,
  /\.example\b/,
  /^(?=.*0)[A-Z]{0,2}[\s./()+0-]+$/,
  /\s0+$/,
];

/** Finds sample facts that remain although `sample` is false. */
export function checkSampleFacts({ photos: _, ...content }: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  if (!content.company || content.company.value.sample) return findings;
  for (const { yaml, schema, value } of checkedFiles(content)) {
    walkContent(schema, value, (text, described, path) => {
      // A photo may be named after the seed.
      if (typeof text !== 'string' || v.getMetadata(described).reference === 'photo') return;
      const fact = SAMPLE_FACTS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
      if (fact === undefined) return;
      const message = `'${fact.trim()}' is nog van het voorbeeld; zet er je eigen gegeven, of sample: true in company.yaml zolang dat er niet is.`;
      findings.push(errorAt(yaml, path, message));
    });
  }
  return findings;
}
