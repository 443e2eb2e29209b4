import * as v from 'valibot';
import { MAX_LENGTH } from '../../enquiry/enquiry.ts';
import {
  type EnquiryRule,
  FIELDS,
  type Field,
  type FieldName,
  RULE_MESSAGES,
} from '../../enquiry/fields.ts';
import {
  type DefaultText,
  line,
  lineWithPlaceholders,
  overridableText,
  textGroup,
  unquoted,
} from '../../release/text.ts';
import { byKey, field, nonEmpty } from '../schema/content-values.ts';
import { ALLERGEN_NAMES, ALLERGENS } from '../sections/allergens/schema.ts';

/** The specification has this text in English, so the page marks its language (WCAG 2.2, 3.1.2). */
export const DESIGNED_BY = 'designed by';

/** An option of the form. The server refuses an enquiry with a longer one. */
const option = v.pipe(line, v.maxLength(MAX_LENGTH.option));

/** The site's labels and short texts. content/messages.yaml overrides their defaults. */
export const messagesSchema = v.object({
  shell: textGroup('Rond elke pagina', {
    ...texts({
      skipToContent: ['Link voorbij het menu, voor wie met toetsen leest', 'Naar de inhoud'],
      menu: ['Knop van het menu op een telefoon', 'Menu'],
      closeMenu: ['Dezelfde knop, terwijl het menu open is', 'Sluit'],
      mainNavigation: ['Hoe een schermlezer het menu noemt', 'Hoofdnavigatie'],
      designedBy: ['Voor de naam van de ontwerper, onderaan', DESIGNED_BY],
      privacy: ['Link naar de privacyverklaring, onderaan', 'Privacyverklaring'],
      opensInNewTab: [
        'Wat een schermlezer zegt bij een link naar een andere site',
        'opent in een nieuw tabblad',
      ],
      map: ['Wat een schermlezer zegt bij een adres dat een kaart opent', 'op de kaart'],
      close: ['Knop die een venster sluit', 'Sluiten'],
      notice: ['Hoe een schermlezer de mededeling noemt', 'Mededeling'],
      ask: ['Knop onderaan op een telefoon', 'Vraag een voorstel'],
    }),
    logo: lineWithPlaceholders(
      ['Hoe een schermlezer het logo noemt', '{company}, naar de startpagina'],
      'company',
    ),
  }),
  carousel: textGroup('Foto’s', {
    ...texts({
      region: ['Hoe een schermlezer de foto’s noemt', 'Foto’s'],
      carousel: ['Wat een schermlezer over het geheel zegt', 'fotocarrousel'],
      slide: ['Wat een schermlezer over één foto zegt', 'foto'],
      previous: ['Knop naar de vorige foto', 'Vorige foto'],
      next: ['Knop naar de volgende foto', 'Volgende foto'],
      pause: ['Knop die de foto’s laat stilstaan', 'Foto’s pauzeren'],
      play: ['Knop die ze verder laat lopen', 'Foto’s laten verderlopen'],
      enlarge: ['Knop die een foto vergroot', 'Foto vergroten'],
      dialog: ['Venster met grote foto’s', 'Foto’s in het groot'],
      dialogFailed: [
        'Als dat venster niet geladen kan worden',
        'De foto wil even niet groter worden. Probeer het nog eens.',
      ],
      pictureFailed: [
        'Als een foto niet geladen kan worden',
        'Deze foto kan nu niet getoond worden.',
      ],
    }),
    position: lineWithPlaceholders(
      ['De hoeveelste foto', 'Foto {index} van {count}'],
      'index',
      'count',
    ),
    goTo: lineWithPlaceholders(['Knop naar één foto', 'Toon foto {index}'], 'index'),
  }),
  privacyDialog: textGroup(
    'Privacyverklaring',
    texts({
      title: ['Titel van het venster', 'Privacyverklaring'],
      loading: ['Terwijl het geladen wordt', 'De privacyverklaring wordt geladen.'],
      failed: [
        'Als het niet geladen kan worden',
        'De privacyverklaring kan hier nu niet getoond worden.',
      ],
      openPage: ['Link naar de hele pagina', 'Open de privacyverklaring in een nieuw tabblad'],
    }),
  ),
  fields: textGroup(
    'Velden van het formulier',
    byKey(
      FIELDS.map(({ name }) => name),
      (name) => {
        const { label } = entryOf(name);
        return text([`Veld: ${label}`, label]);
      },
    ),
  ),
  /** The options of each select, which are the wire values (specification, section 3). */
  options: textGroup(
    'Keuzes in het formulier',
    byKey(
      FIELDS.filter(({ kind }) => kind === 'option').map(({ name }) => name),
      (name) => {
        const { label, options = [] } = entryOf(name);
        return listWithDefault(`Keuzes: ${label}`, [...options], option);
      },
    ),
  ),
  rules: textGroup(
    'Wat er fout kan zijn',
    byKey(Object.keys(RULE_MESSAGES) as EnquiryRule[], (rule) =>
      text([RULE_MESSAGES[rule], RULE_MESSAGES[rule]]),
    ),
  ),
  form: textGroup('Formulier', {
    ...texts({
      label: ['Hoe een schermlezer het formulier noemt', 'Info aanvraag'],
      groupYou: ['Kop boven naam en adres', 'Wie je bent'],
      groupParty: ['Kop boven het feest', 'Je feest'],
      groupMessage: ['Kop boven het bericht', 'Je bericht'],
      choose: ['Keuzelijst waarin nog niets gekozen is', 'Maak een keuze'],
      submit: ['Knop die verstuurt', 'Verstuur je aanvraag'],
      cancel: ['Knop die het formulier leegmaakt', 'Annuleren'],
      cleared: ['Als het leeggemaakt is', 'Het formulier is leeggemaakt.'],
      undo: ['Knop die alles terugzet', 'Zet alles terug'],
      missing: ['Voor wat nog ontbreekt', 'Nog nodig:'],
      wrong: ['Voor wat nog niet klopt', 'Kijk nog na:'],
      requiredNote: ['Uitleg bij het sterretje', 'Velden met * zijn verplicht.'],
      openCalendar: ['Knop van de kalender', 'Kies een datum in de kalender'],
      calendarLoading: ['Terwijl de kalender geladen wordt', 'De kalender komt eraan.'],
      calendarFailed: [
        'Als de kalender niet laadt',
        'De kalender wil even niet laden. Typ de datum gerust zelf in het vak, als dag/maand/jaar.',
      ],
      calendarNext: ['Knop naar de volgende maand', 'Ga naar volgende maand'],
      calendarPrevious: ['Knop naar de vorige maand', 'Ga naar vorige maand'],
      pastDate: ['Bij een datum die voorbij is', 'Deze datum is al voorbij. Klopt dat?'],
      farDate: ['Bij een datum na 2100', 'Deze datum is nog heel ver weg. Klopt dat?'],
      fullDay: [
        'Bij een dag die volzet is',
        'Die dag zijn we al volzet. Vraag gerust of we toch iets kunnen, of kies een andere dag.',
      ],
      fullDays: ['Onder de kalender, bij een doorstreepte dag', 'Al volzet'],
      pending: ['Terwijl het bericht vertrekt', 'Je bericht is in behandeling.'],
      success: [
        'Als het bericht aankwam',
        'Je bericht is correct verwerkt, we sturen je een bevestingsmail, deze komt mogelijk in je spam folder terecht.',
      ],
      successNext: ['Kop boven hoe het verdergaat', 'Zo gaat het verder'],
      error: [
        'Als het niet lukte',
        'Er is iets fout gelopen tijdens het verwerken van je bericht.',
      ],
      again: ['Knop voor nog een bericht', 'Stuur nog een bericht'],
      retry: ['Knop die opnieuw probeert', 'Probeer opnieuw'],
      mailInstead: ['Link om zelf te mailen', 'Verstuur je bericht met je eigen mailprogramma'],
      mailSubject: ['Onderwerp van die mail', 'Aanvraag via de website'],
      mailCut: [
        'Als het bericht niet in die mail past',
        'De rest van je bericht past niet in deze link. Kopieer het van de website en plak het hier.',
      ],
      mailWhole: [
        'Knop die alles toont om te kopiëren',
        'Toon alles wat je schreef, om te kopiëren',
      ],
      unavailable: [
        'Als het formulier niet bereikbaar is',
        'Ons formulier is even niet bereikbaar. Bel of mail ons gerust, we helpen je meteen verder.',
      ],
      late: [
        'Terwijl het formulier nog laadt',
        'Het formulier laadt nog. Bellen of mailen kan altijd.',
      ],
      noScript: [
        'Zonder JavaScript',
        'Ons aanvraagformulier werkt alleen als JavaScript aanstaat. Bel, mail of schrijf ons gerust, dat werkt altijd.',
      ],
    }),
    successSteps: listWithDefault('Hoe het na de aanvraag verdergaat', [
      'Iemand die zelf kookt, leest je bericht.',
      'Binnen twee werkdagen krijg je antwoord, met onze vragen of meteen met een voorstel.',
      'Liever eens praten? Bel gerust. Wie opneemt, staat op de dag zelf aan het fornuis.',
    ]),
    calendarToday: lineWithPlaceholders(
      ['Wat een schermlezer bij vandaag zegt', 'Vandaag, {day}'],
      'day',
    ),
    calendarChosen: lineWithPlaceholders(
      ['Wat een schermlezer bij de gekozen dag zegt', '{day}, geselecteerd'],
      'day',
    ),
    calendarFull: lineWithPlaceholders(
      ['Wat een schermlezer bij een volzette dag zegt', '{day}, al volzet'],
      'day',
    ),
    otherWeekday: lineWithPlaceholders(
      ['Bij een datum die op een andere weekdag valt', 'Die dag is een {weekday}. Klopt de datum?'],
      'weekday',
    ),
    oneCharacterLeft: text(['Als er nog één teken bij kan', 'Nog 1 teken']),
    oneCharacterOver: text(['Als een tekst één teken te lang is', '1 teken te veel']),
    charactersLeft: lineWithPlaceholders(
      ['Als een tekst bijna te lang is', 'Nog {count} tekens'],
      'count',
    ),
    charactersOver: lineWithPlaceholders(
      ['Als een tekst te lang is', '{count} tekens te veel'],
      'count',
    ),
  }),
  captcha: textGroup(
    'Controle tegen robots',
    texts({
      label: ['Boven de controle', 'Controle tegen spam'],
      start: ['Vakje om aan te vinken', 'Ik ben geen robot'],
      loading: ['Terwijl ze geladen wordt', 'Even geduld, de controle wordt geladen.'],
      verifying: ['Terwijl ze rekent', 'Even geduld, we controleren'],
      verified: ['Als ze in orde is', 'In orde'],
      expired: ['Als ze verlopen is', 'De controle is verlopen. Probeer het nog eens.'],
      failed: [
        'Als ze niet lukt',
        'De controle lukt niet. Probeer het nog eens, of bel of mail ons gerust.',
      ],
      blocked: [
        'Als ze tegengehouden wordt',
        'De controle tegen spam kan niet geladen worden. Bel of mail ons gerust, dat werkt altijd.',
      ],
      insecure: [
        'Op een pagina zonder https',
        'Deze pagina is niet beveiligd geladen, en dan werkt de controle tegen spam niet. Bel of mail ons gerust, dat werkt altijd.',
      ],
    }),
  ),
  allergens: textGroup(
    'Allergenen',
    byKey(ALLERGENS, (key) => {
      const name = ALLERGEN_NAMES[key];
      return text([name.charAt(0).toUpperCase() + name.slice(1), name]);
    }),
  ),
});

export type Messages = v.InferOutput<typeof messagesSchema>;

function texts<const Key extends string>(defaults: Record<Key, DefaultText>) {
  return byKey(Object.keys(defaults) as Key[], (key) => text(defaults[key]));
}

/** A text without placeholders. */
function text(defaultText: DefaultText) {
  const schema = v.pipe(
    unquoted,
    v.check((value) => !/\{[^}]*\}/.test(value)),
  );
  return overridableText(defaultText, 'een korte tekst, zonder { en }', schema);
}

function listWithDefault(
  title: string,
  lines: string[],
  item: v.GenericSchema<string, string> = line,
) {
  const longest = item === line ? '' : ` van hoogstens ${MAX_LENGTH.option} tekens`;
  const help = `een lijst van korte teksten${longest}, in de volgorde van de site`;
  return v.optional(field(nonEmpty(item), title, help, lines), lines);
}

function entryOf(name: FieldName): Field {
  return FIELDS.find((entry) => entry.name === name) as Field;
}
