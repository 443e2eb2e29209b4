import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/forms.css';
import './styles/lists.css';
import './styles/page.css';
import './styles/photos.css';
import './styles/visits.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { openContent, queryClient } from './content/app-store.ts';
import { handleShortcut } from './desk.ts';
import { Shell } from './shell/Shell.tsx';

const root = createRoot(document.getElementById('desk') as HTMLElement);
root.render(<p className="loading">De werktafel wordt gedekt.</p>);
try {
  await openContent();
  window.addEventListener('keydown', handleShortcut);
  root.render(
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>,
  );
} catch (error) {
  root.render(
    <main className="loading">
      <h1>Werktafel</h1>
      <p role="alert">{(error as Error).message}</p>
      <a href="/">Probeer opnieuw</a>
    </main>,
  );
}
