import * as v from 'valibot';
import {
  type DefaultText,
  line,
  lineWithPlaceholders,
  overridableText,
  textGroup,
} from './text.ts';

const oneLine = (defaultText: DefaultText) =>
  overridableText(defaultText, 'een korte tekst op één regel', line);
const lines = (defaultText: DefaultText) =>
  overridableText(defaultText, 'een tekst van één of meer regels');

/**
 * The schema of `content/mails.yaml`. The release carries the texts, and the server composes mails
 * with them.
 */
export const mailTextsSchema = v.object({
  // The desk shows the groups in this order, so what visitors read comes first.
  confirmation: textGroup('Bevestiging aan de bezoeker', {
    subject: oneLine(['Onderwerp', 'We hebben je aanvraag goed ontvangen']),
    greeting: lines(['Begroeting', 'Dag,']),
    received: lines([
      'Dat de aanvraag aangekomen is',
      'Bedankt voor je bericht. Het is goed aangekomen.',
    ]),
    summaryHeading: lines(['Kop boven wat de bezoeker koos', 'Dit weten we al over je feest']),
    whatNext: lines([
      'Wanneer de bezoeker van je hoort',
      'Je hoort binnen twee werkdagen van ons. Is het dringend? Bel dan gerust.',
    ]),
    notYou: lines([
      'Voor wie zelf niets gevraagd heeft',
      'Heb jij ons niets gevraagd? Dan heeft iemand jouw mailadres ingevuld. Je hoeft niets te doen en hoort verder niets van ons.',
    ]),
    signOff: lines(['Groet onderaan', 'Tot gauw,']),
  }),
  company: textGroup('Mail aan jou', {
    noSubject: oneLine(['Onderwerp, als de bezoeker niets koos bij Betreft', 'Aanvraag']),
    personOne: lineWithPlaceholders(['Eén persoon', '{count} persoon'], 'count'),
    personOther: lineWithPlaceholders(['Meer personen', '{count} personen'], 'count'),
    sent: lineWithPlaceholders(['Verstuurd', 'Verstuurd via {site} op {time}.'], 'site', 'time'),
    reply: oneLine([
      'Dat je gewoon kunt antwoorden',
      'Antwoord gewoon op deze mail: je antwoord gaat naar de aanvrager.',
    ]),
    fullDay: oneLine([
      'Bij een feest op een dag die je als volzet aanduidde',
      'Op je site staat deze dag als volzet.',
    ]),
    spamMark: oneLine(['Vooraan in het onderwerp, als het spam kan zijn', '[mogelijk spam]']),
    spamNote: oneLine([
      'Waarom een aanvraag spam kan zijn',
      'Mogelijk spam: een veld dat mensen niet zien, was ingevuld. De aanvrager kreeg geen bevestiging.',
    ]),
  }),
});

export type MailTexts = v.InferOutput<typeof mailTextsSchema>;
