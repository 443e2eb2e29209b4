// First: it puts the cascade's layers in order.
import './examples.css';

import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Example, type ExampleName } from './examples.tsx';

const root = document.getElementById('example');
if (!root) throw new Error('index.html has no #example');
const name = root.dataset.name as ExampleName;
const providerUrl = new URLSearchParams(window.location.search).get('provider') ?? '';

/** Marks the page once script has taken it over. */
function Started() {
  useEffect(() => {
    document.documentElement.dataset.started = '';
  }, []);
  return null;
}

hydrateRoot(
  root,
  <>
    <Example name={name} providerUrl={providerUrl} />
    <Started />
  </>,
);
