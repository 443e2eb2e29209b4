import * as v from 'valibot';
import { line, lineWith, unquoted } from './text.ts';

/**
 * content/mails.yaml: the texts of both mails, each with its default and, for the caterer, its title
 * and a description. Publishing reads them, the release carries them, the server composes with them.
 */
export const mailTextsSchema = v.object({
  company: v.optional(
    v.pipe(
      v.object({
        noSubject: text(
          'Aanvraag',
          'Zonder onderwerp',
          'wat in het onderwerp komt als de bezoeker niets koos bij Betreft',
          line,
        ),
        personOne: textWith(['count'], '{count} persoon', 'Eén persoon'),
        personOther: textWith(['count'], '{count} personen', 'Meer personen'),
        sent: textWith(['site', 'time'], 'Verstuurd via {site} op {time}.', 'Verstuurd'),
        reply: text(
          'Antwoord gewoon op deze mail: je antwoord gaat naar de aanvrager.',
          'Antwoorden',
          'de regel die zegt dat je gewoon kunt antwoorden',
          line,
        ),
        spamMark: text(
          '[mogelijk spam]',
          'Merkteken bij spam',
          'wat vooraan in het onderwerp komt van een aanvraag die spam kan zijn',
          line,
        ),
        spamNote: text(
          'Mogelijk spam: een veld dat mensen niet zien, was ingevuld. De aanvrager kreeg geen bevestiging.',
          'Uitleg bij spam',
          'een zin die uitlegt waarom de aanvraag spam kan zijn',
          line,
        ),
      }),
      v.title('Mail aan jou'),
      v.description('de teksten van de mail die je van elke aanvraag krijgt'),
    ),
    {},
  ),
  confirmation: v.optional(
    v.pipe(
      v.object({
        subject: text(
          'We hebben je aanvraag goed ontvangen',
          'Onderwerp',
          'het onderwerp van de mail, op één regel',
          line,
        ),
        greeting: text('Dag,', 'Begroeting', 'de aanspreking'),
        received: text(
          'Bedankt voor je bericht. Het is goed aangekomen.',
          'Dank',
          'een zin die zegt dat de aanvraag aangekomen is',
        ),
        summaryHeading: text(
          'Dit weten we al over je feest',
          'Kop van de samenvatting',
          'een kopje boven wat de bezoeker koos',
        ),
        whatNext: text(
          'Je hoort binnen twee werkdagen van ons. Is het dringend? Bel dan gerust.',
          'Wat nu',
          'wanneer de bezoeker van je hoort',
        ),
        notYou: text(
          'Heb jij ons niets gevraagd? Dan heeft iemand jouw mailadres ingevuld. Je hoeft niets te doen en hoort verder niets van ons.',
          'Niet gevraagd',
          'uitleg voor wie zelf niets gevraagd heeft',
        ),
        signOff: text('Tot gauw,', 'Groet', 'de groet onderaan'),
      }),
      v.title('Bevestiging aan de bezoeker'),
      v.description('de teksten van de mail die de bezoeker krijgt'),
    ),
    {},
  ),
});

export type MailTexts = v.InferOutput<typeof mailTextsSchema>;

function text(
  fallback: string,
  title: string,
  description: string,
  schema: v.GenericSchema<string> = unquoted,
) {
  return v.optional(
    v.pipe(schema, v.title(title), v.description(description), v.examples([fallback])),
    fallback,
  );
}

/** A line with placeholders. */
function textWith(places: string[], fallback: string, title: string) {
  const written = places.map((place) => `{${place}}`).join(' en ');
  const description = `een regel met ${written} erin: dat vult de mail zelf in`;
  return text(fallback, title, description, lineWith(...places));
}
