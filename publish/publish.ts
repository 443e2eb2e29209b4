/**
 * `npm run build`: publishes the content into a release, for the server or a static host. The
 * folders are the settings CONTENT_DIR and SITE_DIR, as for the server.
 *
 * `--if-changed` does nothing when nothing has changed, and keeps the last release when the content
 * has errors. `--content` and `--site` name other folders. `--online` publishes the online content
 * again with this version of the code, unless other content is put online meanwhile.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { contentDirOf, releaseDirOf } from '../release/site-folder.ts';
import { readArguments } from '../runtime/command-line.ts';
import { readFolders, SettingsError } from '../runtime/settings.ts';
import { ContentError, describeFinding } from './content/finding.ts';
import type { PublishProgress } from './progress.ts';
import { PublishedMeanwhileError, publishRelease } from './publish-release.ts';
import { currentReleaseId, onlineReleaseId } from './releases/releases.ts';

const USAGE = 'node publish/publish.ts [--if-changed] [--online] [--content DIR] [--site DIR]';

const { values } = readArguments(USAGE, {
  options: {
    'if-changed': { type: 'boolean', default: false },
    content: { type: 'string' },
    site: { type: 'string' },
    // The former name of `--site`. install.sh uses it, because it also runs earlier versions.
    dist: { type: 'string' },
    online: { type: 'boolean', default: false },
  },
});
const startedAt = performance.now();
let lastStep: PublishProgress['step'] | undefined;
let siteDir = '';
try {
  const { CONTENT_DIR, SITE_DIR } = readFolders();
  process.chdir(resolve(import.meta.dirname, '..'));
  siteDir = values.site ?? values.dist ?? SITE_DIR;
  becomeOwner(siteDir);
  const { id, warnings } = values.online
    ? await republishOnline(siteDir)
    : await publish({ contentDir: values.content ?? CONTENT_DIR, siteDir });
  for (const warning of warnings) console.log(`\n${describeFinding(warning)}`);
  print(`release ${id}`);
} catch (error) {
  // Mistakes of the caterer and of the operator need no stack trace.
  const isExpected = error instanceof ContentError || error instanceof SettingsError;
  console.error(isExpected ? error.message : error);
  // `npm start` serves the last release, because an unfinished text at the desk must not stop the
  // site.
  const last = values['if-changed'] ? await currentReleaseId(siteDir) : undefined;
  if (last && error instanceof ContentError) {
    console.error(`\nThis content was not published. The release in use stays ${last}.`);
  } else process.exitCode = 1;
}

function publish(folders: { contentDir: string; siteDir: string; expectedCurrentId?: string }) {
  return publishRelease({
    ...folders,
    cacheDir: '.cache',
    skipsIfUnchanged: values['if-changed'],
    onProgress({ step, n, of }) {
      if (step === 'photos') print(`photo ${n} of ${of}`);
      else if (step !== lastStep) print(step);
      lastStep = step;
    },
  });
}

/** Retries when the desk puts something online meanwhile, which is then published again. */
async function republishOnline(siteDir: string, attemptsLeft = 5): ReturnType<typeof publish> {
  const id = await onlineReleaseId(siteDir);
  if (id === undefined) throw new Error(`${siteDir} has no complete release.`);
  const expectedCurrentId = await currentReleaseId(siteDir);
  const contentDir = contentDirOf(releaseDirOf(siteDir, id));
  try {
    return await publish({
      contentDir,
      siteDir,
      ...(expectedCurrentId !== undefined && { expectedCurrentId }),
    });
  } catch (error) {
    if (error instanceof PublishedMeanwhileError && attemptsLeft > 1)
      return republishOnline(siteDir, attemptsLeft - 1);
    throw error;
  }
}

/**
 * Switches from root to the folder's owner. Files that belong to root would keep the desk from
 * publishing and the server from reading.
 */
function becomeOwner(folder: string): void {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function print(text: string): void {
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`[${seconds.toFixed(1).padStart(5)} s] ${text}`);
}
