import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { content } from '../../tests/support/content/fixture-site.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { ContentError } from '../content/finding.ts';
import { writeIcons } from './brand-icons.ts';
import { checkLogo } from './logo.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (box: string, inside: string, root = '') =>
  `<svg ${XMLNS} ${root} viewBox="${box}">${inside}</svg>`;

/** Drawings as programs export them, shortened. */
const ACCEPTED: Record<string, string> = {
  'Illustrator: a clipped shape': svg(
    '0 0 52 52',
    '<defs><rect id="SVGID_1_" width="52" height="52"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath><path style="clip-path:url(#SVGID_2_);fill:#B0302A;" d="M0 0h52v52z"/>',
    `version="1.1" ${XLINK} x="0px" y="0px" style="enable-background:new 0 0 52 52;" xml:space="preserve"`,
  ),
  'Illustrator: classes': svg(
    '0 0 360 52',
    '<defs><style>.cls-1,.cls-2{fill:#b0302a}.cls-2{stroke:#111;stroke-width:2px}</style></defs><g id="Laag_2" data-name="Laag 2"><path class="cls-1" d="M0 0h90v40z"/><path class="cls-2" d="M120 5h90v30z"/></g>',
  ),
  'Illustrator: with its own editing data': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"><!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" ${XLINK} viewBox="0 0 360 52"><switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:aipgfRef xlink:href="#adobe"/></foreignObject><g i:extraneous="self"><path d="M0 0h90v40z"/></g></switch><i:aipgf id="adobe">eJzsvWuTH</i:aipgf></svg>`,
  'Figma: an alpha mask': svg(
    '0 0 360 52',
    '<mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="52" height="52"><path fill="#000" d="M0 0h52v52H0z"/></mask><g mask="url(#m)"><path fill="#b0302a" d="M0 0h60v60H0z"/></g>',
  ),
  'Figma: a mask in units of its box': svg(
    '0 0 360 52',
    '<mask id="m" maskContentUnits="objectBoundingBox"><path fill="#fff" d="M0 0h1v1H0z"/></mask><g mask="url(#m)"><path fill="#b0302a" d="M0 0h60v60H0z"/></g>',
  ),
  'Figma: gradients': svg(
    '0 0 52 52',
    '<path fill="url(#a)" d="M0 0h52v52z"/><defs><radialGradient id="b" fr=".2"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f" stop-opacity=".5"/></radialGradient><radialGradient id="a" xlink:href="#b" cx="20" cy="20" r="30" gradientUnits="userSpaceOnUse" gradientTransform="rotate(45)"/></defs>',
    `${XLINK} fill="none"`,
  ),
  'Inkscape: millimetres, layers and styles': `<?xml version="1.0" encoding="UTF-8" standalone="no"?><svg width="210mm" height="30mm" viewBox="0 0 210 30" version="1.1" inkscape:version="1.2" sodipodi:docname="logo.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${XMLNS}><sodipodi:namedview id="namedview7" pagecolor="#ffffff"/><g inkscape:label="Laag 1" transform="translate(-3.1,-4.2)"><path style="fill:#b0302a;stroke-width:0.264583;-inkscape-stroke:none" d="m 10,10 h 50 v 10 h -50 z"/><circle style="fill:#111" cx="90" cy="15" r="8"/></g></svg>`,
  'Inkscape: metres under a scale': svg(
    '0 0 360 52',
    '<g transform="scale(1000)"><path d="M0 0 .0064 .0141 .01 0Z"/></g>',
  ),
  'Sketch: a mask of a used path': svg(
    '0 0 360 52',
    '<title>logo</title><desc>Created with Sketch.</desc><defs><path d="M0 0h60v40H0z" id="path-1"></path></defs><g stroke="none" fill="none" fill-rule="evenodd"><mask id="mask-2" fill="white"><use xlink:href="#path-1"></use></mask><g mask="url(#mask-2)"><rect fill="#D8D8D8" x="10" y="10" width="200" height="40"></rect></g></g>',
    `width="360px" height="52px" version="1.1" ${XLINK}`,
  ),
  'Canva: a clipped group': svg(
    '0 0 375 375',
    '<defs><clipPath id="a"><path d="M 50 50 L 300 50 L 300 300 L 50 300 Z" clip-rule="nonzero"/></clipPath></defs><g clip-path="url(#a)"><path fill="#b0302a" d="M 20 20 L 350 20 L 200 350 Z" fill-opacity="1" fill-rule="nonzero"/></g>',
    `${XLINK} width="500" zoomAndPan="magnify" height="500" preserveAspectRatio="xMidYMid meet" version="1.0"`,
  ),
  'a drawing in small units': svg(
    '0 0 .36 .052',
    '<path d="M0 0 .006.014.011.006Z"/>',
    'width="360" height="52"',
  ),
  'pixels without a viewBox': `<svg ${XMLNS} width="360px" height="52px"><path d="M0 0h90v40z"/></svg>`,
  'geometry and transforms by CSS': svg(
    '0 0 52 52',
    '<style>circle{r:5px}.t{transform:translate(10px,10px) rotate(45deg)}</style><circle cx="40" cy="20"/><path class="t" d="M0 0h22v22z"/>',
  ),
  'a nested drawing': svg(
    '0 0 52 52',
    '<svg x="10" y="10" width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="none"><path d="M0 0h10v10z"/></svg>',
  ),
};

test.each(Object.entries(ACCEPTED))('the icons show the drawing: %s', async (name, source) => {
  const file = `${name.replace(/\W+/g, '-')}.svg`;
  const { alone, inPage } = await checkLogo(file, Buffer.from(source));
  expect(inPage).not.toMatch(/xlink|style=|<style/);

  const publicDir = await temporaryFolder();
  // The page is white, so that only the drawing can differ.
  const colors = { ...content.brand.colors, page: '#ffffff', accent: '#000000' };
  await writeIcons(publicDir, { mark: alone, small: alone }, colors);
  const icon = await sharp(await readFile(join(publicDir, 'icon.svg')), { density: 576 })
    .resize(512)
    .flatten({ background: '#fff' })
    .extract({ left: 32, top: 32, width: 448, height: 448 })
    .raw()
    .toBuffer();
  const original = await sharp(Buffer.from(source), { density: 576 })
    .resize({ width: 448, height: 448, fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer();
  let ink = 0;
  let difference = 0;
  for (const [index, value] of original.entries()) {
    ink += 255 - value;
    difference += Math.abs(value - (icon[index] ?? 0));
  }
  expect(ink).toBeGreaterThan(0);
  // Only edges may differ: a shape that is missing or elsewhere differs by 1 or more.
  expect(difference / ink).toBeLessThan(0.2);
});

test('the size of a drawing may have any unit', async () => {
  for (const size of ['width="270pt" height="39pt"', 'width="95.25mm" height="13.7583mm"']) {
    const source = `<svg ${XMLNS} ${size}><path d="M0 0h90v40z"/></svg>`;
    const { inPage } = await checkLogo(`${size}.svg`, Buffer.from(source));
    expect(inPage).toContain('viewBox="0 0 360 52"');
  }
});

describe('drawings that are refused', () => {
  test.each<[string, string, RegExp]>([
    ['letters', svg('0 0 9 9', '<text>Hoi</text>'), /Lettercontouren/],
    [
      'a photo',
      svg(
        '0 0 9 9',
        '<defs><image id="i" href="data:image/png;base64,xx"/></defs><path d="M0 0h9v9z"/>',
      ),
      /PNG zonder achtergrond/,
    ],
    [
      'a style for dark screens',
      svg(
        '0 0 9 9',
        '<style>@media (prefers-color-scheme:dark){path{fill:#fff}}</style><path d="M0 0h9v9z"/>',
      ),
      /@media.*Presentatiekenmerken/,
    ],
    ['a shadow', svg('0 0 9 9', '<filter id="f"/><path d="M0 0h9v9z"/>'), /schaduwen/],
    [
      'colours that mix',
      svg(
        '0 0 9 9',
        '<path fill="#ff0" d="M0 0h9v9z"/><path style="mix-blend-mode:multiply" fill="#0ff" d="M0 0h9v9z"/>',
      ),
      /ziet er op de site anders uit/,
    ],
    ['nothing', svg('0 0 9 9', ''), /leeg/],
    ['no size', `<svg ${XMLNS} width="100%"><path d="M0 0h9v9z"/></svg>`, /viewBox/],
    ['half a file', `<svg ${XMLNS} viewBox="0 0 9 9"><path d="M0 0h9`, /geen leesbare SVG/],
    [
      'another file',
      svg('0 0 9 9', '<use href="https://a.be/b.svg#c"/><path d="M0 0h9v9z"/>'),
      /https:\/\/a\.be/,
    ],
    ['more than 1 MB', svg('0 0 9 9', `<path d="M0 0h9v9z${' '.repeat(1_000_000)}"/>`), /1 MB/],
  ])('a drawing is refused with advice: %s', async (name, source, message) => {
    const reading = checkLogo(`${name}.svg`, Buffer.from(source));
    await expect(reading).rejects.toThrow(ContentError);
    await expect(reading).rejects.toThrow(message);
  });
});

test('a PNG is scaled and loses its metadata', async () => {
  const background = { r: 9, g: 9, b: 9, alpha: 0.5 };
  const photo = sharp({ create: { width: 2000, height: 700, channels: 4, background } });
  const exif = { IFD3: { GPSLatitude: '51/1 2/1 3/1' } };
  const { picture } = await checkLogo('groot.png', await photo.withExif(exif).png().toBuffer());
  const metadata = await sharp(picture?.bytes).metadata();
  expect(metadata).toMatchObject({ width: 1440, height: 504, hasAlpha: true });
  expect(metadata.exif).toBeUndefined();
});
