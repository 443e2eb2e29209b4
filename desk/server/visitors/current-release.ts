import { readRelease } from '../../../runtime/read-release.ts';
import type { Settings } from '../../../runtime/settings.ts';

/**
 * Reads the release that is online. Before the first one, the release is undefined and the time
 * zone is Belgium's.
 */
export async function readCurrentRelease({ SITE_DIR }: Pick<Settings, 'SITE_DIR'>) {
  const published = await readRelease(SITE_DIR).catch(() => undefined);
  const release = published?.release;
  return { release, timeZone: release?.timeZone ?? 'Europe/Brussels' };
}
