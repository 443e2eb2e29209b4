import type { FieldPath } from '../../../site/content-walk.ts';
import { type ContentProblem, type Finding, problemAt } from '../content-error.ts';
import type { CheckedContent } from '../content-files.ts';

/** Forms of people who trade in their own name: no seat, no register of legal entities. */
const OWN_NAME = [
  'eenmanszaak',
  'natuurlijke persoon',
  'entreprise individuelle',
  'personne physique',
];
const PARTNERS = ['maatschap', 'société simple'];

/** Forms of legal entities (WVV, articles 1:5 and 1:6, and Regulations (EC) 2157/2001 and 1435/2003). */
const LEGAL_ENTITIES = [
  ...['BV', 'besloten vennootschap', 'SRL', 'société à responsabilité limitée'],
  ...['NV', 'naamloze vennootschap', 'SA', 'société anonyme'],
  ...['VOF', 'vennootschap onder firma', 'SNC', 'société en nom collectif'],
  ...['CommV', 'commanditaire vennootschap', 'SComm', 'société en commandite'],
  ...['CV', 'coöperatieve vennootschap', 'SC', 'société coopérative'],
  ...['VZW', 'vereniging zonder winstoogmerk', 'ASBL', 'association sans but lucratif'],
  ...['IVZW', 'AISBL', 'stichting', 'fondation', 'SE', 'SCE'],
];

/** What became of forms that the law no longer knows since 2024 (law of 23 March 2019, article 39). */
const FORMER: Record<string, string> = {
  BVBA: 'BV',
  SPRL: 'SRL',
  CVBA: 'CV',
  SCRL: 'SC',
  GCV: 'CommV',
  SCS: 'SComm',
};

/** WVV, article 2:20, 5°: the register by its name or abbreviation, then the court of the seat. */
const REGISTER = /^(?:RPR|RPM|rechtspersonenregister|registre des personnes morales)[\s,:]+\p{L}/iu;

const isAnyOf = (forms: string[], legalForm: string) =>
  forms.some((form) => fold(form) === fold(legalForm));

/** Whoever trades so has no court of a register to name. */
export function isWithoutRegister(legalForm: string): boolean {
  return isAnyOf([...OWN_NAME, ...PARTNERS], legalForm);
}

/**
 * Once a Belgian company's facts are its own, the site names what the law asks of its legal form: WER,
 * article XII.6 (name, address, mail, number), and for legal entities WVV, article 2:20 (form, seat,
 * register and court). The numbers' own rules stand in `company.ts`.
 */
export function checkBelgianLaw({ company }: CheckedContent): ContentProblem[] {
  if (!company || company.value.sample || company.value.country !== 'BE') return [];
  const { yaml, value } = company;
  const { legalForm, court, owner, postalAddresses } = value;
  const problems: ContentProblem[] = [];
  const hold = (isRight: boolean, field: FieldPath, finding: Finding) => {
    if (!isRight) problems.push(problemAt(yaml, field, finding));
  };
  const isEntity = isAnyOf(LEGAL_ENTITIES, legalForm);
  const successor = FORMER[fold(legalForm)];
  hold(isEntity || isWithoutRegister(legalForm), ['legalForm'], {
    found: successor
      ? `'${legalForm}': die rechtsvorm bestaat niet meer`
      : `'${legalForm}': die rechtsvorm kennen we niet`,
    expected: 'een rechtsvorm van het Belgische recht: BV, NV, VOF, CommV, CV, vzw, eenmanszaak …',
    example: `legalForm: ${successor ?? 'BV'}`,
  });
  if (isEntity && court !== undefined) {
    hold(REGISTER.test(court), ['court'], {
      found: `'${court}'`,
      expected: 'RPR, en dan de rechtbank van je zetel (WVV, artikel 2:20)',
      example: 'court: RPR Gent',
    });
  }
  if (isWithoutRegister(legalForm)) {
    hold(owner !== undefined, ['owner'], {
      found: 'dit veld ontbreekt',
      expected: 'je voornaam en naam: een eenmanszaak handelt onder die naam (WER, artikel XII.6)',
      example: 'owner: An Peeters',
    });
  }
  hold(/\d/.test(postalAddresses[0]?.street ?? ''), ['postalAddresses', 0, 'street'], {
    found: `'${postalAddresses[0]?.street}', zonder huisnummer`,
    expected: 'straat en nummer van de zetel, of van de plaats waar je werkt',
    example: 'street: Papaverdreef 12',
  });
  return problems;
}

/** 'Comm. V', 'comm.v.' and 'COMMV' are one; so is a company that is being wound up. */
function fold(form: string): string {
  return form
    .replace(/ (?:in vereffening|en liquidation)$/i, '')
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();
}
