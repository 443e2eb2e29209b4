import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/* Preloaded by `quick-start.ts`: whoever imports Kysely gets all of it from one file. */
const file = process.env.TEST_KYSELY ?? '';
if (existsSync(file)) {
  const url = pathToFileURL(file).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'kysely' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  });
}
