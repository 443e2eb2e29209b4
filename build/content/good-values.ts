import { stringify } from 'yaml';
import type { FieldPath } from './content-error.ts';
import type { SchemaNode } from './content-files.ts';

/** What a field is for, and a value that is right for it. */
export interface GoodValue {
  expected: string;
  example: unknown;
}

const shortText = (example: string, expected = 'een korte tekst'): GoodValue => ({
  expected,
  example,
});
const PAGE_HEAD = {
  title: shortText('Feesten', 'de titel van de pagina, voor het tabblad van de browser'),
  description: shortText(
    'Van communie tot huwelijk: we koken voor je feest, bij jou thuis of in onze feestschuur.',
    'één of twee zinnen voor zoekmachines, hoogstens 160 tekens',
  ),
};
const HERO = {
  'hero.sentence': shortText('Schuif gerust aan.', 'een korte zin van drie tot acht woorden'),
  'hero.scrollLink': shortText('Lees meer', 'de woorden op de knop naar de tekst eronder'),
};
const PARAGRAPH = shortText(
  'We koken met wat er die week van het land komt.',
  'een alinea tekst; zet er een streepje voor',
);
const HEADING = shortText('Over ons', 'een kop');
const BUTTON = shortText('Contacteer ons', 'de woorden op de knop of link');
const PHOTO = shortText('champagne', 'de naam van een foto uit photos/photos.yaml');
const SUBJECT = shortText(
  'Receptie',
  'Huwelijksfeest, Receptie, Communie- of lentefeest, Walking dinner, Feestdiner, Bedrijfsfeest of Schoolcatering',
);
const PARTIES = {
  ...PAGE_HEAD,
  ...HERO,
  'intro.heading': HEADING,
  'intro.paragraphs.*': PARAGRAPH,
  'blocks.*.id': shortText(
    'walking-dinner',
    'kleine letters, met een koppelteken in plaats van een spatie',
  ),
  'blocks.*.heading': HEADING,
  'blocks.*.paragraphs.*': PARAGRAPH,
  'blocks.*.facts.*': shortText('vanaf 20 gasten', 'een kort feit op één regel'),
  'blocks.*.photos.*': PHOTO,
  'blocks.*.proposal.link': shortText(
    'Vraag een voorstel',
    'de woorden van de link naar het formulier',
  ),
  'blocks.*.proposal.subject': SUBJECT,
};
const WEB_ADDRESS = 'een volledig webadres, met https:// vooraan';

/** By file, then by field; `*` stands for any one step. Every field of the schemas has one. */
export const GOOD_VALUES: Record<string, Record<string, GoodValue>> = {
  'company.yaml': {
    sample: { expected: 'true (voorbeeldgegevens) of false (echte gegevens)', example: false },
    name: shortText('Maanzaad', 'de naam van de zaak'),
    legalForm: shortText('VOF', 'de rechtsvorm van de zaak'),
    slug: shortText(
      'maanzaad',
      'kleine letters en cijfers, met koppeltekens in plaats van spaties',
    ),
    'addresses.*.label': shortText('Keuken en kantoor', 'waarvoor dit adres dient'),
    'addresses.*.street': shortText('Papaverdreef 0', 'straat en huisnummer'),
    'addresses.*.postalCode': shortText('0000', 'de postcode, tussen aanhalingstekens'),
    'addresses.*.town': shortText('Zaaddonk', 'de gemeente'),
    phone: shortText('09 000 00 00', 'het telefoonnummer zoals je het leest'),
    phoneLink: shortText(
      '+3290000000',
      'het telefoonnummer met landnummer, zonder spaties, tussen aanhalingstekens',
    ),
    email: shortText('info@maanzaad.example', 'het mailadres van de zaak'),
    vatNumber: shortText('BE 0000.000.000', 'het btw-nummer'),
    court: shortText('RPR Zaaddonk', 'de rechtbank van het rechtspersonenregister'),
  },
  'site.yaml': {
    url: shortText(
      'https://maanzaad.example',
      'het adres van je site, met https:// vooraan en niets na de naam',
    ),
    'api.base': shortText(
      '/api',
      '/api voor onze eigen server, anders een volledig webadres; zonder schuine streep op het einde',
    ),
    'captcha.provider': shortText('altcha', 'altcha, recaptcha, hcaptcha of turnstile'),
    'captcha.siteKey': shortText(
      '10000000-ffff-ffff-ffff-000000000001',
      'de openbare sleutel van de captcha; "" bij altcha',
    ),
    'privacy.providerUrl': shortText(
      'https://privacy.voorbeeld.example/verklaring',
      `${WEB_ADDRESS}, of "" voor onze eigen pagina`,
    ),
    'designer.name': shortText('Atelier Voorbeeld', 'de naam van de ontwerper'),
    'designer.url': shortText('https://atelier-voorbeeld.example', WEB_ADDRESS),
    'schoolSite.url': shortText('https://school.maanzaad.example', WEB_ADDRESS),
    copyrightYear: {
      expected: 'een jaartal van vier cijfers, zonder aanhalingstekens',
      example: 2023,
    },
  },
  'messages.yaml': {
    'shell.logo': shortText('{company}, naar de startpagina', 'een korte tekst met {company} erin'),
    'carousel.position': shortText(
      'Foto {index} van {count}',
      'een korte tekst met {index} en {count} erin',
    ),
    'carousel.goTo': shortText('Toon foto {index}', 'een korte tekst met {index} erin'),
    'rules.*': shortText('Dit veld is verplicht', 'een korte melding'),
    'fields.*': shortText('Voornaam', 'de naam van het veld in het formulier'),
    '*.*': shortText('Sluiten'),
  },
  'mails.yaml': {
    '*.*': shortText('Bedankt voor je bericht.', 'een zin voor de bevestigingsmail'),
  },
  'pages/home.yaml': {
    ...PAGE_HEAD,
    ...HERO,
    'about.heading': HEADING,
    'about.lead': shortText('Wij koken, jij hebt de handen vrij.', 'een inleidende zin'),
    'about.paragraphs.*': PARAGRAPH,
    'about.button': BUTTON,
    'menu.heading': HEADING,
    'menu.lines.*.name': shortText('Recepties', 'wat je aanbiedt'),
    'menu.lines.*.detail': shortText('vanaf 20 gasten'),
    'menu.lines.*.href': shortText('/feesten#recepties', 'een adres binnen de site, met / vooraan'),
    'closing.heading': HEADING,
    'closing.text': PARAGRAPH,
    'closing.button': BUTTON,
  },
  'pages/feesten.yaml': PARTIES,
  'pages/bedrijfsfeest.yaml': PARTIES,
  'pages/schoolcatering.yaml': {
    ...PAGE_HEAD,
    ...HERO,
    'section.heading': HEADING,
    'section.lead': shortText('Warm eten op school.', 'een inleidende zin'),
    'section.paragraphs.*': PARAGRAPH,
    'section.button': BUTTON,
    'steps.heading': HEADING,
    'steps.items.*.title': shortText('Kennismaken', 'de naam van de stap'),
    'steps.items.*.text': PARAGRAPH,
    'proposal.heading': HEADING,
    'proposal.text': PARAGRAPH,
    'proposal.link': BUTTON,
    'proposal.subject': { ...SUBJECT, example: 'Schoolcatering' },
  },
  'pages/info.yaml': { ...PAGE_HEAD, heading: HEADING, intro: PARAGRAPH },
  'pages/niet-gevonden.yaml': {
    ...PAGE_HEAD,
    heading: HEADING,
    message: shortText('De pagina die je zocht bestaat niet.', 'een korte zin'),
    button: BUTTON,
  },
  'pages/privacy.yaml': {
    ...PAGE_HEAD,
    heading: HEADING,
    intro: PARAGRAPH,
    'sections.*.heading': HEADING,
    'sections.*.paragraphs.*': PARAGRAPH,
  },
  'photos/photos.yaml': {
    'photos.*.focus': {
      expected: 'twee getallen van 0 tot 100: hoe ver van links, en hoe ver van boven',
      example: [50, 50],
    },
    'photos.*.alt': shortText(
      'Gevulde champagneglazen op een zilveren dienblad.',
      'een zin die zegt wat er op de foto staat, voor wie hem niet kan zien',
    ),
    'pages.*.*': PHOTO,
  },
};

/** What should stand at a field, in one line. */
export function describeExpected(file: string, root: SchemaNode, field: FieldPath): string {
  const good = findGoodValue(file, field);
  if (good) return good.expected;
  const schema = findSchema(root, field);
  if (schema?.entries)
    return `een groep met deze velden: ${Object.keys(schema.entries).join(', ')}`;
  if (schema?.item) {
    const limits = (schema.pipe ?? []).flatMap(({ type, requirement }) => {
      if (type === 'length') return `precies ${requirement}`;
      if (type === 'min_length') return `minstens ${requirement}`;
      if (type === 'max_length') return `hoogstens ${requirement}`;
      return [];
    });
    return `een lijst met ${limits.join(' en ')}, elk met een streepje ervoor`;
  }
  return 'een groep velden';
}

/** A field as it would stand in the file: `town: Zaaddonk`. */
export function writeExample(file: string, root: SchemaNode, field: FieldPath): string {
  const last = field.at(-1);
  const schema = findSchema(root, field);
  const example = schema && buildExample(file, schema, field);
  const whole =
    last === undefined ? example : typeof last === 'number' ? [example] : { [last]: example };
  return stringify(whole, { lineWidth: 0 }).trimEnd();
}

function buildExample(file: string, schema: SchemaNode, field: FieldPath): unknown {
  const good = findGoodValue(file, field);
  if (good) return good.example;
  if (schema.entries) {
    return Object.fromEntries(
      Object.entries(schema.entries).map(([key, inner]) => [
        key,
        buildExample(file, inner, [...field, key]),
      ]),
    );
  }
  if (schema.item) {
    const least = schema.pipe?.find(({ type }) => type === 'length' || type === 'min_length');
    const one = buildExample(file, schema.item, [...field, 0]);
    return Array.from({ length: Number(least?.requirement ?? 1) }, () => one);
  }
  return schema.value && { champagne: buildExample(file, schema.value, [...field, 'champagne']) };
}

export function findGoodValue(file: string, field: FieldPath): GoodValue | undefined {
  const found = Object.entries(GOOD_VALUES[file] ?? {}).find(([pattern]) => {
    const steps = pattern.split('.');
    return (
      steps.length === field.length &&
      steps.every((step, i) => step === '*' || step === String(field[i]))
    );
  });
  return found?.[1];
}

function findSchema(root: SchemaNode, field: FieldPath): SchemaNode | undefined {
  return field.reduce<SchemaNode | undefined>(
    (schema, step) => schema?.entries?.[step] ?? schema?.item ?? schema?.value,
    root,
  );
}
