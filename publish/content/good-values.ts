/** What a field is for, and a value that is right for it. */
export interface GoodValue {
  expected: string;
  /** None: the sample's own text (`sample-texts.ts`). */
  example?: unknown;
}

const shortText = (example: string, expected = 'een korte tekst'): GoodValue => ({
  expected,
  example,
});
const pageHead = (title: string, description: string) => ({
  title: shortText(title, 'de titel van de pagina, voor het tabblad van de browser'),
  description: shortText(
    description,
    'één of twee zinnen voor zoekmachines, hoogstens 160 tekens, op één regel',
  ),
});
const hero = (sentence: string, scrollLink: string) => ({
  'hero.sentence': shortText(sentence, 'een korte zin van drie tot acht woorden'),
  'hero.scrollLink': shortText(scrollLink, 'de woorden op de knop naar de tekst eronder'),
});
const PARAGRAPH = shortText(
  'We koken met wat er die week van het land komt.',
  'een alinea tekst; in een lijst staat er een streepje voor',
);
const heading = (example: string) => shortText(example, 'een kop');
const button = (example: string) => shortText(example, 'de woorden op de knop of link');
const PROPOSAL_LINK = shortText('Vraag een voorstel', 'de woorden van de link naar het formulier');
const PHOTO = shortText('champagne', 'de naam van een foto uit photos/photos.yaml');
const subject = (example: string) =>
  shortText(
    example,
    'Huwelijksfeest, Receptie, Communie- of lentefeest, Walking dinner, Feestdiner, Bedrijfsfeest of Schoolcatering',
  );
/** The blocks of an offer page. */
const OFFER = {
  'intro.paragraphs.*': PARAGRAPH,
  'blocks.*.id': shortText(
    'walking-dinner',
    'kleine letters, met een koppelteken in plaats van een spatie',
  ),
  'blocks.*.heading': heading('Walking Dinner'),
  'blocks.*.paragraphs.*': PARAGRAPH,
  'blocks.*.facts.*': shortText('vanaf 20 gasten', 'een kort feit op één regel'),
  'blocks.*.photos.*': PHOTO,
  'blocks.*.proposal.link': PROPOSAL_LINK,
  'blocks.*.proposal.subject': subject('Walking dinner'),
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
    'captcha.siteKey': shortText('', 'de openbare sleutel van de captcha; "" bij altcha'),
    'privacy.providerUrl': shortText('', `${WEB_ADDRESS}, of "" voor onze eigen pagina`),
    'designer.name': shortText('Atelier Voorbeeld', 'de naam van de ontwerper'),
    'designer.url': shortText('https://atelier-voorbeeld.example', WEB_ADDRESS),
    'schoolSite.url': shortText('https://school.maanzaad.example', WEB_ADDRESS),
    copyrightYear: {
      expected: 'een jaartal van vier cijfers, zonder aanhalingstekens',
      example: 2023,
    },
  },
  'messages.yaml': {
    'shell.logo': { expected: 'een korte tekst met {company} erin' },
    'carousel.position': { expected: 'een korte tekst met {index} en {count} erin' },
    'carousel.goTo': { expected: 'een korte tekst met {index} erin' },
    'rules.*': { expected: 'een korte melding' },
    'fields.*': { expected: 'de naam van het veld in het formulier' },
    '*.*': { expected: 'een korte tekst' },
  },
  'mails.yaml': {
    '*.subject': { expected: 'het onderwerp van de bevestigingsmail, op één regel' },
    '*.*': { expected: 'een zin voor de bevestigingsmail' },
  },
  'pages/home.yaml': {
    ...pageHead(
      'Catering aan huis of op locatie',
      'We koken voor je feest, je bedrijf of je school, bij je thuis of in onze feestschuur.',
    ),
    ...hero('Schuif maar aan, er is genoeg.', 'Over ons'),
    'about.heading': heading('Over ons'),
    'about.lead': shortText('We koken aan huis of op locatie.', 'een inleidende zin'),
    'about.paragraphs.*': PARAGRAPH,
    'about.button': button('Contacteer ons'),
    'menu.heading': heading('Wat mag het zijn?'),
    'menu.lines.*.name': shortText('Recepties', 'wat je aanbiedt'),
    'menu.lines.*.detail': shortText('vanaf 20 gasten'),
    'menu.lines.*.href': shortText('/feesten#recepties', 'een adres binnen de site, met / vooraan'),
    'closing.heading': heading('Wanneer is het feest?'),
    'closing.text': PARAGRAPH,
    'closing.button': button('Vraag een voorstel'),
  },
  'pages/feesten.yaml': {
    ...pageHead(
      'Feesten',
      'Voor je huwelijk, een communie of een lentefeest, bij je thuis of in onze feestschuur.',
    ),
    ...hero('Vandaag hoef jij niet af te wassen.', 'Bekijk ons aanbod'),
    'intro.heading': heading('Voor grote dagen en gewone zondagen'),
    ...OFFER,
  },
  'pages/bedrijfsfeest.yaml': {
    ...pageHead(
      'Bedrijfsfeest',
      'Een receptie op kantoor of een diner met het hele personeel: we koken waar je bedrijf viert.',
    ),
    ...hero('Je collega’s blijven vast wat langer.', 'Lees meer'),
    'intro.heading': heading('Bedrijfsfeesten'),
    ...OFFER,
  },
  'pages/schoolcatering.yaml': {
    ...pageHead('Schoolcatering', 'Soep en warme maaltijden voor scholen, elke dag vers gekookt.'),
    ...hero('Vandaag is er tomatensoep.', 'Ons schoolaanbod'),
    'section.heading': heading('Schoolcatering'),
    'section.lead': shortText('Elke schooldag soep en een warme maaltijd.', 'een inleidende zin'),
    'section.paragraphs.*': PARAGRAPH,
    'section.button': button('Naar de site voor scholen'),
    'steps.heading': heading('Zo beginnen we eraan'),
    'steps.items.*.title': shortText('We komen kijken', 'de naam van de stap'),
    'steps.items.*.text': PARAGRAPH,
    'proposal.heading': heading('Met hoeveel eten jullie?'),
    'proposal.text': PARAGRAPH,
    'proposal.link': PROPOSAL_LINK,
    'proposal.subject': subject('Schoolcatering'),
  },
  'pages/info.yaml': {
    ...pageHead('Contact', 'Vertel ons wat je viert, wanneer en met hoeveel.'),
    heading: heading('Contact'),
    intro: shortText('Vertel ons wat je viert.', 'een inleidende zin'),
  },
  'pages/niet-gevonden.yaml': {
    ...pageHead(
      'Pagina niet gevonden',
      'Deze pagina bestaat niet. Via de startpagina vind je ons aanbod en onze gegevens.',
    ),
    heading: heading('Oeps'),
    message: shortText('De pagina die je zocht bestaat niet.', 'een korte zin'),
    button: button('Naar de startpagina'),
  },
  'pages/privacy.yaml': {
    ...pageHead('Privacyverklaring', 'Welke gegevens we van je krijgen en wat we ermee doen.'),
    heading: heading('Privacyverklaring'),
    intro: shortText('Hier lees je wat we met je gegevens doen.', 'een inleidende zin'),
    'sections.*.heading': heading('Hoe lang bewaren we ze?'),
    'sections.*.paragraphs.*': shortText(
      'We bewaren je aanvraag dertig dagen.',
      'een alinea tekst, met een streepje ervoor',
    ),
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
