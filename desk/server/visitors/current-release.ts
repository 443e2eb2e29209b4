import type { ReleaseManifest } from '../../../release/manifest.ts';
import { currentFileOf } from '../../../release/site-folder.ts';
import { readRelease } from '../../../runtime/read-release.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { readIfExists } from '../desk-files.ts';
import { logError } from '../desk-log.ts';

interface CurrentRelease {
  /** Undefined before the first release, and when the current one cannot be read. */
  manifest: ReleaseManifest | undefined;
  /** Whether there is a current release that cannot be read. */
  isUnreadable: boolean;
  /** The time zone of the release; without one, Belgium's. */
  timeZone: string;
}

/**
 * Reads the release that is online. An unreadable one throws no error, because what visitors left
 * can be shown without it.
 */
export async function readCurrentRelease({
  SITE_DIR,
}: Pick<Settings, 'SITE_DIR'>): Promise<CurrentRelease> {
  try {
    const { manifest } = await readRelease(SITE_DIR);
    return { manifest, isUnreadable: false, timeZone: manifest.timeZone };
  } catch (error) {
    const isUnreadable = await readIfExists(currentFileOf(SITE_DIR)).then(
      (current) => current !== undefined,
      () => true,
    );
    if (isUnreadable) logError(error, 'the release that is online cannot be read');
    return { manifest: undefined, isUnreadable, timeZone: 'Europe/Brussels' };
  }
}
