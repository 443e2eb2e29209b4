import { join, resolve } from 'node:path';
import { bundleApp } from '../../desk/app/bundle-app.ts';
import { publishRelease } from '../../publish/publish-release.ts';
import publishFixture from './publish-fixture.ts';
import { SHIPPED_DIR } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Publishes the fixture and the shipped content and bundles the desk's app, if they changed. */
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
