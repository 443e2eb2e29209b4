import { publishRelease } from '../../publish/publish-release.ts';
import { styleGuidePages } from '../../site/style-guide/style-guide-pages.ts';
import { componentStatePages } from '../components/harness/component-states.ts';
import { CONTENT_DIR, SITE_DIR } from './site.ts';

const HARNESS = {
  browser: 'tests/components/harness/browser.ts',
  render: 'tests/components/harness/render.tsx',
};

/** Publishes the fixture with the style guide and the component states, if something changed. */
export default async function publishFixture(): Promise<void> {
  await publishRelease({
    contentDir: CONTENT_DIR,
    distDir: SITE_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
    extraPages: (names) => [...styleGuidePages(names), ...componentStatePages()],
    entries: HARNESS,
  });
}
