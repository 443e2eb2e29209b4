import { publishRelease } from '../../publish/publish-release.ts';
import { CONTENT_DIR, SITE_DIR } from './site.ts';

/** Publishes the tests' caterer, with the style guide, before any browser test; once a change. */
export default async function publishFixture(): Promise<void> {
  await publishRelease({
    contentDir: CONTENT_DIR,
    distDir: SITE_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
    withStyleGuide: true,
  });
}
