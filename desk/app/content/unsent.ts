import type { Conflict, ContentState, KeptFile } from './state.ts';

/*
 * Work that is not written yet, in the browser's storage: a tab that the phone closed, an ended
 * session or a lost network leaves it there for the next window. Each tab has a key of its own, and
 * holds a Web Lock for as long as it lives, so that no tab takes the work of another.
 */

const PREFIX = 'desk-unsent ';

export interface Unsent {
  files: KeptFile[];
  conflicts: Conflict[];
}

let key = '';

/** Takes what closed tabs left, and from then on keeps this tab's own. */
export async function takeUnsent(): Promise<Unsent[]> {
  const left = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  key = PREFIX + crypto.randomUUID();
  void navigator.locks.request(key, () => new Promise(() => {}));
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  return left.flatMap((name) => {
    const text = localStorage.getItem(name);
    if (alive.has(name) || !text) return [];
    localStorage.removeItem(name);
    return [JSON.parse(text) as Unsent];
  });
}

export function keepUnsent({ files, conflicts }: ContentState): void {
  const kept = Object.entries(files)
    .filter(([, { pending }]) => pending.length > 0)
    .map(([path, { saved, pending }]) => ({ path, saved, pending }));
  if (kept.length + conflicts.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ files: kept, conflicts } satisfies Unsent));
}
