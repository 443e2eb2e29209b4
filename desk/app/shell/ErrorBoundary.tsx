import { Component, type ReactNode } from 'react';
import { hrefOf } from '../navigation/route.ts';

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
        <p>Wat je typte, blijft op dit toestel tot het bewaard is.</p>
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
