import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Starts main.ts with what Node has made of the sources kept for the next start. Not in TypeScript:
 * what strips the types takes 32 MB that are never given back, and with the cache nothing needs it.
 * The variable stands for the database's thread, which has a cache of its own.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/node', import.meta.url));
enableCompileCache();
await import('./main.ts');
