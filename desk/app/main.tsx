import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/forms.css';
import './styles/lists.css';
import './styles/page.css';
import './styles/photos.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { DeskProvider, queryClient } from './Desk.tsx';
import { Shell } from './shell/Shell.tsx';

const element = document.getElementById('desk');
if (!element) throw new Error('index.html has no #desk');
createRoot(element).render(
  <QueryClientProvider client={queryClient}>
    <DeskProvider>
      <Shell />
    </DeskProvider>
  </QueryClientProvider>,
);
