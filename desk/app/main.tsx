// In this order: what comes later may say it otherwise.
import './styles/look.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/forms.css';
import './styles/lists.css';
import './styles/editor.css';
import './styles/photos.css';
import './styles/brand-and-mails.css';
import './styles/online-and-steps.css';
import './styles/narrow.css';

import { createRoot } from 'react-dom/client';
import { DeskProvider } from './Desk.tsx';
import { Shell } from './Shell.tsx';

const element = document.getElementById('desk');
if (!element) throw new Error('index.html has no #desk');
createRoot(element).render(
  <DeskProvider>
    <Shell />
  </DeskProvider>,
);
