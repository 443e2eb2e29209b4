import {
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { afterAnimations } from './after-animations.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  /** Requested state. The dialog stays mounted until its exit animation has ended. */
  open: boolean;
  /** Called on Escape, a press on the backdrop or the close button. The parent then sets `open`. */
  onClose: () => void;
  /** Accessible name. */
  label: string;
  /** Label of the close button. */
  closeLabel: string;
  /** Disables closing by Escape and the backdrop, but not by the close button. */
  disableClose?: boolean;
  /**
   * 'content' (default): the size of its content, at most 80vw. 'window': the window minus 10 px.
   * 'beside': like 'content', below the element that opened it.
   */
  size?: 'content' | 'beside' | 'window' | 'privacy';
  /** Not mounted while the dialog is closed. */
  children: ReactNode;
}

/**
 * A modal dialog based on `<dialog>`: the browser handles focus, inertness and the top layer. Its
 * states (specification, section 4): open, closing while the exit animation runs, closed.
 */
export function Dialog(props: DialogProps) {
  const [isInPage, setIsInPage] = useState(props.open);
  if (props.open && !isInPage) setIsInPage(true);
  if (!isInPage) return null;
  // Outside the element that uses it, so that it does not inherit that element's colours and sizes.
  return createPortal(
    <ModalDialog {...props} onClosed={() => setIsInPage(false)} />,
    document.body,
  );
}

function ModalDialog(props: DialogProps & { onClosed: () => void }) {
  const { open, onClose, onClosed, size = 'content', disableClose = false } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = () => {
    if (!disableClose) onClose();
  };

  const show = useEffectEvent((dialog: HTMLDialogElement) => {
    // While a dialog is open the page has no scrollbar. The style sheet reserves its width, so that
    // the layout does not shift.
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
    if (size === 'window' && document.activeElement) growFrom(document.activeElement, dialog);
    dialog.showModal();
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog) show(dialog);
    // The browser returns the focus to the opener.
    return () => dialog?.close();
  }, []);

  const finish = useEffectEvent(onClosed);
  useLayoutEffect(() => {
    if (open || !ref.current) return;
    return afterAnimations(ref.current, () => finish());
  }, [open]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-size={size}
      data-state={open ? 'open' : 'closing'}
      aria-label={props.label}
      closedby={disableClose ? 'none' : 'closerequest'}
      // Not `onClick`: a press that begins inside, to select text, may end on the backdrop.
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // The press would take the focus from the opener, if no animation delays closing.
        event.preventDefault();
        dismiss();
      }}
      // Escape, or a phone's back gesture.
      onCancel={(event: SyntheticEvent) => {
        event.preventDefault();
        dismiss();
      }}
      // The browser closed it without asking.
      onClose={() => {
        onClosed();
        onClose();
      }}
    >
      <button
        type="button"
        className={styles.close}
        aria-label={props.closeLabel}
        onClick={onClose}
      >
        <svg className="line-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      <div className={styles.content}>{props.children}</div>
    </dialog>
  );
}

/**
 * Animates a window-sized dialog from the position and size of its opener. Before it is shown, so
 * that the first frame of the animation covers the opener.
 */
function growFrom(opener: Element, dialog: HTMLDialogElement) {
  const { left, top, width, height } = opener.getBoundingClientRect();
  const scale = Math.min(0.95, Math.max(width / innerWidth, height / innerHeight));
  // The transform origin that maps the centre of the window to the centre of the opener.
  const origin = (openerMiddle: number, windowSize: number) =>
    (openerMiddle - (scale * windowSize) / 2) / (1 - scale);
  const x = origin(left + width / 2, innerWidth);
  const y = origin(top + height / 2, innerHeight);
  dialog.style.transformOrigin = `${x}px ${y}px`;
  dialog.style.setProperty('--opener-scale', String(scale));
}
