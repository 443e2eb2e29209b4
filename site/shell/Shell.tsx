import type { ReactNode } from 'react';
import type { Notice as NoticeContent } from '../content.ts';
import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import { Footer } from './Footer.tsx';
import styles from './Notice.module.css';
import SkipLink from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';

/** What stands around every page (specification, section 2, 'Shell'). */
export function Shell(props: {
  page: PageContext;
  /** Above the page, in the days it is for. */
  notice: NoticeContent | undefined;
  isOverPhoto: boolean;
  children: ReactNode;
}) {
  const { page, notice } = props;
  const { skipToContent, notice: noticeLabel } = page.messages.shell;
  return (
    <>
      <Island name="SkipLink" component={SkipLink} props={{ label: skipToContent }} />
      {notice && <Notice notice={notice} label={noticeLabel} />}
      <TopBar page={page} isOverPhoto={props.isOverPhoto} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <Footer page={page} />
    </>
  );
}

/**
 * The caterer's notice of these days, above the page. It is in the document from the start
 * (the server chooses the document by the day), so nothing moves.
 *
 * @param label says to screen readers what kind of thing it is
 */
function Notice({ notice, label }: { notice: NoticeContent; label: string }) {
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
