import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Messages } from '../content.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import styles from './PrivacyDialog.module.css';
import { nextFrameState, SLOW_FRAME_MS } from './privacy-frame.ts';

export interface PrivacyDialogContent {
  /** The privacy page itself, for whoever cannot see it here. */
  href: string;
  /** The same with the query the provider's page reads (`privacy-frame.ts`). */
  frameUrl: string;
  /** False: it is a provider's. */
  isOwnPage: boolean;
  words: Messages['privacyDialog'] & Pick<Messages['shell'], 'close'>;
}

interface PrivacyDialogProps extends PrivacyDialogContent {
  open: boolean;
  onClose: () => void;
}

/** The privacy statement in a frame, 95 % of the window each way (specification, section 2). */
export default function PrivacyDialog({ open, onClose, ...content }: PrivacyDialogProps) {
  const { title, close } = content.words;
  return (
    <Dialog open={open} onClose={onClose} label={title} closeLabel={close} size="privacy">
      <PrivacyFrame {...content} onEscape={onClose} />
    </Dialog>
  );
}

/** Loads only now: the dialog holds no children while it is closed. */
function PrivacyFrame(props: PrivacyDialogContent & { onEscape: () => void }) {
  const { words } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, send] = useReducer(nextFrameState, 'loading');
  useEffect(() => {
    const slow = setTimeout(() => send('slow'), SLOW_FRAME_MS);
    return () => clearTimeout(slow);
  }, []);
  useEscapeInFrame(frame, state === 'shown', props.onEscape);
  return (
    <div className={styles.privacy} data-state={state}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={words.title}
        src={props.frameUrl}
        onLoad={() => {
          send(props.isOwnPage && !showsOurPage(frame.current) ? 'refused' : 'loaded');
        }}
      />
      <div className={styles.message} role="status">
        {state === 'loading' && <p>{words.loading}</p>}
        {state === 'failed' && (
          <>
            <p>{words.failed}</p>
            <p>
              <a href={props.href} target="_blank" rel="noopener">
                {words.openPage}
              </a>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * A frame fires `load` for error pages too. Of our own origin we can tell: a browser's error page
 * shows no document, the server's a status of 400 or more. Of a provider's page nobody can.
 */
function showsOurPage(frame: HTMLIFrameElement | null): boolean {
  const window = frame?.contentWindow;
  if (!frame?.contentDocument || !window) return false;
  const [navigation] = window.performance.getEntriesByType('navigation');
  const { responseStatus = 0 } = (navigation ?? {}) as PerformanceNavigationTiming;
  return responseStatus < 400;
}

/** Keys pressed inside a frame stay in it; where it is ours, Escape closes the dialog all the same. */
function useEscapeInFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  isShown: boolean,
  onEscape: () => void,
) {
  const onEscapeKey = useEffectEvent(onEscape);
  useEffect(() => {
    const document = isShown ? frame.current?.contentDocument : null;
    if (!document) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscapeKey();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame, isShown]);
}
