import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../../publish/folders.ts';
import { currentRelease, releaseDir, switchTo } from '../../../publish/releases.ts';
import type { DeskFolders } from '../folders.ts';
import type { Publish } from '../publish-site.ts';
import { isReleaseId, type SiteOnline, timeOf } from './site-online.ts';

/** The server runs on this machine: building and switching is all. */
export function openHere(
  { contentDir, distDir, cacheDir }: DeskFolders,
  publish: Publish,
): SiteOnline {
  const contentOf = async (id: string) => join(releaseDir(distDir, id), 'content');
  const current = () => currentRelease(distDir);
  return {
    current,
    contentOf,
    async releases() {
      const online = await current();
      const names = await readdir(join(distDir, 'releases')).catch(() => []);
      const ids = names.filter(isReleaseId).sort().reverse();
      return Promise.all(
        ids.map(async (id) => ({
          id,
          at: timeOf(id),
          isOnline: id === online,
          isQuick: await exists(join(releaseDir(distDir, id), 'public')),
        })),
      );
    },
    // The first time, what `npm start` published is this machine's own.
    isKnown: async (known) => known === undefined || known === (await current()),
    publish: (step) => publish({ contentDir, distDir, cacheDir, onlyIfChanged: true }, step),
    async restore(id, step) {
      if (!(await exists(join(releaseDir(distDir, id), 'public')))) {
        return publish({ contentDir: await contentOf(id), distDir, cacheDir }, step);
      }
      step('Overschakelen');
      await switchTo(distDir, id);
      return id;
    },
    async attempt() {},
  };
}
