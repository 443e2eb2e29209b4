import type { Notice as NoticeContent } from '../content.ts';
import styles from './Notice.module.css';

/**
 * What the caterer has to tell these days, above the page. It stands in the document from the start
 * (the server chooses the document by the day), so nothing moves.
 *
 * @param label says to screen readers what kind of thing it is
 */
export function Notice({ notice, label }: { notice: NoticeContent; label: string }) {
  const { text, link } = notice;
  return (
    <aside className={styles.notice} aria-label={label}>
      <p className={styles.text}>
        {text}
        {link && (
          <>
            {' '}
            <a href={link.to}>{link.label}</a>
          </>
        )}
      </p>
    </aside>
  );
}
