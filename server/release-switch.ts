import { unwatchFile, watchFile } from 'node:fs';
import type { Log } from './log.ts';
import { currentFileOf, type ReleasesInForce, readReleases } from './releases.ts';

/** A look at one file's times costs nothing, and unlike events works on every kind of disk. */
const LOOK_EVERY_MS = 250;

/** What is made of the release in force; moves over to the next one while the server runs. */
export interface ReleaseSwitch<Prepared> {
  /** Whoever asked keeps what they got: a request ends on the release it began with. */
  current(): Prepared;
  close(): void;
}

/**
 * Follows `siteDir/current`. A release that cannot be served is reported, and the one before it
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
  /** One after the other: the last one asked for must be the last one served. */
  let turn = Promise.resolve();
  const look = () => {
    turn = turn.then(async () => {
      try {
        served = await read();
        log.info({ release: served.id }, 'another release is in force');
      } catch (error) {
        log.error({ reason: messageOf(error) }, 'the new release is not served');
      }
    });
  };
  const file = currentFileOf(siteDir);
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return { current: () => served.prepared, close: () => unwatchFile(file, look) };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
