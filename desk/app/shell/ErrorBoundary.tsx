import { Component, type ReactNode } from 'react';
import { adviseOnUnsaved } from '../draft/saving.ts';
import { hasUnsaved } from '../draft/state.ts';
import { hrefOf } from '../navigation/route.ts';
import { useDeskState } from '../store/use-desk-state.ts';

/** Shows that a screen failed, so that the rest of the desk can still be used. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="screen" role="alert">
        <h1>Dit scherm laat zich niet tonen</h1>
        <UnsavedAdvice />
        <div className="buttons">
          <button
            type="button"
            className="main"
            onClick={() => this.setState({ hasFailed: false })}
          >
            Probeer opnieuw
          </button>
          <a className="button" href={hrefOf('paginas')}>
            Naar je pagina’s
          </a>
        </div>
      </div>
    );
  }
}

function UnsavedAdvice() {
  const { content, isPersisted } = useDeskState();
  return hasUnsaved(content) && <p>Nog niet alles is bewaard. {adviseOnUnsaved(isPersisted)}</p>;
}
