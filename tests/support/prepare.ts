import { join, resolve } from 'node:path';
import { bundleApp } from '../../desk/app/bundle-app.ts';
import publishFixture from './publish-fixture.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What tests in a browser find ready, made once a change: the tests' caterer, published, and the desk's app. */
export default async function prepare(): Promise<void> {
  await publishFixture();
  await bundleApp(join(ROOT, '.cache'));
}
