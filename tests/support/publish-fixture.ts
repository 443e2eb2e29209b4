import { publishRelease } from '../../publish/publish-release.ts';
import prepareQuickStart from './quick-start.ts';
import { CONTENT_DIR, SITE_DIR } from './site.ts';

/** Publishes the tests' caterer, with the style guide, before any test that needs it; once a change. */
export default async function publishFixture(): Promise<void> {
  await prepareQuickStart();
  await publishRelease({
    contentDir: CONTENT_DIR,
    distDir: SITE_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
    withStyleGuide: true,
  });
}
