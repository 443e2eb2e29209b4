import { resolve } from 'node:path';

/** The tests' own caterer, in French and different in everything from `content/`. */
export const FIXTURE_CONTENT_DIR = resolve(import.meta.dirname, '../../fixtures/content');
