import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { PAGE_PATHS } from '../routes.ts';
import { useSharedContent } from '../shared-content.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import styles from './PrivacyDialog.module.css';
import { nextFrameState, privacyFrameUrl, SLOW_FRAME_MS } from './privacy-frame.ts';

/** The privacy statement in a frame, 95 % of the window each way (specification, section 2). */
export function PrivacyDialog(props: { open: boolean; onClose: () => void }) {
  const { messages } = useSharedContent();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      label={messages.privacyDialog.title}
      size="privacy"
    >
      <PrivacyFrame onEscape={props.onClose} />
    </Dialog>
  );
}

/** Loads only now: the dialog holds no children while it is closed. */
function PrivacyFrame(props: { onEscape: () => void }) {
  const { company, site, messages } = useSharedContent();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, send] = useReducer(nextFrameState, 'loading');
  const providerUrl = site.privacy.providerUrl;
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
        title={messages.privacyDialog.title}
        src={privacyFrameUrl(company, providerUrl)}
        onLoad={() => {
          const isOwnPage = providerUrl === '';
          send(isOwnPage && !showsOurPage(frame.current) ? 'refused' : 'loaded');
        }}
      />
      <div className={styles.message} role="status">
        {state === 'loading' && <p>{messages.privacyDialog.loading}</p>}
        {state === 'failed' && (
          <>
            <p>{messages.privacyDialog.failed}</p>
            <p>
              <a href={providerUrl || PAGE_PATHS.privacy} target="_blank" rel="noopener">
                {messages.privacyDialog.openPage}
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
