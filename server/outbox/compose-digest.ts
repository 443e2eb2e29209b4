import type { Release } from '../../enquiry/release.ts';
import type { DigestPart, OutgoingMail } from '../store/store.ts';
import { digestHtml } from './mail-html.ts';
import { writeCount } from './mail-text.ts';

/** Goes with the digests. */
export const DIGEST_TEXTS = {
  subjectOne: '{count} aanvraag',
  subjectOther: '{count} aanvragen',
  intro: 'Er komen nu zoveel aanvragen binnen dat ze samen in één mail staan.',
  reply: 'Antwoord aan {address}',
};

/**
 * The mail that brings many enquiries, each as it was composed when it came in (`digestPart`), in
 * the words of the release in force. Anew at each try: what was erased meanwhile does not leave.
 */
export function composeDigest(
  parts: DigestPart[],
  release: Release,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const { subjectOne, subjectOther, intro } = DIGEST_TEXTS;
  const subject = writeCount(parts.length, { one: subjectOne, other: subjectOther }, release);
  const text = parts.map((part, index) =>
    [`=== ${index + 1}/${parts.length}: ${part.subject} ===`, '', part.text].join('\n'),
  );
  return {
    subject,
    text: [intro, ...text].join('\n\n'),
    html: digestHtml(release, {
      title: subject,
      intro,
      parts: parts.map(({ html }) => html),
    }),
  };
}
