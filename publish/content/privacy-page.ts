import { fillIn } from '../../enquiry/fill-in.ts';
import type { Page, Site } from '../../site/content.ts';
import type { ContentProblem } from './content-error.ts';
import { problemAt } from './content-error.ts';
import type { CheckedContent } from './content-files.ts';

/**
 * What the privacy page says of an enquiry, and the server does, stands once: in site.yaml. The page's
 * paragraphs have places for it.
 */
const PLACES = ['keepDays', 'recipient', 'host'] as const;

/**
 * The page with what site.yaml says in its places. A paragraph with a place for what site.yaml leaves
 * empty is left out.
 */
export function fillInPrivacyPage(page: Page, { privacy, enquiries }: Site): Page {
  if (page.path !== privacy.page) return page;
  const isSaid = (paragraph: string) =>
    PLACES.every((place) => enquiries[place] !== '' || !paragraph.includes(`{${place}}`));
  const sections = page.sections.map((section) =>
    section.kind === 'text'
      ? {
          ...section,
          parts: section.parts.map((part) => ({
            ...part,
            paragraphs: part.paragraphs
              .filter(isSaid)
              .map((paragraph) => fillIn(paragraph, enquiries)),
          })),
        }
      : section,
  );
  return { ...page, sections };
}

/** The privacy page has a place for each, unless it is a page at a provider. */
export function checkPrivacyWords({ site, pages }: CheckedContent): ContentProblem[] {
  if (!site) return [];
  const { page, providerUrl } = site.value.privacy;
  if (providerUrl !== '') return [];
  const written = pages.find(({ value }) => value.path === page && !value.hidden);
  if (!written) return [];
  const words = written.value.sections
    .flatMap((section) => (section.kind === 'text' ? section.parts : []))
    .flatMap(({ paragraphs }) => paragraphs)
    .join();
  return PLACES.filter((place) => !words.includes(`{${place}}`)).map((place) =>
    problemAt(written.yaml, ['sections'], {
      found: `nergens {${place}}, dus de privacypagina kan niet zeggen wat in site.yaml onder enquiries staat`,
      expected: `een alinea met {${place}} erin; ze blijft weg zolang die regel in site.yaml leeg is`,
      example: EXAMPLES[place],
    }),
  );
}

const EXAMPLES: Record<(typeof PLACES)[number], string> = {
  keepDays: '- Op onze server wissen we je aanvraag {keepDays} dagen nadat ze bij ons aankwam.',
  recipient: '- Je aanvraag komt aan in onze mailbox {recipient}.',
  host: '- Onze mail en onze databank draaien bij {host}.',
};
