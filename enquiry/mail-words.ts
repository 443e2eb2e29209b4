import * as v from 'valibot';
import { line, lineWith, unquoted } from './text.ts';

/** Words of a mail with their name and help for the caterer; `example` is a right value. */
const words = (
  schema: v.GenericSchema<string>,
  title: string,
  description: string,
  example: string,
) => v.pipe(schema, v.title(title), v.description(description), v.examples([example]));

/** Words with places that the mail fills in. */
const wordsWith = (places: string[], title: string, example: string) =>
  words(
    lineWith(...places),
    title,
    `een regel met ${places.map((place) => `{${place}}`).join(' en ')} erin: dat vult de mail zelf in`,
    example,
  );

/**
 * content/mails.yaml: every word of the mails, and of the alerts. Publishing reads them, the release
 * carries them (`release.ts`), the server composes with them (`server/outbox/compose-mails.ts`).
 */
export const mailWordsSchema = v.strictObject({
  company: v.pipe(
    v.strictObject({
      /** Stands for the subject that the visitor did not choose. */
      noSubject: words(
        line,
        'Zonder onderwerp',
        'wat in het onderwerp staat als de bezoeker niets koos bij Betreft',
        'Aanvraag',
      ),
      personOne: wordsWith(['count'], 'Eén persoon', '{count} persoon'),
      personOther: wordsWith(['count'], 'Meer personen', '{count} personen'),
      sent: wordsWith(['site', 'time'], 'Verstuurd', 'Verstuurd via {site} op {time}.'),
      reply: words(
        line,
        'Antwoorden',
        'de regel die zegt dat je gewoon kunt antwoorden',
        'Antwoord gewoon op deze mail: je antwoord gaat naar de aanvrager.',
      ),
      replyTo: wordsWith(
        ['address'],
        'Antwoorden aan',
        'Antwoord gewoon op deze mail: je antwoord gaat naar {address}.',
      ),
      spamMark: words(
        line,
        'Merkteken bij spam',
        'een woord vooraan in het onderwerp van wat spam kan zijn',
        '[mogelijk spam]',
      ),
      spamNote: words(
        line,
        'Uitleg bij spam',
        'een zin die uitlegt waarom de aanvraag spam kan zijn',
        'Mogelijk spam: een veld dat mensen niet zien, was ingevuld.',
      ),
    }),
    v.title('Mail aan jou'),
    v.description('de woorden van de mail die je van elke aanvraag krijgt'),
  ),
  confirmation: v.pipe(
    v.strictObject({
      subject: words(
        line,
        'Onderwerp',
        'het onderwerp van de mail, op één regel',
        'We hebben je aanvraag goed ontvangen',
      ),
      greeting: words(unquoted, 'Begroeting', 'de aanspreking', 'Dag,'),
      received: words(
        unquoted,
        'Dank',
        'een zin die zegt dat de aanvraag aangekomen is',
        'Bedankt voor je bericht. Het is goed aangekomen.',
      ),
      summaryHeading: words(
        unquoted,
        'Kop van de samenvatting',
        'een kopje boven wat de bezoeker koos',
        'Dit weten we al over je feest',
      ),
      whatNext: words(
        unquoted,
        'Wat nu',
        'wanneer de bezoeker van je hoort',
        'Je hoort binnen twee werkdagen van ons.',
      ),
      notYou: words(
        unquoted,
        'Niet gevraagd',
        'uitleg voor wie zelf niets gevraagd heeft',
        'Heb jij ons niets gevraagd? Dan heeft iemand jouw mailadres ingevuld.',
      ),
      signOff: words(unquoted, 'Groet', 'de groet onderaan', 'Tot gauw,'),
    }),
    v.title('Bevestiging aan de bezoeker'),
    v.description('de woorden van de mail die de bezoeker krijgt'),
  ),
  alerts: v.pipe(
    v.strictObject({
      late: wordsWith(
        ['site', 'count'],
        'Niet aangekomen',
        '{site}: {count} aanvragen zitten na een uur nog niet in je mailbox. Ze zijn bewaard.',
      ),
      notStored: wordsWith(
        ['site'],
        'Niet te bewaren',
        '{site} kan nu geen aanvragen aannemen. Bezoekers zien je telefoonnummer en je mailadres.',
      ),
      notBackedUp: wordsWith(
        ['site'],
        'Geen reservekopie',
        '{site}: de reservekopie van je aanvragen is mislukt. Verwittig wie je server beheert.',
      ),
      recovered: wordsWith(['site'], 'Weer in orde', '{site}: alles is weer in orde.'),
    }),
    v.title('Alarm'),
    v.description(
      'wat je langs een andere weg te horen krijgt als aanvragen niet in je mailbox geraken, of niet bewaard worden',
    ),
  ),
  digest: v.pipe(
    v.strictObject({
      subjectOne: wordsWith(['count'], 'Onderwerp, één aanvraag', '{count} aanvraag'),
      subjectOther: wordsWith(['count'], 'Onderwerp, meer aanvragen', '{count} aanvragen'),
      intro: words(
        unquoted,
        'Uitleg',
        'een zin die zegt waarom de aanvragen samen in één mail staan',
        'Er komen nu zoveel aanvragen binnen dat ze samen in één mail staan.',
      ),
      reply: wordsWith(['address'], 'Antwoorden', 'Antwoord aan {address}'),
    }),
    v.title('Verzamelmail'),
    v.description('de woorden van de mail met veel aanvragen samen, als er heel veel binnenkomen'),
  ),
});

export type AlertWords = MailWords['alerts'];
export type MailWords = v.InferOutput<typeof mailWordsSchema>;
