import * as v from 'valibot';
import { isInCurlyQuotes, line, text } from '../../../release/text.ts';
import { field, optionalField, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

const unquotedSentences = v.pipe(
  sentences,
  v.check((text) => !isInCurlyQuotes(text)),
);

export const quoteSchema = sectionSchema('quote', {
  title: 'Citaat',
  help: 'Woorden van een klant, of van jezelf, groot tussen twee andere delen',
  fields: {
    text: field(
      unquotedSentences,
      'Woorden',
      'één of twee zinnen, zonder aanhalingstekens. Alleen wat een klant echt zei, met toestemming',
      'Om elf uur stonden we nog aan tafel te praten. De afwas was toen al weg.',
    ),
    who: field(
      text,
      'Wie het zegt',
      'een naam, zoals die persoon hem op je site wil',
      'Sofie en Pieter',
    ),
    occasion: optionalField(
      line,
      'Waar of wanneer',
      'bij welk feest, of waar',
      'trouwden in een tent in hun eigen tuin',
    ),
  },
  traits: { ground: 'dark' },
});
