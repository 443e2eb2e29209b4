import { watch } from 'node:fs';

/** Some disks report no changes: those of a network, of some containers. */
const LOOK_EVERY_MS = 10_000;
/** One change comes as several events. */
const SETTLE_MS = 50;

/**
 * Calls `look` when something in the folder changed, and now and then anyway; never twice at a time.
 *
 * @returns ends it
 */
export function watchFolder(folder: string, look: () => Promise<void>): () => void {
  let isLooking = false;
  let isDue = false;
  let settling: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    isDue = true;
    if (isLooking) return;
    isLooking = true;
    while (isDue) {
      isDue = false;
      await look();
    }
    isLooking = false;
  }

  const changed = () => {
    clearTimeout(settling);
    settling = setTimeout(run, SETTLE_MS).unref();
  };
  const timer = setInterval(run, LOOK_EVERY_MS).unref();
  const watcher = startWatching(folder, changed);
  return () => {
    watcher?.close();
    clearInterval(timer);
    clearTimeout(settling);
  };
}

function startWatching(folder: string, changed: () => void) {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
