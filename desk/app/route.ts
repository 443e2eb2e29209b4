import { useSyncExternalStore } from 'react';

/** Where the desk is: the parts of its address behind '#/'. */
export function useRoute(): string[] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
}

export function go(...parts: string[]): void {
  window.location.hash = hrefOf(...parts);
}

export function hrefOf(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** 'home' for 'pages/home.yaml', as it is in the address of the desk. */
export const wordOf = (file: string) => file.replace(/^pages\/|\.yaml$/g, '');

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
