import { type SyntheticEvent, useEffect, useState } from 'react';
import type { Messages } from '../content.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import styles from './PrivacyDialog.module.css';

/** A message replaces a frame that has not loaded after this long; if it comes later, it shows. */
export const SLOW_FRAME_MS = 8000;

export interface PrivacyDialogContent {
  /** The privacy page itself, for a visitor whose browser cannot show it here. */
  href: string;
  /** The same with the query that a provider's page reads. */
  frameUrl: string;
  /** False: it is a provider's. */
  isOwnPage: boolean;
  labels: Messages['privacyDialog'] & Pick<Messages['shell'], 'close'>;
}

interface PrivacyDialogProps extends PrivacyDialogContent {
  open: boolean;
  onClose: () => void;
}

/** The privacy statement in a frame, 95 % of the window each way (specification, section 2). */
export default function PrivacyDialog({ open, onClose, ...content }: PrivacyDialogProps) {
  const { title, close } = content.labels;
  return (
    <Dialog open={open} onClose={onClose} label={title} closeLabel={close} size="privacy">
      <PrivacyFrame {...content} onEscape={onClose} />
    </Dialog>
  );
}

/** Loads only now: the dialog holds no children while it is closed. */
function PrivacyFrame(props: PrivacyDialogContent & { onEscape: () => void }) {
  const { labels, isOwnPage } = props;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    const slow = setTimeout(() => {
      setState((current) => (current === 'loading' ? 'failed' : current));
    }, SLOW_FRAME_MS);
    return () => clearTimeout(slow);
  }, []);

  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument;
    // `load` comes for an error too: the browser's own page cannot be read, a server's has no content.
    setState(isOwnPage && !page?.querySelector('main') ? 'failed' : 'shown');
    // Keys pressed inside a frame stay in it.
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
