import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Later layers win; stated before any rule of one. As `site/styles/main.css` has it. */
const LAYERS = '@layer tokens, base, components, sections;';

/**
 * Writes the one style sheet of a release.
 *
 * @param parts what the brand and the photos add, and the site's own styles
 * @returns its web path, which changes with its content
 */
export async function writeStyleSheet(publicDir: string, parts: string[]): Promise<string> {
  const css = [LAYERS, ...parts].join('\n');
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  const path = `/assets/style-${hash}.css`;
  await mkdir(join(publicDir, 'assets'), { recursive: true });
  await writeFile(join(publicDir, path), css);
  return path;
}
