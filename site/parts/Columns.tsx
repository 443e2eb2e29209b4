import type { ReactNode } from 'react';
import type { SectionPosition } from '../sections/section.ts';
import styles from './Columns.module.css';

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
