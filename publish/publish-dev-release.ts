/**
 * Publishes once for `npm run dev`. Its arguments are the folder of the content and the folder of
 * the releases.
 *
 * It runs in a process of its own, so that a changed schema or step of publishing takes effect at
 * once.
 */
import { parseArgs } from 'node:util';
import { hashFiles } from '../runtime/hash-files.ts';
import { CODE_PATTERNS } from './bundle/bundle-site.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [contentDir = '', siteDir = ''] = positionals;
// The hash is taken before the code is loaded. If the code changes in between, the release carries
// the hash of the older code, so publishing next makes a new one.
const codeHash = await hashFiles('.', CODE_PATTERNS);
const { ContentError } = await import('./content/finding.ts');
const { publishRelease } = await import('./publish-release.ts');
const { styleGuidePages } = await import('../site/style-guide/style-guide-pages.ts');

const startedAt = performance.now();
try {
  await publishRelease({
    contentDir,
    siteDir,
    cacheDir: '.cache',
    codeHash,
    skipsIfUnchanged: true,
    isPreview: true,
    mode: 'development',
    extraPages: styleGuidePages,
  });
  console.log(`Published in ${Math.round(performance.now() - startedAt)} ms`);
} catch (error) {
  console.error(error instanceof ContentError ? error.message : error);
}
