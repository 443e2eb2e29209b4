import { type ReactNode, useEffect } from 'react';
import { Footer } from './shell/Footer.tsx';
import { ScrollLink } from './scroll/ScrollLink.tsx';
import { TopBar } from './shell/TopBar.tsx';
import type { PageId } from './routes.ts';
import { PAGE_JUMP } from './scroll/scroll.ts';
import { type SharedContent, SharedContentProvider } from './shared-content.tsx';

/** The tree that is rendered at build time and taken over in the browser: the shell and a page. */
export function App(props: { shared: SharedContent; page: PageId; children: ReactNode }) {
  const { messages } = props.shared;
  // From here on script has taken over: a mark for tests, and for whoever looks.
  useEffect(() => {
    document.documentElement.dataset.started = '';
  }, []);
  return (
    <SharedContentProvider value={props.shared}>
      <ScrollLink className="skip-link" to="main" motion={PAGE_JUMP}>
        {messages.shell.skipToContent}
      </ScrollLink>
      <TopBar page={props.page} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <Footer />
    </SharedContentProvider>
  );
}
