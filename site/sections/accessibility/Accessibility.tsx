import { fillIn } from '../../../enquiry/fill-in.ts';
import type { PageContext } from '../../page-context.ts';
import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { contactOf } from '../../parts/phone.ts';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Lead } from '../Lead.tsx';
import { type SectionProps, sectionAttributes, subheading } from '../section.ts';
import styles from './Accessibility.module.css';
import type { accessibilitySchema } from './schema.ts';
import { SITE_CHECKS, type SiteCheck } from './site-checks.ts';

/**
 * The statement of accessibility: the caterer's words, then what was tried on just this release's
 * pages and what came of it. What was not tried says so.
 */
export default function Accessibility(props: SectionProps<typeof accessibilitySchema>) {
  const { section, page, place } = props;
  const words = page.messages.accessibility;
  const Subheading = subheading(place);
  const results = page.siteChecks;
  return (
    <article className={styles.article} {...sectionAttributes(place)}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <Lead>{section.lead}</Lead>
      <div className={styles.text}>
        <Paragraphs texts={section.paragraphs} />
        <ContactLinks contact={contactOf(page.company)} />
      </div>
      <Subheading className={styles.heading}>{words.heading}</Subheading>
      <p>
        {results
          ? fillIn(words.tried, { day: writeDay(results.day, page), count: results.pages.length })
          : words.untried}
      </p>
      <ul className={styles.checks}>
        {SITE_CHECKS.map((check) => (
          <li key={check} data-result={resultOf(check, page)}>
            {words.checks[check]}
            <strong>{outcomeOf(check, page)}</strong>
          </li>
        ))}
      </ul>
    </article>
  );
}

function resultOf(check: SiteCheck, { siteChecks }: PageContext) {
  const found = siteChecks?.found[check];
  if (found === undefined) return 'untried';
  return found === 0 ? 'passed' : 'failed';
}

function outcomeOf(check: SiteCheck, page: PageContext): string {
  const words = page.messages.accessibility;
  switch (resultOf(check, page)) {
    case 'untried':
      return words.notTried;
    case 'passed':
      return words.nothingFound;
    case 'failed':
      return fillIn(words.found, { count: page.siteChecks?.found[check] ?? 0 });
  }
}

function writeDay(day: string, { site }: PageContext): string {
  return new Intl.DateTimeFormat(site.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );
}
