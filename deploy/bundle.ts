/**
 * Makes the bundles of a packed version in its folder (`pack.sh`), so that a server needs no
 * bundler.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { bundleApp } from '../desk/server/bundle-app.ts';
import { bundleSite } from '../publish/bundle/bundle-site.ts';
import { BUNDLES } from '../publish/bundle/packed-bundles.ts';

// This folder is in the folder of the packages, which the bundle for Node imports.
const cacheDir = '.cache/packing';
try {
  const site = await bundleSite(cacheDir);
  await cp(site.dir, join(BUNDLES, 'site'), { recursive: true });
  await cp(await bundleApp(cacheDir), join(BUNDLES, 'desk-app'), { recursive: true });
} finally {
  await rm(cacheDir, { recursive: true });
}
// The bundler leaves handles open, so the process would not end by itself.
process.exit();
