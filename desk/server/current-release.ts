import { readRelease } from '../../server/follow-releases.ts';
import type { Settings } from '../../server/settings.ts';

/**
 * Reads the release that is online; undefined before the first one. The time zone is
 * Belgium's until then.
 */
export async function readCurrentRelease({ SITE_DIR }: Pick<Settings, 'SITE_DIR'>) {
  const published = await readRelease(SITE_DIR).catch(() => undefined);
  const release = published?.release;
  return { release, timeZone: release?.timeZone ?? 'Europe/Brussels' };
}
