import type { Log } from './log.ts';
import { type ReleasesInForce, readCurrentId, readReleases } from './releases.ts';
import { watchFolder } from './watch-folder.ts';

/** What is made of the release in force; moves over to the next one while the server runs. */
export interface ReleaseSwitch<Prepared> {
  /** Whoever asked keeps what they got: a request ends on the release it began with. */
  current(): Prepared;
  close(): void;
}

/**
 * Follows `siteDir/current`. A release that cannot be served is reported once, and the one before it
 * stays.
 *
 * @param prepare makes everything ready before the switch
 * @throws Error in one line when the first release cannot be served
 */
export async function openReleaseSwitch<Prepared>(
  { siteDir, now, log }: { siteDir: string; now: () => number; log: Log },
  prepare: (releases: ReleasesInForce) => Promise<Prepared>,
): Promise<ReleaseSwitch<Prepared>> {
  const read = async () => {
    const releases = await readReleases(siteDir, now(), (error) => {
      log.warn({ reason: messageOf(error) }, 'an earlier release is left out');
    });
    return { id: releases.current.release.id, prepared: await prepare(releases) };
  };

  let served = await read();
  let reported = '';
  const close = watchFolder(siteDir, async () => {
    try {
      if ((await readCurrentId(siteDir)) === served.id) return;
      served = await read();
      reported = '';
      log.info({ release: served.id }, 'another release is in force');
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== reported) log.error({ reason }, 'the new release is not served');
      reported = reason;
    }
  });
  return { current: () => served.prepared, close };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
