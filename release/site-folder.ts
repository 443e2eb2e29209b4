/*
 * The layout of the folder that the setting SITE_DIR names. Publishing writes it, the server serves
 * it, and the desk and the backup read it. `deploy/install.sh` reads `current`, too.
 *
 *     current                        the id of the release that is online
 *     releases/<id>/release.json     what the server needs to know (`manifest.ts`)
 *     releases/<id>/public/          the files that visitors load
 *     releases/<id>/content/         the content that the release was made from
 *
 * A release also contains files that only publishing reads.
 */

export const CURRENT_FILE = 'current';

export const currentFileOf = (siteDir: string) => `${siteDir}/${CURRENT_FILE}`;

export const releasesDirOf = (siteDir: string) => `${siteDir}/releases`;

export const releaseDirOf = (siteDir: string, id: string) => `${releasesDirOf(siteDir)}/${id}`;

export const manifestFileOf = (releaseDir: string) => `${releaseDir}/release.json`;

export const publicDirOf = (releaseDir: string) => `${releaseDir}/public`;

export const contentDirOf = (releaseDir: string) => `${releaseDir}/content`;
