import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import kysely from '../../node_modules/kysely/package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
/** What tests keep from one run to the next. */
export const CACHE = join(ROOT, '.cache/tests');
const KYSELY = join(CACHE, `kysely-${kysely.version}`);

/**
 * Environment of the processes that tests start, so that each of the hundred starts in half the
 * time: what Node has compiled is kept, and Kysely's 279 files are one.
 */
export const QUICK_START = {
  NODE_COMPILE_CACHE: join(CACHE, 'compile'),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'one-file-kysely.mjs')}`,
  TEST_KYSELY: join(KYSELY, 'kysely.mjs'),
};

/** Makes that one file, once for each version, before any test. */
export default async function prepareQuickStart(): Promise<void> {
  const isThere = await access(QUICK_START.TEST_KYSELY).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: KYSELY,
      minify: false,
      rolldownOptions: {
        input: { kysely: join(ROOT, 'node_modules/kysely/dist/esm/index.js') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
}
