// This comes first: it declares the order of the cascade layers, which the other style sheets use.
import './edited-page/layers.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/forms.css';
import './styles/lists.css';
import './styles/enquiries.css';
import './styles/online.css';
import './styles/page.css';
import './styles/photos.css';
import './styles/visits.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { watchHistory } from './navigation/route.ts';
import { prefetchBrand } from './pages/use-page-context.ts';
import { editor } from './rich-text/LazyTextEditor.tsx';
import { watchFocus } from './shell/keep-focus.ts';
import { Shell } from './shell/Shell.tsx';
import { loadContent, queryClient } from './store/app-store.ts';
import { handleShortcut } from './store/shortcuts.ts';
import { watchTyping } from './ui/typing.ts';

// A link that registers a device has this hash. It may be opened on a device that is already signed
// in.
const LINK = /^#link=/;
function openLink() {
  if (LINK.test(window.location.hash))
    window.location.replace(`/sign-in/index.html${window.location.hash}`);
}
openLink();
window.addEventListener('hashchange', openLink);

// The connection is idle while the page is being drawn, so the editor is fetched now. The page's
// frame then finds it in the browser's cache.
void editor.start();

// The first render replaces the document's loading text.
const root = createRoot(document.getElementById('desk') as HTMLElement);
try {
  void prefetchBrand();
  await loadContent();
  window.addEventListener('keydown', handleShortcut);
  watchHistory();
  watchTyping();
  watchFocus();
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
