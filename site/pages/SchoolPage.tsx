import { ButtonLink } from '../button/Button.tsx';
import { Hero } from '../sections/hero/Hero.tsx';
import type { ContentOf } from '../page-data.ts';
import { proposalPath } from '../routes.ts';
import { useSharedContent } from '../shared-content.tsx';
import styles from './SchoolPage.module.css';

export default function SchoolPage(props: { content: ContentOf<'schoolcatering'> }) {
  const { copy, heroPhotos } = props.content;
  const { site, messages } = useSharedContent();
  return (
    <>
      <Hero photos={heroPhotos} {...copy.hero} />
      <section
        className={styles.section}
        id="scroll-content"
        aria-labelledby="schoolcatering"
        tabIndex={-1}
      >
        <div>
          <h2 id="schoolcatering">{copy.section.heading}</h2>
          <p className={styles.lead}>{copy.section.lead}</p>
        </div>
        <div className={styles.words}>
          {copy.section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink
            variant="main"
            href={site.schoolSite.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {copy.section.button}
            <svg className={styles.away} viewBox="0 0 16 16" aria-hidden="true">
              <path d="M5 11 11.5 4.500M6 4h6v6" />
            </svg>
            <span className="visually-hidden">({messages.shell.opensInNewTab})</span>
          </ButtonLink>
        </div>
      </section>
      <section className={styles.steps} aria-labelledby="stappen">
        <div className={styles.stepsInner}>
          <h2 id="stappen">{copy.steps.heading}</h2>
          <ol>
            {copy.steps.items.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className={styles.proposal} aria-labelledby="voorstel">
        <h2 id="voorstel">{copy.proposal.heading}</h2>
        <p>{copy.proposal.text}</p>
        <ButtonLink variant="quiet" href={proposalPath(copy.proposal.subject)}>
          {copy.proposal.link}
        </ButtonLink>
      </section>
    </>
  );
}
