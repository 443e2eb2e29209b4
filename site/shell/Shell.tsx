import type { ReactNode } from 'react';
import type { Notice as NoticeContent } from '../content/content.ts';
import type { PageContext } from '../document/page-context.ts';
import { Footer } from './Footer.tsx';
import styles from './Notice.module.css';
import { TopBar } from './TopBar.tsx';

/** The frame of every page (specification, section 2, 'Shell'). */
export function Shell(props: {
  page: PageContext;
  notice: NoticeContent | undefined;
  isOverPhoto: boolean;
  children: ReactNode;
}) {
  const { page, notice } = props;
  const { skipToContent, notice: noticeLabel } = page.messages.shell;
  return (
    <>
      <a className="skip-link" href="#main">
        {skipToContent}
      </a>
      {notice && <Notice notice={notice} label={noticeLabel} />}
      <TopBar page={page} isOverPhoto={props.isOverPhoto} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <Footer page={page} />
    </>
  );
}

/** The caterer's current notice. The server chooses a document with or without it by date. */
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
