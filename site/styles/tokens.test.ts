import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SITE = join(import.meta.dirname, '..');
/** What a rule stands under may name a width: no token can (CSS Custom Properties 1, section 3). */
const CONDITION = /@(?:media|container)[^{]*/g;
const LENGTH = /(?<![\w-])-?[\d.]+(?:px|rem)\b/g;
const DEFINED = /(--[\w-]+):/g;
const USED = /var\((--[\w-]+)/g;

test('no length in px or rem stands beside the tokens, and no token is unused', async () => {
  const styles = new Map<string, string>();
  for await (const file of glob('**/*.css', { cwd: SITE })) {
    const text = await readFile(join(SITE, file), 'utf8');
    styles.set(file, text.replace(/\/\*[\s\S]*?\*\//g, '').replace(CONDITION, ''));
  }
  const tokens = styles.get(join('styles', 'tokens.css')) ?? '';
  const raw = [...styles].flatMap(([file, text]) =>
    text === tokens ? [] : [...text.matchAll(LENGTH)].map(([length]) => `${file}: ${length}`),
  );
  expect(raw).toEqual([]);
  const used = new Set([...styles.values()].flatMap((text) => namesIn(text, USED)));
  expect(namesIn(tokens, DEFINED).filter((name) => !used.has(name))).toEqual([]);
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name = '']) => name);
}
