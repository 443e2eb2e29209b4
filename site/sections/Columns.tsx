import type { ReactNode } from 'react';
import styles from './Columns.module.css';
import type { SectionPlace } from './section.ts';

/** The heading on the left, a long list on the right; stacked in a narrow window. */
export function Columns(props: {
  place: SectionPlace;
  heading: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const { place } = props;
  return (
    <section className={styles.section} {...place.attributes}>
      <div className={styles.content}>
        <place.Heading id={place.headingId}>{props.heading}</place.Heading>
        {props.text}
      </div>
      {props.children}
    </section>
  );
}
