import * as v from 'valibot';
import { line, unquoted } from './text.ts';

/**
 * content/mails.yaml: every word of the two mails. Publishing reads them, the release carries them
 * (`release.ts`), the server composes with them (`server/outbox/compose-mails.ts`).
 */
export const mailWordsSchema = v.strictObject({
  confirmation: v.strictObject({
    subject: line,
    greeting: unquoted,
    received: unquoted,
    summaryHeading: unquoted,
    whatNext: unquoted,
    notYou: unquoted,
    signOff: unquoted,
  }),
});

export type MailWords = v.InferOutput<typeof mailWordsSchema>;
