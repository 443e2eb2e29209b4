import type { ReactNode } from 'react';
import styles from './Columns.module.css';
import type { SectionPosition } from './section.ts';

/**
 * Puts the heading on the left and a long list on the right. They are stacked in a narrow window.
 */
export function Columns(props: {
  position: SectionPosition;
  heading: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const { position } = props;
  return (
    <section className={styles.section} {...position.attributes}>
      <div className={styles.content}>
        <position.Heading id={position.headingId}>{props.heading}</position.Heading>
        {props.text}
      </div>
      {props.children}
    </section>
  );
}
