import { Sentences } from '../../rich-text/RichText.tsx';
import { type SectionProps, subheading } from '../section.ts';
import styles from './Steps.module.css';
import type { stepsSchema } from './schema.ts';

/** Steps side by side, with a number or a time. */
export default function Steps(props: SectionProps<typeof stepsSchema>) {
  const { section, position } = props;
  const Subheading = subheading(position);
  return (
    <section className={styles.steps} {...position.attributes}>
      <div className={styles.inner}>
        <position.Heading id={position.headingId}>{section.heading}</position.Heading>
        <ol data-count={section.items.length}>
          {section.items.map((step) => (
            <li key={step.title}>
              {step.when && <p className={styles.when}>{step.when}</p>}
              <Subheading className={styles.step}>{step.title}</Subheading>
              <Sentences text={step.text} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
