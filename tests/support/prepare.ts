import { join, resolve } from 'node:path';
import { bundleApp } from '../../desk/app/bundle-app.ts';
import { publishRelease } from '../../publish/publish-release.ts';
import publishFixture from './publish-fixture.ts';
import { SHIPPED_DIR } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What tests find ready, made again when it changed: the tests' caterer and the shipped content, published, and the desk's app. */
export default async function prepare(): Promise<void> {
  await publishFixture();
  await publishRelease({
    contentDir: join(ROOT, 'content'),
    distDir: SHIPPED_DIR,
    cacheDir: '.cache',
    onlyIfChanged: true,
  });
  await bundleApp(join(ROOT, '.cache'));
}
