import * as v from 'valibot';
import { emailSchema } from '../../enquiry/enquiry.ts';
import type { MailTexts } from '../../enquiry/mail-texts.ts';
import { line } from '../../enquiry/text.ts';
import { type Section, sectionKinds } from '../sections/index.ts';
import {
  apiBase,
  byKey,
  field,
  fieldOr,
  flag,
  group,
  linkTo,
  matching,
  optionalField,
  orEmpty,
  photoName,
  siteOrigin,
  webAddress,
} from './content-values.ts';
import { type Messages, messagesSchema } from './messages.ts';

/**
 * Schemas of the files in `content/`, and the types that follow from them. Publishing validates the
 * YAML with these and reports findings (`publish/content/`).
 */

/** The days of the week, from Monday (specification, section 1). */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

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
  days: field(
    v.pipe(v.array(v.picklist(WEEKDAYS)), v.minLength(1)),
    'Dagen',
    `één of meer van: ${WEEKDAYS.join(', ')}`,
    ['monday', 'tuesday'],
  ),
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

/**
 * How enquiries are kept and delivered. The server uses it, and the privacy page states it
 * (`publish/content/privacy-page.ts`).
 */
const enquiries = group('Aanvragen', {
  /** How many days an enquiry stays on the server after its delivery. */
  keepDays: fieldOr(
    30,
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(730)),
    'Bewaartermijn',
    'een aantal dagen van 1 tot 730: zo lang blijft een aanvraag op de server nadat ze bij je aankwam',
  ),
  /** If empty, the setting MAIL_TO or the company's address is used. */
  recipient: fieldOr(
    '',
    orEmpty(emailSchema),
    'Mailbox',
    'het mailadres waar aanvragen aankomen; leeg: het adres van de zaak',
    'info@maanzaad.example',
  ),
  /**
   * The domain of the hosting company, for the privacy page. If empty, the page does not mention
   * it.
   */
  host: fieldOr(
    '',
    orEmpty(matching(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/)),
    'Hostingbedrijf',
    'de domeinnaam van het bedrijf waar je mail en databank draaien; leeg als je dat niet zegt',
    'hosting.example',
  ),
});

/**
 * Whether the server counts visits, which the privacy page states
 * (`publish/content/visits-statement.ts`).
 */
const visits = group('Bezoeken', {
  count: flag(
    'Bezoeken tellen',
    'true: de server telt per dag hoe vaak een pagina bekeken wordt; je privacypagina moet het zeggen',
  ),
});

/** content/site.yaml */
export const siteSchema = v.object({
  url: field(
    siteOrigin,
    'Adres van de site',
    'het adres van je site, met https:// vooraan en niets na de naam',
    'https://maanzaad.example',
  ),
  /** A BCP 47 tag. */
  locale: field(
    matching(/^[a-z]{2}-[A-Z]{2}$/),
    'Taal en land',
    'een taal en een land, zoals nl-BE',
    'nl-BE',
  ),
  /** An IANA time zone. */
  timeZone: field(
    v.pipe(v.string(), v.check(isTimeZone)),
    'Tijdzone',
    'een tijdzone, zoals Europe/Brussels',
    'Europe/Brussels',
  ),
  /** An ISO 4217 code. */
  currency: field(matching(/^[A-Z]{3}$/), 'Munt', 'een munt, zoals EUR', 'EUR'),
  api: group('Server van het formulier', {
    base: field(
      apiBase,
      'API',
      '/api voor onze eigen server, anders een volledig webadres; zonder schuine streep op het einde',
      '/api',
    ),
  }),
  captcha: group('Controle tegen robots', {
    provider: field(
      v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
      'Captcha',
      'altcha, recaptcha, hcaptcha of turnstile',
      'altcha',
    ),
    /** The public key from the provider; empty for altcha. */
    siteKey: field(
      v.string(),
      'Sleutel',
      'de openbare sleutel van de captcha; leeg bij altcha',
      '',
    ),
  }),
  enquiries: v.optional(enquiries, {}),
  visits: v.optional(visits, {}),
  privacy: group('Privacyverklaring', {
    page: field(
      matching(/^\/[a-z]/),
      'Pagina',
      'het adres van je privacypagina op deze site',
      '/privacy',
    ),
    providerUrl: field(
      orEmpty(webAddress),
      'Bij je provider',
      'een volledig webadres, met https:// vooraan; leeg: onze eigen pagina',
      '',
    ),
  }),
  designer: group('Ontwerper', {
    name: field(line, 'Ontwerper', 'de naam van de ontwerper', 'Atelier Voorbeeld'),
    url: field(
      webAddress,
      'Site van de ontwerper',
      'een volledig webadres, met https:// vooraan',
      'https://atelier-voorbeeld.example',
    ),
  }),
  copyrightYear: field(
    v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
    'Jaar bij ©',
    'een jaartal van vier cijfers',
    2023,
  ),
});

const day = v.pipe(v.string(), v.isoDate());

/** content/notice.yaml: the notice above every page from one day to another, both included. */
export const noticeSchema = v.object({
  text: field(
    line,
    'Mededeling',
    'één zin, op één regel',
    'In augustus zijn we drie weken met vakantie.',
  ),
  link: v.optional(linkTo),
  from: field(day, 'Vanaf', 'de eerste dag, als jaar-maand-dag', '2027-08-01'),
  until: field(day, 'Tot en met', 'de laatste dag, als jaar-maand-dag', '2027-08-21'),
});

/**
 * content/full-days.yaml: days on which the caterer takes no party. The file names only days, and
 * never whose party it is.
 */
export const fullDaysSchema = v.object({
  days: field(
    v.array(
      field(
        v.pipe(
          day,
          v.check((one) => isRealDay(one)),
        ),
        'Dag',
        'een dag die bestaat, als jaar-maand-dag',
        '2027-06-12',
      ),
    ),
    'Volzette dagen',
    'de dagen waarop je geen feest meer aanneemt',
    ['2027-06-12'],
  ),
});

/**
 * The brand's colours by role: title, purpose and example. `publish/brand/check-colors.ts` checks
 * their contrast.
 */
const COLORS = {
  page: ['Pagina', 'de ondergrond van de pagina', '#f6f1e7'],
  paper: ['Papier', 'de ondergrond van formulier en kaders', '#fffdf8'],
  ink: ['Letters', 'de letters', '#23261f'],
  dark: ['Donker vlak', 'donkere vlakken met lichte letters', '#2c3527'],
  secondary: ['Links', 'links en kleine letters', '#4b5a3c'],
  accent: ['Accent', 'de ene opvallende kleur: knoppen, wat actief is', '#b0302a'],
  accentDark: ['Donker accent', 'knoppen waar de muis op staat', '#8f2420'],
  ornament: ['Versiering', 'lijnen en versiering', '#a8843f'],
  controlEdge: ['Randen', 'de randen van invulvelden', '#8a8371'],
  success: ['Gelukt', 'meldingen dat iets gelukt is', '#2f6b3a'],
  error: ['Mislukt', 'meldingen dat iets mislukt is', '#9a1b4b'],
} as const;

export const COLOR_ROLES = Object.keys(COLORS) as (keyof typeof COLORS)[];

/** The names of the pairs; each is a style sheet in `fonts/`. */
export const FONT_PAIRS = ['instrument', 'fraunces', 'cormorant', 'bricolage'] as const;

const logoFile = (title: string, example: string) =>
  field(
    v.pipe(line, v.regex(/^[\w-]+\.(?:svg|png)$/)),
    title,
    'de naam van een SVG of PNG in de map brand',
    example,
  );

/** content/brand.yaml */
export const brandSchema = v.object({
  logo: v.object({
    /** The mark and the word, 360 px wide. */
    large: logoFile('Groot logo', 'logo-groot.svg'),
    /** The logo for small screens, 100 px wide. */
    small: logoFile('Klein logo', 'logo-klein.svg'),
    /** The mark alone, for the footer and home screens. */
    mark: logoFile('Beeldmerk', 'beeldmerk.svg'),
    /** The icon of the browser's tab, where fine lines blur. Default: the mark. */
    icon: v.exactOptional(logoFile('Klein icoon', 'icoon.svg')),
  }),
  colors: v.object(
    byKey(COLOR_ROLES, (role) => {
      const [title, use, example] = COLORS[role];
      return field(
        matching(/^#[0-9a-f]{6}$/i),
        title,
        `een kleur als # en zes cijfers of letters, voor ${use}`,
        example,
      );
    }),
  ),
  fonts: field(
    v.picklist(FONT_PAIRS),
    'Lettertypes',
    `één van: ${FONT_PAIRS.join(', ')}`,
    FONT_PAIRS[0],
  ),
});

/** A path has lower-case letters, digits and hyphens. */
const pagePath = matching(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/);

const section = v.pipe(
  v.variant(
    'kind',
    Object.values(sectionKinds).map(({ schema }) => schema),
  ),
  v.description(`een deel met kind: ${Object.keys(sectionKinds).join(', ')}`),
);

/** content/pages/*.yaml: a whole page. The page at {@link NOT_FOUND_PATH} answers any other path. */
export const pageSchema = v.object({
  path: field(
    pagePath,
    'Adres',
    'het adres van de pagina: / en kleine letters, cijfers of koppeltekens',
    '/feesten',
  ),
  /** Paths that redirect here with status 301. The home page has '/' among them. */
  redirects: fieldOr(
    [],
    v.array(v.union([v.literal('/'), pagePath])),
    'Oude adressen',
    'adressen die naar deze pagina leiden: / en kleine letters, cijfers of koppeltekens',
    ['/recepties'],
  ),
  /** If absent, the page is not in the navigation. */
  navigation: v.optional(
    group('Menu', {
      label: field(line, 'Naam in het menu', 'de naam van de link in het menu', 'Feesten'),
      place: field(
        v.pipe(v.number(), v.integer(), v.minValue(1)),
        'Plaats in het menu',
        'een getal: 1 staat vooraan',
        1,
      ),
    }),
  ),
  title: field(line, 'Titel', 'de titel van de pagina, voor het tabblad van de browser', 'Feesten'),
  description: field(
    v.pipe(line, v.maxLength(160)),
    'Beschrijving',
    'één of twee zinnen voor zoekmachines, hoogstens 160 tekens, op één regel',
    'Voor je huwelijk, een communie of een lentefeest, bij je thuis of in onze feestschuur.',
  ),
  /** The photo for social cards. Default: the first photo on the page. */
  socialPicture: v.optional(photoName),
  inFooter: flag('Link onderaan', 'true: elke pagina heeft onderaan een link hierheen'),
  /** If true, the page is not published. */
  hidden: flag('Verborgen', 'true: deze pagina staat niet op de site'),
  sections: field(
    v.pipe(v.array(section), v.minLength(1)),
    'Delen',
    'de delen van de pagina, van boven naar onder',
  ),
});

/** The page for unknown paths, with status 404. Static hosts expect this name. */
export const NOT_FOUND_PATH = '/404';

/** A percentage, from the left or from the top. */
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const point = v.strictTuple([percent, percent]);

/** content/photos/photos.yaml: data of each photo. */
export const photosSchema = v.record(
  v.string(),
  v.object({
    /** The focal point, which narrow crops keep. */
    focus: field(
      point,
      'Focus',
      'twee getallen van 0 tot 100: hoe ver van links, en hoe ver van boven',
      [50, 50],
    ),
    /** The focal point of the tall crop. Default: `focus`. */
    tallFocus: optionalField(
      point,
      'Focus op een gsm',
      'dezelfde twee getallen voor waar de foto rechtop staat, zoals bovenaan op een gsm',
      [50, 50],
    ),
    alt: field(
      line,
      'Beschrijving',
      'een zin die zegt wat er op de foto staat, voor wie hem niet kan zien',
      'Gevulde champagneglazen op een zilveren dienblad.',
    ),
  }),
);

/** Whether the day exists, unlike 2027-02-30. */
function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

export type Company = v.InferOutput<typeof companySchema>;
export type Site = v.InferOutput<typeof siteSchema>;
export { type Messages, messagesSchema };
export type Notice = v.InferOutput<typeof noticeSchema>;
export type FullDays = v.InferOutput<typeof fullDaysSchema>;
export type Brand = v.InferOutput<typeof brandSchema>;
export type Page = Omit<v.InferOutput<typeof pageSchema>, 'sections'> & { sections: Section[] };
export type Photos = v.InferOutput<typeof photosSchema>;

/** Everything in `content/`, read and checked (`publish/content/load-content.ts`). */
export interface Content {
  company: Company;
  site: Site;
  messages: Messages;
  mails: MailTexts;
  brand: Brand;
  /** There is no such key when there is no notice. */
  notice?: Notice;
  /** There is no such key when no day was ever marked. */
  fullDays?: FullDays;
  /** Whether the privacy page says how long a booked enquiry is kept after its party. */
  statesBookedRetention?: boolean;
  /** The pages, without hidden pages and sections, and with the not-found page. */
  pages: Page[];
  photos: Photos;
}
