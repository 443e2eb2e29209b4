import type { ReactNode } from 'react';
import type { Notice as NoticeContent } from '../content.ts';
import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import { Footer } from './Footer.tsx';
import { Notice } from './Notice.tsx';
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
