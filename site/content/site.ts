import * as v from 'valibot';
import { API_BASE } from '../../enquiry/api-contract.ts';
import { emailSchema } from '../../enquiry/enquiry.ts';
import { line } from '../../release/text.ts';
import {
  apiBase,
  field,
  fieldWithDefault,
  flag,
  group,
  matching,
  orEmpty,
  siteOrigin,
  webAddress,
} from '../schema/content-values.ts';

/**
 * How enquiries are kept and delivered. The server uses it, and the privacy page states it
 * (`publish/content/privacy-page.ts`).
 */
const enquiries = group('Aanvragen', {
  /** How many days an enquiry stays on the server after its delivery. */
  keepDays: fieldWithDefault(
    30,
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(730)),
    'Bewaartermijn',
    'een aantal dagen van 1 tot 730: zo lang blijft een aanvraag op de server nadat ze bij je aankwam',
  ),
  /** If empty, the setting MAIL_TO or the company's address is used. */
  recipient: fieldWithDefault(
    '',
    orEmpty(emailSchema),
    'Mailbox',
    'het mailadres waar aanvragen aankomen. Laat je dit leeg, dan is het dat van de zaak',
    'info@maanzaad.example',
  ),
  /**
   * The domain of the hosting company, for the privacy page. If empty, the page does not mention
   * it.
   */
  host: fieldWithDefault(
    '',
    orEmpty(matching(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/)),
    'Hostingbedrijf',
    'de domeinnaam van het bedrijf waar je mail en databank draaien. Laat dit leeg als je dat niet wil zeggen',
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
      `${API_BASE} voor onze eigen server, anders een volledig webadres; zonder schuine streep op het einde`,
      API_BASE,
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
      'een volledig webadres, met https:// vooraan. Laat je dit leeg, dan is het onze eigen pagina',
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

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

export type Site = v.InferOutput<typeof siteSchema>;
