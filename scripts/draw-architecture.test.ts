import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  allowedImports,
  CODE,
  drawArchitecture,
  importsBetweenFolders,
  readReadme,
  SHEET,
} from './draw-architecture.mjs';

describe('the architecture', () => {
  it('is drawn as it is: else run node scripts/draw-architecture.mjs', () => {
    expect(readFileSync(SHEET, 'utf8')).toBe(drawArchitecture());
  });

  it.each(CODE)('is kept by %s, whose README names what lint lets it import', (folder) => {
    const { mayImport } = readReadme(folder);
    const named = mayImport.split('.')[0]?.matchAll(/`(\w+)\/`/g) ?? [];
    expect([...named].map(([, name]) => name).sort()).toEqual(allowedImports(folder).sort());
  });

  it('has no import against its direction', () => {
    for (const [arrow, file] of importsBetweenFolders()) {
      const [from = '', to] = arrow.split(' --> ');
      expect(allowedImports(from), `${file} imports ${to}/`).toContain(to);
    }
  });
});
