import type { ComponentType } from 'react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './islands.ts';
import { RestartingIsland } from './RestartingIsland.tsx';

/** The distance to the viewport within which an island is hydrated. */
const VIEWPORT_MARGIN = '300px';

/** Events that hydrate an island at once. */
const ACTIVATING_EVENTS = ['pointerdown', 'focusin', 'keydown', 'input'];

/**
 * Hydrates the islands of this document. Their code is loaded at once, and each is hydrated when it
 * comes near the window or receives one of {@link ACTIVATING_EVENTS}. React replays a click during
 * hydration.
 *
 * An island that fails keeps its HTML, is marked by `data-failed`, and logs the error to the
 * console (specification, section 8, 'Startup failure'). Code that could not be loaded is requested
 * again when the visitor uses the island, or when the browser is back online.
 *
 * @returns resolves when every island near the window is hydrated or has failed
 */
export async function hydrateIslands(document: Document): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-island]')];
  await Promise.all(elements.map(startIsland));
}

async function startIsland(element: HTMLElement): Promise<void> {
  const load = islands[element.dataset.island as IslandName];
  try {
    const Component = await load();
    delete element.dataset.failed;
    await hydrateWhenNear(element, Component);
  } catch (error) {
    reportFailure(error);
    element.dataset.failed = '';
    startOnUse(element);
  }
}

/**
 * Calls {@link startIsland} again when the visitor uses the island, or when the browser is back
 * online.
 */
function startOnUse(element: HTMLElement) {
  const start = () => {
    for (const type of ACTIVATING_EVENTS) element.removeEventListener(type, start, true);
    window.removeEventListener('online', start);
    void startIsland(element);
  };
  for (const type of ACTIVATING_EVENTS) element.addEventListener(type, start, true);
  window.addEventListener('online', start);
}

/** @returns resolves when the island is hydrated, or is far from the window */
function hydrateWhenNear(
  element: HTMLElement,
  // biome-ignore lint/suspicious/noExplicitAny: the same props as at publishing
  Component: ComponentType<any>,
): Promise<void> {
  const props = JSON.parse(element.dataset.props ?? '{}');
  return new Promise((resolve) => {
    const hydrate = () => {
      const rendered = inertCopyOf(element);
      for (const type of ACTIVATING_EVENTS) element.removeEventListener(type, hydrate, true);
      observer.disconnect();
      const onStarted = () => {
        element.dataset.hydrated = '';
        resolve();
      };
      // A transition is split into short tasks, so that input is handled in between.
      startTransition(() => {
        hydrateRoot(
          element,
          <RestartingIsland element={element} onStarted={onStarted}>
            <Component {...props} />
          </RestartingIsland>,
          {
            onRecoverableError: (error) =>
              console.warn('A part of the page was rendered anew:', error),
            onCaughtError: reportFailure,
            // React removes the content of a root that throws.
            onUncaughtError: (error) => {
              reportFailure(error);
              rendered.dataset.failed = '';
              element.replaceWith(rendered);
              resolve();
            },
          },
        );
      });
    };
    const observer = new IntersectionObserver(
      ([entry]) => (entry?.isIntersecting ? hydrate() : resolve()),
      { rootMargin: VIEWPORT_MARGIN },
    );
    for (const type of ACTIVATING_EVENTS) element.addEventListener(type, hydrate, true);
    // The island's element has no box (`display: contents`), so its first child is observed.
    observer.observe(element.firstElementChild ?? element);
  });
}

/** Copies an element into an inert document, where images do not load. */
function inertCopyOf(element: HTMLElement): HTMLElement {
  return document.implementation.createHTMLDocument('').importNode(element, true);
}

function reportFailure(error: unknown) {
  console.error('A part of the page could not be started:', error);
}
