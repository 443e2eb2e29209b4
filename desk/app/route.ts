import { useSyncExternalStore } from 'react';
import type { FieldPath } from '../../site/content-walk.ts';

/** The parts of the address behind '#/'. */
export function useRoute(): string[] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return hash.replace(/^#\/?/, '').split('/').map(decode);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ''; // A truncated address, '#/%', leads to the first screen.
  }
}

export function go(href: string): void {
  window.location.hash = href;
}

/** 'Back' does not stop here. */
export function goInPlace(href: string): void {
  history.replaceState(null, '', href);
  window.dispatchEvent(new Event('hashchange'));
}

export function hrefOf(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** 'pages/home.yaml' is at '#/pagina/home'. */
export function pageHref(file: string, ...parts: (string | number)[]): string {
  return hrefOf('pagina', file.replace(/^pages\/|\.yaml$/g, ''), ...parts.map(String));
}

/** Where a value of `content/` can be changed. */
export function placeOf(file: string, path: FieldPath): string {
  const [first, second] = path;
  if (file.startsWith('pages/')) {
    if (first === 'sections' && second !== undefined) return pageHref(file, second, 'velden');
    return path.length === 0 ? pageHref(file) : pageHref(file, 'instellingen');
  }
  if (file.startsWith('photos/')) return hrefOf('fotos', ...path.slice(0, 1).map(String));
  if (file.startsWith('files/')) return hrefOf('meer', 'bestanden');
  if (file === 'full-days.yaml') return hrefOf('aanvragen', 'volzet');
  return hrefOf('meer', file.replace(/^brand\/.*/, 'brand.yaml'));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
