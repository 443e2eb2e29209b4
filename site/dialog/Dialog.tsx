import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  type TransitionEvent,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './Dialog.module.css';
import {
  CLOSE_FALLBACK_MS,
  type DialogEvent,
  type DialogState,
  nextDialogState,
  totalTransitionMs,
} from './dialog-state.ts';

export interface DialogProps {
  /** What the owner wants; the dialog follows, with its exit animation. */
  open: boolean;
  /** The visitor asked to close it, by Escape, the backdrop or the button; the owner sets `open`. */
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  /** Name of the close button. */
  closeLabel: string;
  /** Keeps Escape and the backdrop from closing it. The close button stays. */
  disableClose?: boolean;
  /**
   * 'content', the default: as large as its content, at most 80vw. 'window': minus 10 px. 'beside':
   * as 'content', and on a wide screen beside what opened it, with the page in sight.
   */
  size?: 'content' | 'beside' | 'window' | 'privacy';
  /** Not in the page while the dialog is closed. */
  children: ReactNode;
}

/** A modal dialog on the native element: focus, inertness and the top layer are the browser's. */
export function Dialog(props: DialogProps) {
  const [state, send] = useReducer(nextDialogState, 'closed');
  const follow = useEffectEvent((open: boolean) => {
    // Even an event that changes nothing renders anew, and most dialogs of a page stay closed.
    if (open || state !== 'closed') send(open ? 'open' : 'close');
  });
  // Within the click itself, not in a task after it: a key pressed at once is already the dialog's.
  useLayoutEffect(() => follow(props.open), [props.open]);
  if (state === 'closed') return null;
  // Out of where it is used: a footer's colours and sizes are not the dialog's.
  return createPortal(<OpenDialog {...props} state={state} send={send} />, document.body);
}

interface OpenDialogProps extends DialogProps {
  state: Exclude<DialogState, 'closed'>;
  send: (event: DialogEvent) => void;
}

function OpenDialog({ state, send, ...props }: OpenDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = () => {
    if (!props.disableClose) props.onClose();
  };
  useShownModally(ref);
  useCloseFallback(ref, state, send);
  const backdropPress = usePressOnBackdrop(dismiss);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-size={props.size ?? 'content'}
      data-state={state}
      aria-label={props.label}
      closedby={props.disableClose ? 'none' : 'closerequest'}
      {...backdropPress}
      // Escape is taken here and not in `cancel`: Chromium closes at the second `cancel` regardless.
      // One that a dialog inside this one took bubbles through React's tree up to here.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        dismiss();
      }}
      // The back gesture of a phone.
      onCancel={(event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        dismiss();
      }}
      onClose={(event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        send('finished');
        props.onClose();
      }}
      onTransitionEnd={(event: TransitionEvent) => {
        if (state === 'closing' && event.target === event.currentTarget) send('finished');
      }}
    >
      <button
        type="button"
        className={styles.close}
        aria-label={props.closeLabel}
        onClick={props.onClose}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      <div className={styles.content}>{props.children}</div>
    </dialog>
  );
}

/** Where the focus was before each open dialog; a dialog opened from another has that one's. */
const openers = new WeakMap<Element, HTMLElement>();

/** Modal from the first frame until it leaves the page; then the focus goes back where it was. */
function useShownModally(ref: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    noteScrollbar();
    const opener = document.activeElement;
    const outer = opener?.closest('dialog');
    const home = (outer && openers.get(outer)) ?? opener;
    if (home instanceof HTMLElement) openers.set(dialog, home);
    dialog.showModal();
    if (opener) growFrom(opener, dialog);
    return () => {
      dialog.close();
      // The browser hands the focus back, unless what had it is gone.
      const focused = document.activeElement;
      if (focused === document.body || dialog.contains(focused)) {
        openers.get(dialog)?.focus({ preventScroll: true });
      }
    };
  }, [ref]);
}

/** The dialog comes from the middle of what opened it, and goes back there. */
function growFrom(opener: Element, dialog: HTMLDialogElement) {
  const { left, top, width, height } = opener.getBoundingClientRect();
  const x = left + width / 2 - dialog.offsetLeft;
  const y = top + height / 2 - dialog.offsetTop;
  dialog.style.transformOrigin = `${x}px ${y}px`;
}

/** So that the stylesheet keeps a scrollbar's place, only where one takes place, while it is hidden. */
function noteScrollbar() {
  if (document.querySelector('dialog:modal')) return;
  const { dataset, clientWidth } = document.documentElement;
  dataset.scrollbar = window.innerWidth > clientWidth ? 'takes-place' : 'none';
}

function useCloseFallback(
  ref: RefObject<HTMLDialogElement | null>,
  state: DialogState,
  send: (event: DialogEvent) => void,
) {
  const finish = useEffectEvent(() => send('finished'));
  // With the state itself, not in a task after it: the time counts from where the exit begins.
  useLayoutEffect(() => {
    if (state !== 'closing' || !ref.current) return;
    const { transitionDuration, transitionDelay } = getComputedStyle(ref.current);
    const totalMs = totalTransitionMs(transitionDuration, transitionDelay);
    const fallback = setTimeout(finish, totalMs + CLOSE_FALLBACK_MS);
    return () => clearTimeout(fallback);
  }, [ref, state]);
}

/** A press that began and ended on the backdrop; selecting text out of the dialog is none. */
function usePressOnBackdrop(onPress: () => void) {
  const began = useRef(false);
  const isBackdrop = (event: MouseEvent) => event.target === event.currentTarget;
  return {
    onPointerDown: (event: MouseEvent) => {
      began.current = isBackdrop(event);
    },
    onClick: (event: MouseEvent) => {
      if (began.current && isBackdrop(event)) onPress();
      began.current = false;
    },
  };
}
