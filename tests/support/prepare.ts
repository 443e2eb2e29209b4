import { join, resolve } from 'node:path';
import { bundleApp } from '../../desk/server/bundle-app.ts';
import { publishRelease } from '../../publish/publish-release.ts';
import { styleGuidePages } from '../../site/style-guide/style-guide-pages.ts';
import { CONTENT_DIR, SAMPLE_SITE_DIR, SITE_DIR } from './content/fixture-site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs before all tests. If something changed, it publishes the fixture with the style guide,
 * publishes the sample, and bundles the desk's app.
 */
export default async function prepare(): Promise<void> {
  await publishRelease({
    contentDir: CONTENT_DIR,
    siteDir: SITE_DIR,
    cacheDir: '.cache',
    skipsIfUnchanged: true,
    extraPages: styleGuidePages,
  });
  await publishRelease({
    contentDir: join(ROOT, 'content'),
    siteDir: SAMPLE_SITE_DIR,
    cacheDir: '.cache',
    skipsIfUnchanged: true,
  });
  await bundleApp(join(ROOT, '.cache'));
}
