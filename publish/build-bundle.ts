import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify } from 'rolldown/utils';
import { build, type InlineConfig, mergeConfig, type Plugin, type Rollup } from 'vite';
import { type BundleEntries, EVERY_PAGE, STYLES_FILE } from './bundle.ts';
import { compressFiles } from './compress.ts';
import { closureOf, takeStyles } from './take-styles.ts';

/** Where the script of every page begins. */
const WAKE = 'site/wake.tsx';
/**
 * What React calls the parts of its own tree. Nothing outside of it reads them, so they may have short
 * names: 1 kB in 65 of every page's script. A release of React that renames one gives that much back.
 */
const REACT_INTERNALS =
  /^(?:_visibility|alternate|base(?:Lanes|Queue|State)|cachePool|callback(?:Node|Priority)|cancelPendingCommit|childLanes|containerInfo|dehydrated|deletions|elementType|entangled?(?:Lanes|ments)|(?:first|last)BaseUpdate|memoized(?:Props|State)|pending(?:Context|Lanes|Props)|(?:pinged|suspended)Lanes|refCleanup|retryLane|stateNode|subtreeFlags|timeoutHandle|updateQueue)$/;

/** Writes the two bundles of `site/`, for Node and for the browser, and its styles into `work`. */
export async function buildBundle(
  work: string,
  cacheDir: string,
  entries: BundleEntries,
): Promise<void> {
  const config = viteConfig();
  const { fromRendering, intoScripts, styles } = takeStyles();
  const withPlugin = (plugin: Plugin, own: InlineConfig) =>
    build(mergeConfig(mergeConfig(config, own), { plugins: [plugin] }));
  await withPlugin(fromRendering, nodeBuild(join(work, 'node'), entries.render));
  await writeFile(join(work, STYLES_FILE), JSON.stringify(styles()));
  await withPlugin(intoScripts, browserBuild(join(work, 'browser'), entries.browser));
  for (const name of await readdir(join(work, 'browser/assets'))) {
    // They stand in documents, and in the scripts that show them later.
    if (name.endsWith('.css')) await rm(join(work, 'browser/assets', name));
  }
  await shortenReact(join(work, 'browser/assets'));
  await compressFiles(join(work, 'browser/assets'), cacheDir);
}

function viteConfig(): InlineConfig {
  return {
    configFile: false,
    appType: 'custom',
    publicDir: false,
    cacheDir: '.cache/vite',
    plugins: [react(), noPreloadHelper],
    css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: classNames() } },
    build: {
      target: 'es2022',
      // No inlined assets: the policy forbids data: addresses where it can.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      emptyOutDir: false,
      reportCompressedSize: false,
      // On a busy machine a report of a screenful, of no use to who only wants the site to start.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    logLevel: 'warn',
  };
}

/**
 * Names a module's classes `_reach_x7Q`: told apart by three characters of their file's hash. They stand
 * in every document, in which Vite's own, with the line of the source, are 200 bytes more.
 */
function classNames() {
  const files = new Map<string, string>();
  return (name: string, file: string) => {
    const path = relative('.', file);
    const hash = createHash('sha256').update(path).digest('base64url').replace(/[-_]/g, 'x');
    const className = `_${name}_${hash.slice(0, 3)}`;
    const other = files.get(className) ?? path;
    if (other !== path) throw new Error(`${other} and ${path} both name a class ${className}`);
    files.set(className, path);
    return className;
  };
}

/** What Vite wraps around `import()` looks for style sheets, and ours come with none. */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

function browserBuild(outDir: string, input: string): InlineConfig {
  return {
    build: {
      outDir,
      manifest: true,
      rolldownOptions: {
        input,
        // All that starts with a page in one file, in place of ten.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: ofEveryPage(input) }],
          },
        },
      },
    },
  };
}

function nodeBuild(outDir: string, entry: string): InlineConfig {
  return {
    build: {
      outDir,
      ssr: entry,
      ssrEmitAssets: true,
      rolldownOptions: { output: { assetFileNames: '[name][extname]' } },
    },
  };
}

/** Names the group of what {@link WAKE} imports; everything else is split as imports have it. */
function ofEveryPage(browserEntry: string) {
  let ids: Set<string> | undefined;
  return (id: string, context: Pick<Rollup.PluginContext, 'getModuleInfo'>) => {
    const importsOf = (one: string) => context.getModuleInfo(one)?.importedIds ?? [];
    ids ??= new Set(closureOf([resolve(WAKE)], importsOf)).difference(
      new Set(closureOf([resolve(browserEntry)], importsOf)),
    );
    return ids.has(id) ? EVERY_PAGE : null;
  };
}

/** Shortens React's own names. Its modules stay in the brackets by which a browser compiles them at once (039). */
async function shortenReact(assetsDir: string): Promise<void> {
  const names = await readdir(assetsDir);
  const name = names.find((one) => one.startsWith(`${EVERY_PAGE}-`) && one.endsWith('.js'));
  if (!name) throw new Error(`No script of every page in ${assetsDir}`);
  const file = join(assetsDir, name);
  const { code, errors } = await minify(name, await readFile(file, 'utf8'), {
    module: true,
    mangleProps: { include: REACT_INTERNALS },
  });
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`);
  await writeFile(file, code);
}
