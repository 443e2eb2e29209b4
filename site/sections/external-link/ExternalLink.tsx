import { ButtonLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/Lead.tsx';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './ExternalLink.module.css';
import type { externalLinkSchema } from './schema.ts';

/** A text about another site, and a button that opens it in a new tab. */
export default function ExternalLink(props: SectionProps<typeof externalLinkSchema>) {
  const { section, page, position } = props;
  return (
    <Columns position={position} heading={section.heading} text={<Lead>{section.lead}</Lead>}>
      <div className={styles.content}>
        <Paragraphs texts={section.paragraphs} />
        <ButtonLink
          variant="main"
          href={section.button.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {section.button.label}
          <svg className="line-icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M5 11 11.5 4.500M6 4h6v6" />
          </svg>
          <span className="visually-hidden">({page.messages.shell.opensInNewTab})</span>
        </ButtonLink>
      </div>
    </Columns>
  );
}
