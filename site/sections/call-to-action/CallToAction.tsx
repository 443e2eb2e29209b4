import { ButtonLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/Lead.tsx';
import { Picture } from '../../photo/Picture.tsx';
import { Sentences } from '../../rich-text/RichText.tsx';
import { proposalHref } from '../proposal-href.ts';
import type { SectionProps } from '../section.ts';
import styles from './CallToAction.module.css';
import type { callToActionSchema } from './schema.ts';

/** A question with a button, centred or beside a photo. */
export default function CallToAction(props: SectionProps<typeof callToActionSchema>) {
  const { section, page, position } = props;
  const { button, size } = section;
  const href = 'to' in button ? button.to : proposalHref(page, button.subject);
  return (
    <section
      className={styles.call}
      data-size={size}
      data-photo-beside={section.photo ? true : undefined}
      {...position.attributes}
    >
      {section.photo && (
        <div className={styles.photo}>
          <Picture photo={page.photo(section.photo)} sizes="(max-width: 991.98px) 100vw, 60vw" />
        </div>
      )}
      <div className={styles.content}>
        <position.Heading id={position.headingId}>{section.heading}</position.Heading>
        <Sentences text={section.text} />
        <Lead>{section.signature}</Lead>
        <ButtonLink variant={size === 'large' ? 'main' : 'quiet'} href={href}>
          {button.label}
        </ButtonLink>
      </div>
    </section>
  );
}
