import { type SyntheticEvent, useEffect, useState } from 'react';
import type { Messages } from '../content/content.ts';
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx';
import styles from './PrivacyDialog.module.css';

/** After this time a message replaces the frame until the frame has loaded. */
const SLOW_FRAME_MS = 8000;

export interface PrivacyDialogContent {
  /** The URL of the privacy page, for a plain link. */
  href: string;
  /** The same URL with the query that a provider's page reads. */
  frameUrl: string;
  /** Whether the page is ours. It is not if a provider hosts it. */
  isOwnPage: boolean;
  labels: Messages['privacyDialog'] & Pick<Messages['shell'], 'close'>;
}

type PrivacyDialogProps = PrivacyDialogContent & Pick<DialogProps, 'open' | 'onClose'>;

/** The privacy statement in a frame, 95 % of the window each way (specification, section 2). */
export default function PrivacyDialog({ open, onClose, ...content }: PrivacyDialogProps) {
  const { title, close } = content.labels;
  return (
    <Dialog open={open} onClose={onClose} label={title} closeLabel={close} size="privacy">
      <PrivacyFrame {...content} onEscape={onClose} />
    </Dialog>
  );
}

function PrivacyFrame(props: PrivacyDialogContent & { onEscape: () => void }) {
  const { labels, isOwnPage } = props;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    const slow = setTimeout(() => setState('failed'), SLOW_FRAME_MS);
    return () => clearTimeout(slow);
  }, [state]);

  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument;
    // `load` also fires for an error page, which has no `<main>`.
    const isError = isOwnPage && !page?.querySelector('main');
    setState(isError ? 'failed' : 'shown');
    if (page) openLinksElsewhere(page);
    // Key events inside a frame do not bubble to the page.
    page?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') props.onEscape();
    });
  };
  return (
    <div className={styles.privacy} data-state={state}>
      <iframe className={styles.frame} title={labels.title} src={props.frameUrl} onLoad={onLoad} />
      <div className={styles.message} role="status">
        {state === 'loading' && <p>{labels.loading}</p>}
        {state === 'failed' && (
          <>
            <p>{labels.failed}</p>
            <p>
              <a href={props.href} target="_blank" rel="noopener">
                {labels.openPage}
              </a>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Makes links open outside the frame. Inside it, a link would replace the statement or do nothing:
 * other pages refuse to be framed, and Chrome applies `frame-src` to `tel:` and `mailto:` too.
 */
function openLinksElsewhere(page: Document) {
  for (const link of page.links) {
    const isSamePage = link.pathname === page.location.pathname && link.hash !== '';
    if (isSamePage && link.host === page.location.host) continue;
    // A page opens in a new tab, so that a half-filled form stays.
    link.target = link.protocol.startsWith('http') ? '_blank' : '_top';
    link.rel = 'noopener';
  }
}
