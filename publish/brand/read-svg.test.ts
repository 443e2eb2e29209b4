import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSvg } from './read-svg.ts';

let contentDir: string;

beforeAll(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'brand-'));
  await mkdir(join(contentDir, 'brand'));
});

afterAll(() => rm(contentDir, { recursive: true }));

async function read(source: string, file = 'logo.svg'): Promise<string> {
  await writeFile(join(contentDir, 'brand', file), source);
  return readSvg(contentDir, file);
}

const drawing = (inside: string) => `<svg viewBox="0 0 10 10">${inside}</svg>`;
const drawn = (inside: string) =>
  `<svg viewBox="0 0 10 10" preserveAspectRatio="xMinYMid" aria-hidden="true">${inside}</svg>`;

test('keeps the shapes of a drawing program’s file, and nothing else of it', async () => {
  const inkscape = `<?xml version="1.0"?>
    <!-- Created with Inkscape -->
    <!DOCTYPE svg>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://www.inkscape.org/" width="20mm" height="10mm" i:version="1">
      <title>Logo</title>
      <i:namedview><i:grid/></i:namedview>
      <metadata><rdf>About</rdf></metadata>
      <g i:label="Layer 1" style="fill:none; stroke:#000000;font-family:Arial" class="a">
        <path d="M0 0
          L1 1"/>
      </g>
    </svg>`;
  expect(await read(inkscape)).toBe(
    '<svg viewBox="0 0 20 10" preserveAspectRatio="xMinYMid" aria-hidden="true">' +
      '<g fill="none" stroke="#000000"><path d="M0 0 L1 1"/></g></svg>',
  );
});

test.each([
  ['a script', drawing('<script>alert(1)</script>')],
  ['a link', drawing('<g><a href="#b"><path/></a></g>')],
  ['a script on an event', drawing('<path d="M0 0" onclick="alert(1)"/>')],
  ['HTML', drawing('<foreignObject><p>Hoi</p></foreignObject>')],
  ['a photo', drawing('<image href="foto.jpg"/>')],
  ['a shape from another file', drawing('<use href="https://elders.example/a.svg#b"/>')],
  [
    'the same, as older programs write it',
    `<svg xmlns:xlink="x" viewBox="0 0 1 1"><use xlink:href="data:image/svg+xml,a"/></svg>`,
  ],
  ['a paint from another file', drawing('<path style="fill:url(https://elders.example/a#b)"/>')],
  ['a style sheet', drawing('<style>path { fill: url(https://elders.example) }</style>')],
  ['letters, whose font a visitor may not have', drawing('<text>Maanzaad</text>')],
  ['a page', '<html viewBox="0 0 1 1"><path d="M0 0"/></html>'],
  ['a file that is no SVG', 'JFIF'],
  ['a file that ends too soon', '<svg viewBox="0 0 1 1"><path'],
  ['a drawing without a size', '<svg><path d="M0 0"/></svg>'],
])('refuses %s, and names the file', async (_, source) => {
  await expect(read(source)).rejects.toMatchObject({
    name: 'ContentError',
    problems: [{ file: 'brand/logo.svg' }],
  });
});

test('refuses a file that is not there', async () => {
  await expect(readSvg(contentDir, 'weg.svg')).rejects.toThrow('content/brand/weg.svg');
});

test('two drawings with the same ids keep their own gradients in one page', async () => {
  const source = drawing(
    '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs>' +
      '<path fill="url(#a)" d="M0 0"/><use href="#a"/>',
  );
  const own = (prefix: string) =>
    drawn(
      `<defs><linearGradient id="${prefix}-a"><stop offset="0"/></linearGradient></defs>` +
        `<path fill="url(#${prefix}-a)" d="M0 0"/><use href="#${prefix}-a"/>`,
    );
  expect(await read(source, 'groot.svg')).toBe(own('groot'));
  expect(await read(source, 'klein.svg')).toBe(own('klein'));
});

test('a quote or tag in an attribute cannot leave it', async () => {
  expect(await read(drawing(`<path d='"&gt;&lt;script&gt;'/>`))).toBe(
    drawn('<path d="&quot;>&lt;script>"/>'),
  );
});
