import { join, resolve } from 'node:path';
import { bundleApp } from '../../desk/app/bundle-app.ts';
import { publishRelease } from '../../publish/publish-release.ts';
import { styleGuidePages } from '../../site/style-guide/style-guide-pages.ts';
import { componentStatePages } from '../components/harness/component-states.ts';
import { CONTENT_DIR, SHIPPED_DIR, SITE_DIR } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HARNESS = {
  browser: 'tests/components/harness/browser.ts',
  render: 'tests/components/harness/render.tsx',
};

/**
 * Before all tests, if something changed: publishes the fixture with the style guide and the
 * component states, publishes the shipped content, and bundles the desk's app.
 */
export default async function prepare(): Promise<void> {
  await publishRelease({
    contentDir: CONTENT_DIR,
    distDir: SITE_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
    extraPages: (names) => [...styleGuidePages(names), ...componentStatePages()],
    entries: HARNESS,
  });
  await publishRelease({
    contentDir: join(ROOT, 'content'),
    distDir: SHIPPED_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
  });
  await bundleApp(join(ROOT, '.cache'));
}
