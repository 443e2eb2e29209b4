import { readFileSync } from 'node:fs';

const file = new URL('../package.json', import.meta.url);

/** Of the code: '0.1.0', in a packed archive with its time and commit: '0.1.0+20270305T101500Z-1a2b3c4'. */
export const VERSION: string = JSON.parse(readFileSync(file, 'utf8')).version;
