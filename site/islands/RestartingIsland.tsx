import { Component, type ReactNode } from 'react';

/** An island that failed this often will probably fail again. */
const MAX_STARTS = 3;

interface Props {
  /** The element of the root. */
  element: HTMLElement;
  onStarted: () => void;
  children: ReactNode;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of an island, with their values even after they are removed from the document. */
interface Controls {
  all: Control[];
  focused: Element | null;
}

/**
 * Restarts an island that fails, and keeps the values of its controls. A browser's translation or
 * an extension may change the document such that React can no longer update it. When they change it
 * before hydration, React renders the island anew, which loses the values too.
 *
 * @throws the error when the island has failed {@link MAX_STARTS} times
 */
export class RestartingIsland extends Component<Props, { error?: unknown }> {
  private starts = 1;
  /** The controls just before React replaces or hydrates them. */
  private controls = controlsOf(this.props.element);
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    this.afterRender();
  }

  override getSnapshotBeforeUpdate() {
    if (this.state.error !== undefined) this.controls = controlsOf(this.props.element);
    return null;
  }

  override componentDidUpdate() {
    this.afterRender();
  }

  private afterRender() {
    if (this.state.error === undefined) {
      writeControls(this.props.element, this.controls);
      this.props.onStarted();
    } else if (this.starts < MAX_STARTS) {
      this.starts += 1;
      this.setState({ error: undefined });
    }
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.starts >= MAX_STARTS) throw error;
    return null;
  }
}

function controlsOf(element: HTMLElement): Controls {
  const all = [...element.querySelectorAll<Control>('input, select, textarea')];
  return { all, focused: document.activeElement };
}

/**
 * Restores values and focus to the controls that have the same names as those that were replaced.
 */
function writeControls(element: HTMLElement, { all, focused }: Controls) {
  for (const before of all) {
    if (before.isConnected || before.name === '') continue;
    const now = element.querySelector<Control>(`[name="${before.name}"]`);
    if (!now) continue;
    if (now.value !== before.value) now.value = before.value;
    if (before === focused) now.focus({ preventScroll: true });
  }
}
