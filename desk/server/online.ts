import type { Job } from '../api.ts';
import { checkContent } from './check-content.ts';
import type { DeskFolders } from './folders.ts';
import type { InTurn } from './in-turn.ts';
import type { Jobs } from './jobs.ts';
import { publishSite, type Site, waitUntilServed } from './publish-site.ts';
import { assertNotOnline, purgeFile } from './purge.ts';
import { RefusalError } from './refusal.ts';
import {
  contentOf,
  findVersion,
  publishedContentOf,
  putContentBack,
  readOnline,
} from './versions.ts';

/** Everything that makes a release. Each is a job: done when the site's server serves it. */
export interface Online {
  publish(): Job;
  /** Puts content and site back as they were in a version. */
  restore(id: string): Promise<Job>;
  /** Erases a file in the bin: from the bin, every version and the site. */
  purge(binId: string): Promise<Job>;
}

/**
 * @param inTurn writes to `content/` one after the other
 */
export function createOnline(folders: DeskFolders, site: Site, jobs: Jobs, inTurn: InTurn): Online {
  const start = (
    kind: Job['kind'],
    contentDir: string,
    { before, after }: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
  ) =>
    jobs.start(kind, async (onProgress) => {
      await before?.();
      const id = await publishSite({ ...folders, contentDir }, onProgress);
      await after?.();
      onProgress({ step: 'serve' });
      await waitUntilServed(site, id);
    });
  return {
    publish: () =>
      start('publish', folders.contentDir, {
        async before() {
          const findings = await checkContent(folders.contentDir);
          const errors = findings.filter(({ severity }) => severity === 'error');
          if (errors.length === 0) return;
          throw new RefusalError(422, 'Er klopt nog iets niet.', { findings: errors });
        },
      }),
    async restore(id) {
      const version = await findVersion(folders, id);
      const published = await publishedContentOf(folders, version);
      const online = await readOnline(folders);
      // Content of then that cannot be published any more leaves the content of now as it is.
      return start('restore', published, {
        after: () => inTurn(() => putContentBack(folders, version, online?.id ?? null)),
      });
    },
    async purge(binId) {
      const entry = await assertNotOnline(folders, binId);
      const online = await readOnline(folders);
      const purge = () => inTurn(() => purgeFile(folders, entry));
      if (!online) return jobs.start('purge', purge);
      // The new release makes the server drop what it holds in memory.
      return start('purge', contentOf(folders, online), { before: purge });
    },
  };
}
