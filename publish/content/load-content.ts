import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Content } from '../../site/content.ts';
import { PAGE_PATHS } from '../../site/routes.ts';
import { checkBlockPhotos, checkPhotos } from './check-photos.ts';
import { checkShape } from './check-shape.ts';
import {
  checkAnchors,
  checkCaptcha,
  checkMenuLinks,
  checkPhone,
  checkPlaceholders,
} from './check-texts.ts';
import { ContentError, type ContentProblem, findNearest } from './content-error.ts';
import { CONTENT_FILES, type ContentFile, type ContentOf } from './content-files.ts';
import type { YamlFile } from './parse-yaml.ts';
import { writeExample } from './write-example.ts';
import { readYamlFile } from './yaml-file.ts';

/** A file that has the right shape. */
interface Checked<File extends ContentFile> {
  yaml: YamlFile;
  value: ContentOf<File>;
}

/**
 * Reads everything the caterer edits and checks it.
 *
 * @throws ContentError listing every mistake with file, line, field, what was expected and an
 * example, in Dutch.
 */
export async function loadContent(contentDir: string): Promise<Content> {
  const problems: ContentProblem[] = await findStrangeFiles(contentDir);
  const [company, site, messages, mails] = await Promise.all([
    read('company.yaml'),
    read('site.yaml'),
    read('messages.yaml'),
    read('mails.yaml'),
  ]);
  const [home, feesten, bedrijfsfeest, schoolcatering, info, notFound, privacy] = await Promise.all(
    [
      read('pages/home.yaml'),
      read('pages/feesten.yaml'),
      read('pages/bedrijfsfeest.yaml'),
      read('pages/schoolcatering.yaml'),
      read('pages/info.yaml'),
      read('pages/niet-gevonden.yaml'),
      read('pages/privacy.yaml'),
    ],
  );
  const photos = await read('photos/photos.yaml');

  if (company) problems.push(...checkPhone(company.yaml, company.value));
  if (site) problems.push(...checkCaptcha(site.yaml, site.value));
  if (messages) problems.push(...checkPlaceholders(messages.yaml, messages.value));
  if (photos) problems.push(...(await checkPhotos(contentDir, photos.yaml, photos.value)));
  for (const page of [feesten, bedrijfsfeest]) {
    if (!page) continue;
    problems.push(...checkAnchors(page.yaml, page.value.blocks));
    if (!photos) continue;
    const names = Object.keys(photos.value.photos);
    problems.push(...checkBlockPhotos(page.yaml, page.value.blocks, names));
  }
  if (home && feesten && bedrijfsfeest) {
    const blocks = {
      [PAGE_PATHS.feesten]: feesten.value.blocks,
      [PAGE_PATHS.bedrijfsfeest]: bedrijfsfeest.value.blocks,
    };
    problems.push(...checkMenuLinks(home.yaml, home.value, blocks));
  }

  const isWhole = company && site && messages && mails && photos && home && feesten;
  const isReady = bedrijfsfeest && schoolcatering && info && notFound && privacy;
  if (!isWhole || !isReady || problems.length > 0) throw new ContentError(inReadingOrder(problems));
  return {
    company: company.value,
    site: site.value,
    messages: messages.value,
    mails: mails.value,
    pages: {
      home: home.value,
      feesten: feesten.value,
      bedrijfsfeest: bedrijfsfeest.value,
      schoolcatering: schoolcatering.value,
      info: info.value,
      notFound: notFound.value,
      privacy: privacy.value,
    },
    photos: photos.value,
  };

  async function read<File extends ContentFile>(file: File): Promise<Checked<File> | undefined> {
    const schema = CONTENT_FILES[file];
    const example = () => writeExample(file, schema, []);
    const yaml = await readYamlFile(contentDir, file, example, problems);
    if (!yaml) return undefined;
    const value = checkShape(yaml, schema, problems);
    return value && { yaml, value };
  }
}

function inReadingOrder(problems: ContentProblem[]): ContentProblem[] {
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
}

/** A file nobody reads is a text the caterer waits for in vain: a copy, another ending, a typo. */
async function findStrangeFiles(contentDir: string): Promise<ContentProblem[]> {
  const known = Object.keys(CONTENT_FILES);
  const listed = await Promise.all([
    listFiles(contentDir, '').then((files) => files.filter((file) => /\.ya?ml$/i.test(file))),
    listFiles(contentDir, 'pages/'),
  ]);
  return listed
    .flat()
    .filter((file) => !known.includes(file) && !basename(file).startsWith('.'))
    .map((file) => {
      const nearest = findNearest(file, known);
      return {
        file,
        found: 'dit bestand kennen we niet, niemand leest het',
        expected: nearest
          ? `${nearest}, denken we; geef het die naam of haal het hier weg`
          : 'alleen de bestanden die bij de site horen; zet dit in een map buiten content',
        example: `content/${nearest ?? known.find((one) => dirname(one) === dirname(file))}`,
      };
    });
}

async function listFiles(contentDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(contentDir, folder), { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `${folder}${name}`);
}
