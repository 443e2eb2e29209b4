import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { FIELDS } from '../../../enquiry/fields.ts';
import { mailTextsSchema } from '../../../release/mail-texts.ts';
import { RELEASE_FORMAT, type ReleaseManifest } from '../../../release/manifest.ts';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
} from '../../../release/site-folder.ts';

/** A style hash as in a CSP, different for each page. */
function styleHashOf(page: string): string {
  return `sha256-${createHash('sha256').update(page).digest('base64')}`;
}

/** A small release, as publishing writes it, for tests of the server. */
export const TEST_RELEASE: ReleaseManifest = {
  format: RELEASE_FORMAT,
  id: '20261101T120000Z-3fa9c1d2',
  siteUrl: 'https://maanzaad.example',
  sampleFacts: true,
  locale: 'nl-BE',
  timeZone: 'Europe/Brussels',
  company: {
    slug: 'maanzaad',
    name: 'Maanzaad',
    legalForm: 'VOF',
    registration: 'BE 0000.000.000, RPR Gent',
    email: 'info@maanzaad.example',
    phone: '09 000 00 00',
    postalAddresses: ['Papaverdreef 0, 0000 Zaaddonk'],
  },
  pages: ['home', 'feesten', 'info', 'privacy'].map((name) => ({
    path: `/${name}`,
    file: `${name}.html`,
    styleHash: styleHashOf(name),
  })),
  notFound: { file: 'not-found.html', styleHash: styleHashOf('not found') },
  redirects: [
    { from: '/', to: '/home' },
    { from: '/recepties', to: '/feesten' },
    { from: '/contact', to: '/info' },
  ],
  keeping: { days: 30, bookedUntilParty: false, recipient: '' },
  fullDays: [],
  captcha: { provider: 'altcha', pagePaths: ['/info'] },
  privacyPath: '/privacy',
  privacyFrameOrigin: '',
  apiOrigin: '',
  enquiry: {
    options: Object.fromEntries(
      FIELDS.flatMap((field) => ('options' in field ? [[field.name, [...field.options]]] : [])),
    ),
    labels: {},
  },
  mails: v.parse(mailTextsSchema, { company: {}, confirmation: {} }),
  colors: {},
};

/** A page long enough to be worth compressing. */
export const page = (title: string) =>
  `<!doctype html><html lang="nl-BE"><title>${title}</title><p>${title} `.padEnd(2000, 'lorem ');

/** Files of a release, by their name in `public/`. */
export const TEST_FILES: Record<string, string> = {
  'home.html': page('Home'),
  'feesten.html': page('Feesten'),
  'info.html': page('Info'),
  'privacy.html': page('Privacy'),
  'not-found.html': page('Oeps'),
  'assets/site-3fa9c1d2.js': 'console.log("site");'.repeat(100),
  'assets/site-3fa9c1d2.css': 'p { color: red }'.repeat(100),
  'photos/champagne-3fa9c1d2-full-640.avif': 'not really a photo',
  'fonts/sans-3fa9c1d2.woff2': 'not really a font',
  'files/menu.pdf': '%PDF-1.7 not really',
  'files/_tarif.pdf': '%PDF-1.7 not really',
  'files/TARIF.PDF': '%PDF-1.7 not really',
  'files/tarif.html': '<p>Tarif</p>',
  'robots.txt': 'User-agent: *\n',
  'speculation-rules.json': '{}',
  _redirects: '/ /home 301\n',
};

/** The size does not matter here, and the best quality is slow. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Writes a release and switches to it, as publishing does.
 *
 * @param siteDir as the setting SITE_DIR
 * @param files other than the usual ones, by their name in `public/`
 * @returns its folder `public`
 */
export async function publishTestRelease(
  siteDir: string,
  manifest: ReleaseManifest = TEST_RELEASE,
  files: Record<string, string | Buffer> = TEST_FILES,
): Promise<string> {
  const folder = releaseDirOf(siteDir, manifest.id);
  const publicDir = publicDirOf(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(publicDir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (/\.(?:html|js|css)$/.test(name)) {
      await writeFile(`${file}.br`, brotliCompressSync(content, QUICK));
      await writeFile(`${file}.gz`, gzipSync(content));
    }
  }
  await writeFile(manifestFileOf(folder), JSON.stringify(manifest));
  await writeFile(join(siteDir, 'current.new'), manifest.id);
  await rename(join(siteDir, 'current.new'), currentFileOf(siteDir));
  return publicDir;
}
