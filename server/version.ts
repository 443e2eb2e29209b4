import { readFileSync } from 'node:fs';

const file = new URL('../package.json', import.meta.url);

/**
 * The version of the code: '0.1.0'. In a packed archive the time and the commit follow:
 * '0.1.0+20270305T101500Z-1a2b3c4'.
 */
export const VERSION: string = JSON.parse(readFileSync(file, 'utf8')).version;
