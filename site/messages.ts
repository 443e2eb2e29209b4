import * as v from 'valibot';
import { type EnquiryRule, FIELDS, type FieldName, OPTION_FIELDS } from '../enquiry/fields.ts';
import { line, lineWith, unquoted } from '../enquiry/text.ts';
import { field, group } from './content-values.ts';
import type { ALLERGENS } from './sections/allergens/schema.ts';

/**
 * The shape of content/messages.yaml: every short word of the site, by key, with what it is for. By
 * that the caterer finds it at the desk, whatever it says.
 */

/** Messages in which the site fills in nothing. */
const messages = <const Key extends string>(titles: Record<Key, string>) =>
  group(Object.keys(titles) as Key[], (key) =>
    field(
      v.pipe(
        unquoted,
        v.check((value) => !/\{[^}]*\}/.test(value)),
      ),
      titles[key],
      'een korte tekst, zonder { en }',
    ),
  );

/** A message with places in braces that the site fills in: 'Foto {index} van {count}'. */
const messageWith = (title: string, ...places: string[]) => {
  const written = places.map((place) => `{${place}}`);
  return field(
    lineWith(...places),
    title,
    `een korte tekst met ${written.join(' en ')} erin: dat vult de site zelf in`,
    written.join(' '),
  );
};

/** A field without one is told by its name. */
const FIELD_TITLES: Partial<Record<FieldName, string>> = {
  email: 'Veld: mailadres',
  name: 'Veld: naam',
  firstName: 'Veld: voornaam',
  company: 'Veld: bedrijf',
  street: 'Veld: straat',
  number: 'Veld: huisnummer',
  postalCode: 'Veld: postcode',
  city: 'Veld: gemeente',
  phone: 'Veld: telefoon',
  vatNumber: 'Veld: btw-nummer',
  clientType: 'Keuzelijst: wie vraagt',
  productType: 'Keuzelijst: waarover het gaat',
  date: 'Veld: datum',
  partyLocation: 'Veld: plaats van het feest',
  personCount: 'Veld: aantal personen',
  grownupCount: 'In de mail: aantal volwassenen',
  childrenCount: 'In de mail: aantal kinderen',
  message: 'Veld: bericht',
};

const fieldTitles = Object.fromEntries(
  FIELDS.map(({ name }) => [name, FIELD_TITLES[name] ?? `Veld: ${name}`]),
) as Record<FieldName, string>;

const RULE_TITLES: Record<EnquiryRule, string> = {
  emailRequired: 'Mailadres ontbreekt',
  emailInvalid: 'Mailadres klopt niet',
  nameRequired: 'Naam ontbreekt',
  messageRequired: 'Bericht ontbreekt',
  captchaRequired: 'Controle niet gedaan',
  dateInvalid: 'Datum klopt niet',
  countInvalid: 'Aantal klopt niet',
  tooLong: 'Te lange tekst',
  charactersInvalid: 'Onleesbare tekens',
};

const ALLERGEN_TITLES: Record<(typeof ALLERGENS)[number], string> = {
  gluten: 'Gluten',
  crustaceans: 'Schaaldieren',
  eggs: 'Eieren',
  fish: 'Vis',
  peanuts: 'Pinda’s',
  soybeans: 'Soja',
  milk: 'Melk',
  nuts: 'Noten',
  celery: 'Selderij',
  mustard: 'Mosterd',
  sesame: 'Sesam',
  sulphites: 'Sulfiet',
  lupin: 'Lupine',
  molluscs: 'Weekdieren',
};

/** content/messages.yaml */
export const messagesSchema = v.strictObject({
  shell: v.pipe(
    v.strictObject({
      ...messages({
        skipToContent: 'Link voorbij het menu, voor wie met toetsen leest',
        menu: 'Knop van het menu op een telefoon',
        closeMenu: 'Dezelfde knop, terwijl het menu open is',
        mainNavigation: 'Hoe een schermlezer het menu noemt',
        designedBy: 'Voor de naam van de ontwerper, onderaan',
        privacy: 'Link naar de privacyverklaring, onderaan',
        opensInNewTab: 'Wat een schermlezer zegt bij een link naar een andere site',
        close: 'Knop die een venster sluit',
        notice: 'Hoe een schermlezer de mededeling noemt',
        ask: 'Knop onderaan op een telefoon',
      }).entries,
      logo: messageWith('Hoe een schermlezer het logo noemt', 'company'),
    }),
    v.title('Rond elke pagina'),
  ),
  carousel: v.pipe(
    v.strictObject({
      ...messages({
        region: 'Hoe een schermlezer de foto’s noemt',
        carousel: 'Wat een schermlezer over het geheel zegt',
        slide: 'Wat een schermlezer over één foto zegt',
        previous: 'Knop naar de vorige foto',
        next: 'Knop naar de volgende foto',
        pause: 'Knop die de foto’s laat stilstaan',
        play: 'Knop die ze verder laat lopen',
        enlarge: 'Knop die een foto vergroot',
        dialog: 'Venster met grote foto’s',
        pictureFailed: 'Als een foto niet geladen kan worden',
      }).entries,
      position: messageWith('De hoeveelste foto', 'index', 'count'),
      goTo: messageWith('Knop naar één foto', 'index'),
    }),
    v.title('Foto’s'),
  ),
  privacyDialog: v.pipe(
    messages({
      title: 'Titel van het venster',
      loading: 'Terwijl het geladen wordt',
      failed: 'Als het niet geladen kan worden',
      openPage: 'Link naar de hele pagina',
    }),
    v.title('Privacyverklaring'),
  ),
  fields: v.pipe(messages(fieldTitles), v.title('Velden van het formulier')),
  /** By select: its options, which travel as they stand here (specification, section 3). */
  options: v.pipe(
    group(OPTION_FIELDS, (name) =>
      field(
        v.pipe(v.array(line), v.minLength(1)),
        name === 'clientType' ? 'Keuzes: wie vraagt' : 'Keuzes: waarover het gaat',
        'de keuzes van dit veld, in de volgorde van het formulier',
        ['Bedrijf', 'Particulier'],
      ),
    ),
    v.title('Keuzes in het formulier'),
  ),
  rules: v.pipe(messages(RULE_TITLES), v.title('Wat er fout kan zijn')),
  form: v.pipe(
    v.strictObject({
      ...messages({
        label: 'Hoe een schermlezer het formulier noemt',
        groupYou: 'Kop boven naam en adres',
        groupParty: 'Kop boven het feest',
        groupMessage: 'Kop boven het bericht',
        choose: 'Keuzelijst waarin nog niets gekozen is',
        submit: 'Knop die verstuurt',
        cancel: 'Knop die het formulier leegmaakt',
        cleared: 'Als het leeggemaakt is',
        undo: 'Knop die alles terugzet',
        missing: 'Voor wat nog ontbreekt',
        wrong: 'Voor wat nog niet klopt',
        summary: 'Boven de lijst van wat nog niet klopt',
        requiredNote: 'Uitleg bij het sterretje',
        openCalendar: 'Knop van de kalender',
        calendarLoading: 'Terwijl de kalender geladen wordt',
        calendarFailed: 'Als de kalender niet laadt',
        calendarNext: 'Knop naar de volgende maand',
        calendarPrevious: 'Knop naar de vorige maand',
        pastDate: 'Bij een datum die voorbij is',
        pending: 'Terwijl het bericht vertrekt',
        success: 'Als het bericht aankwam',
        successNext: 'Kop boven hoe het verdergaat',
        error: 'Als het niet lukte',
        again: 'Knop voor nog een bericht',
        retry: 'Knop die opnieuw probeert',
        mailInstead: 'Link om zelf te mailen',
        mailSubject: 'Onderwerp van die mail',
        mailCut: 'Als het bericht niet in die mail past',
        mailWhole: 'Knop die alles toont om te kopiëren',
        unavailable: 'Als het formulier niet bereikbaar is',
        late: 'Terwijl het formulier nog laadt',
        noScript: 'Zonder JavaScript',
      }).entries,
      successSteps: v.pipe(
        v.array(line),
        v.minLength(1),
        v.title('Hoe het na de aanvraag verdergaat'),
      ),
      calendarToday: messageWith('Wat een schermlezer bij vandaag zegt', 'day'),
      calendarChosen: messageWith('Wat een schermlezer bij de gekozen dag zegt', 'day'),
      charactersLeft: messageWith('Als een tekst bijna te lang is', 'count'),
      charactersOver: messageWith('Als een tekst te lang is', 'count'),
    }),
    v.title('Formulier'),
  ),
  captcha: v.pipe(
    messages({
      label: 'Boven de controle',
      start: 'Vakje om aan te vinken',
      loading: 'Terwijl ze geladen wordt',
      verifying: 'Terwijl ze rekent',
      verified: 'Als ze in orde is',
      expired: 'Als ze verlopen is',
      failed: 'Als ze niet lukt',
      blocked: 'Als ze tegengehouden wordt',
      insecure: 'Op een pagina zonder https',
    }),
    v.title('Controle tegen robots'),
  ),
  allergens: v.pipe(messages(ALLERGEN_TITLES), v.title('Allergenen')),
});

export type Messages = v.InferOutput<typeof messagesSchema>;
