import './desk.css';
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
