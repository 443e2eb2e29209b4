import { ButtonLink } from '../../button/Button.tsx';
import { proposalHref } from '../../proposal-link.ts';
import { type SectionProps, sectionAttributes } from '../section.ts';
import styles from './CallToAction.module.css';
import type { callToActionSchema } from './schema.ts';

/** A question in the middle of the page, and the button that answers it. */
export default function CallToAction(props: SectionProps<typeof callToActionSchema>) {
  const { section, page, place } = props;
  const { button, size } = section;
  return (
    <section className={styles.call} data-size={size} {...sectionAttributes(place)}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <p>{section.text}</p>
      <ButtonLink
        variant={size === 'large' ? 'main' : 'quiet'}
        href={'to' in button ? button.to : proposalHref(page, button.subject)}
      >
        {button.label}
      </ButtonLink>
    </section>
  );
}
