import type { ReactNode } from 'react';
import styles from './Columns.module.css';
import { type SectionPlace, sectionAttributes } from './section.ts';

/** A section with its heading on the left and a long list on the right; below one another when narrow. */
export function Columns(props: {
  place: SectionPlace;
  heading: string;
  /** Below the heading. */
  text?: ReactNode;
  children: ReactNode;
}) {
  const { place } = props;
  return (
    <section className={styles.section} {...sectionAttributes(place)}>
      <div className={styles.words}>
        <place.Heading id={place.headingId}>{props.heading}</place.Heading>
        {props.text}
      </div>
      {props.children}
    </section>
  );
}
