import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { ReleaseManifest } from '../../../release/manifest.ts';
import { createLog } from '../../../runtime/log.ts';
import { parseSettings } from '../../../runtime/settings.ts';
import { type AppOptions, openApp } from '../../../server/app.ts';
import { createAltcha } from '../../../server/enquiries/captcha/altcha.ts';
import type { Store } from '../../../server/store/store.ts';
import { publishTestRelease, TEST_RELEASE } from '../content/test-release.ts';

/** The app over a small release and a real store, in a temporary folder, for tests. */
export interface TestSite {
  app: FastifyInstance;
  store: Store;
  /** The folder for the setting SITE_DIR. The server follows what is published there. */
  siteDir: string;
  /** Lines the app logged. */
  logLines: string[];
  /** How often the outbox was woken. */
  wakes: () => number;
  /** Solves a captcha and returns the result as the widget makes it. */
  solveCaptcha(): Promise<string>;
  close(): Promise<void>;
}

const TEST_SECRET = 'a secret of the tests, long enough';
/** A fraction of the usual captcha work. */
const LITTLE_WORK = { cost: 10, derivations: 10 };

interface Changes extends AppOptions {
  /** The folder for the setting SITE_DIR. Default: a small release. */
  siteDir?: string;
  release?: Partial<ReleaseManifest>;
  /** Files of the release, by their name in `public/`. Default: `TEST_FILES`. */
  files?: Record<string, string | Buffer>;
  /** Settings by their name in the environment. */
  env?: Record<string, string>;
}

/** A site for the running test. */
export async function openTestSite(changes: Changes = {}): Promise<TestSite> {
  const site = await openSharedSite(changes);
  onTestFinished(() => site.close());
  return site;
}

/** A site for several tests, which the caller closes. */
export async function openSharedSite(changes: Changes = {}): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'website-'));
  const { siteDir = join(folder, 'dist') } = changes;
  if (!changes.siteDir) {
    await publishTestRelease(siteDir, { ...TEST_RELEASE, ...changes.release }, changes.files);
  }
  const settings = parseSettings({
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: siteDir,
    CAPTCHA_SECRET: TEST_SECRET,
    ...changes.env,
  });
  const logLines: string[] = [];
  const log = createLog('debug', (line) => void logLines.push(line));
  let wakes = 0;
  const app = await openApp(settings, log, {
    captcha: createAltcha(TEST_SECRET, LITTLE_WORK),
    wakeOutbox: () => {
      wakes += 1;
    },
    ...changes,
  });
  return {
    app: app.http,
    store: app.store,
    siteDir,
    logLines,
    wakes: () => wakes,
    async solveCaptcha() {
      const response = await app.http.inject('/api/captcha/challenge');
      return solve(response.json());
    },
    async close() {
      await app.close(0);
      await rm(folder, { recursive: true });
    },
  };
}

/** Does a challenge's work and gives the result as the widget does: JSON in base64. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
