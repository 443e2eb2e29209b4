import * as v from 'valibot';
import { emailSchema } from '../../enquiry/enquiry.ts';
import { line } from '../../release/text.ts';
import {
  field,
  group,
  matching,
  nonEmpty,
  optionalField,
  webAddress,
} from '../schema/content-values.ts';
import { WEEKDAYS } from '../schema/weekdays.ts';

const clockTime = field(
  matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  'Uur',
  'een uur met vier cijfers',
  '09:00',
);

const postalAddress = group('Adres', {
  label: field(line, 'Waarvoor', 'waarvoor dit adres dient', 'Keuken en kantoor'),
  street: field(line, 'Straat en nummer', 'straat en huisnummer', 'Papaverdreef 0'),
  postalCode: field(line, 'Postcode', 'de postcode', '0000'),
  town: field(line, 'Gemeente', 'de gemeente', 'Zaaddonk'),
});

const openingHours = group('Openingsuur', {
  days: field(nonEmpty(v.picklist(WEEKDAYS)), 'Dagen', `één of meer van: ${WEEKDAYS.join(', ')}`, [
    'monday',
    'tuesday',
  ]),
  from: clockTime,
  until: clockTime,
});

/** content/company.yaml */
export const companySchema = v.object({
  /** True while the file contains the sample company's data. */
  sample: field(
    v.boolean(),
    'Voorbeeldgegevens',
    'true (voorbeeldgegevens) of false (echte gegevens)',
    false,
  ),
  name: field(line, 'Naam', 'de naam van de zaak', 'Maanzaad'),
  legalForm: field(line, 'Rechtsvorm', 'de rechtsvorm van de zaak, of eenmanszaak', 'VOF'),
  /** The full name of a sole trader. */
  owner: optionalField(
    line,
    'Ondernemer',
    'voornaam en naam van wie in eigen naam werkt',
    'An Peeters',
  ),
  slug: field(
    matching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    'Korte naam',
    'kleine letters en cijfers, met koppeltekens in plaats van spaties',
    'maanzaad',
  ),
  /** An ISO 3166-1 code, which decides how postcodes, numbers and telephone numbers are read. */
  country: field(v.picklist(['BE', 'NL']), 'Land', 'BE of NL', 'BE'),
  postalAddresses: field(
    v.pipe(v.array(postalAddress), v.minLength(1), v.maxLength(2)),
    'Adressen',
    'één of twee adressen',
  ),
  /** The number as the site shows it. The `tel:` link is derived from it. */
  phone: field(line, 'Telefoon', 'het telefoonnummer zoals je het leest', '09 000 00 00'),
  email: field(emailSchema, 'E-mail', 'het mailadres van de zaak', 'info@maanzaad.example'),
  vatNumber: field(line, 'Btw-nummer', 'het btw-nummer', 'BE 0000.000.000'),
  /** The court of the register of legal entities. A sole trader has none. */
  court: optionalField(
    line,
    'Rechtbank',
    'de rechtbank van het rechtspersonenregister',
    'RPR Zaaddonk',
  ),
  social: v.optional(
    group('Sociale media', {
      instagram: optionalField(
        webAddress,
        'Instagram',
        'het adres van je pagina op Instagram',
        'https://www.instagram.com/maanzaad.example',
      ),
      facebook: optionalField(
        webAddress,
        'Facebook',
        'het adres van je pagina op Facebook',
        'https://www.facebook.com/maanzaad.example',
      ),
    }),
    {},
  ),
  /** Where the company works, for search engines. */
  areaServed: v.optional(
    field(
      v.array(
        field(line, 'Streek', 'een gemeente, een streek of een provincie', 'Oost-Vlaanderen'),
      ),
      'Waar je komt',
      'waar je levert of komt koken, voor zoekmachines',
    ),
    [],
  ),
  openingHours: v.optional(
    field(
      v.array(openingHours),
      'Openingsuren',
      'wanneer je open bent; dagen die ontbreken zijn gesloten',
    ),
    [],
  ),
});

export type Company = v.InferOutput<typeof companySchema>;
