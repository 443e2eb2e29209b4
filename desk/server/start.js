import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Starts main.ts with what Node has made of the sources kept for the next start: half the time. The
 * variable stands for what the desk starts in its turn (publishing, photos, the preview).
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/node', import.meta.url));
enableCompileCache();
await import('./main.ts');
