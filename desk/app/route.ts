import { useSyncExternalStore } from 'react';

/** Where the desk is: what stands behind '#/' in its address, in parts. */
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

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
