import { useSyncExternalStore } from 'react';
import type { FieldPath } from '../../../site/schema/content-walk.ts';

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

let last = '';

/** The address that the present screen was opened from. */
export function openedFrom(): string | undefined {
  return (history.state as { from?: string } | null)?.from || undefined;
}

/** Makes each new history entry remember the address that it was opened from. */
export function watchHistory(): void {
  last = window.location.hash;
  if (history.state === null) history.replaceState({}, '');
  window.addEventListener('hashchange', () => {
    const { hash } = window.location;
    // Only a new entry has no state.
    if (history.state === null && hash !== last) history.replaceState({ from: last }, '');
    last = hash;
  });
}

/**
 * Leaves an opened screen for the one around it. 'Back' then does not open it again: the screen's
 * history entry is left behind, or replaced when the screen was opened from elsewhere.
 *
 * @param href the address of the screen around it; a section chosen there counts as that screen
 */
export function closeTo(href: string): void {
  const from = openedFrom();
  const chosen = from?.startsWith(`${href}/`) ? from.slice(href.length + 1) : '';
  if (from !== href && !/^\d+$/.test(chosen)) {
    goInPlace(href);
    return;
  }
  const arrive = () => goInPlace(href);
  window.addEventListener('hashchange', arrive, { once: true });
  history.back();
}

/** Goes to an address without a new entry, so that 'Back' does not stop at the present one. */
export function goInPlace(href: string): void {
  // The entry has a state, so that it does not count as a new one.
  history.replaceState(history.state ?? {}, '', href);
  last = window.location.hash;
  window.dispatchEvent(new Event('hashchange'));
}

export function hrefOf(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** The address of a page: 'pages/home.yaml' is at '#/pagina/home'. */
export function pageHref(file: string, ...parts: (string | number)[]): string {
  return hrefOf('pagina', file.replace(/^pages\/|\.yaml$/g, ''), ...parts.map(String));
}

/** The address where a value of `content/` can be changed. */
export function fieldHref(file: string, path: FieldPath): string {
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
