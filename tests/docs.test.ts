import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BIN_MS } from '../desk/server/content/recycle-bin.ts';
import { LINK_MS } from '../desk/server/sign-in/access.ts';
import { BACKUP_DAYS } from '../release/manifest.ts';
import { SETTING_NAMES } from '../runtime/settings.ts';
import { MAX_BACKUP_AGE_MS, MAX_CHECK_AGE_MS, MAX_PRUNE_AGE_MS } from '../server/check-health.ts';
import { HARDER_AT, MANY_ENQUIRIES } from '../server/enquiries/accept-enquiry.ts';
import { FORM_RATE_LIMIT } from '../server/http/api.ts';
import { GIVE_UP_AFTER, MAX_WITHOUT_REPLY } from '../server/outbox/retry-policy.ts';
import { LEASE_MS } from '../server/store/mails.ts';
import { CONFIRMATIONS_PER_HOUR } from '../server/store/store-enquiry.ts';
import { sectionKinds } from '../site/sections/section-kinds.ts';

/**
 * Checks that the files, settings and commands that the documents mention exist, and that their
 * limits are those of the code. Checks also that files named in comments exist, and that comments
 * fit their lines. `tests/how-tos.test.ts` follows the how-tos of CONTRIBUTING.
 */

const ROOT = resolve(import.meta.dirname, '..');
const NOT_OURS = /^(?:node_modules|\.git|\.cache|data|dist|test-results)(?:\/|$)/;
/** Paths that are created at run time, or that are on a server or the web. */
const NOT_IN_CHECKOUT = /^(?:\/|@|dist\/|data\/|\.cache\/|[A-Z]+_DIR\/|application\/)/;
/** Names of other programs' settings. */
const OTHER_NAMES = /^(?:NODE_\w+|RESTIC_\w+|AWS_\w+|B2_\w+|LISTEN_\w+)$/;

const files = (await readdir(ROOT, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
  .filter((file) => !NOT_OURS.test(file));
const read = (file: string) => readFile(join(ROOT, file), 'utf8');
const documents = files.filter((file) => file.endsWith('.md') && !file.includes('specification/'));
const texts = new Map(
  await Promise.all(documents.map(async (file) => [file, await read(file)] as const)),
);

/** Lists the code spans of a document, and the targets of its links within this repository. */
function namedIn(file: string): { code: string[]; links: string[] } {
  const text = texts.get(file) ?? '';
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const links = targets.filter((target) => !/^(?:https?:|mailto:|#)/.test(target));
  return { code, links };
}

/** Files whose comments are like those of JavaScript. */
const CODE = /\.(?:tsx?|mjs|css)$/;
/** Programs and settings whose comments begin with '#'. */
const HAS_HASH_COMMENTS =
  /\.(?:sh|py|env|service|socket|target|timer)$|^\.ci\/|^\.env\.example$|^deploy\/(?:Caddyfile|website-[a-z-]+)$/;

/** The sources, which contain the names of files that are created at run time. */
const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/'));
const code = (await Promise.all(sources.map(read))).join('\n');

/** The files, and the folders that contain them. */
const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/**
 * Whether a path exists, relative to the root or to the document's folder. The last part of a path
 * is enough where it is unambiguous: below the document's folder, or in the whole checkout.
 */
function exists(path: string, from: string): boolean {
  const name = path.replace(/\/$/, '');
  const folder = dirname(from);
  const places = [name, normalize(join(folder, name))];
  if (places.some((place) => paths.has(place))) return true;
  if (name.includes('*')) return files.some((file) => places.some((at) => matchesGlob(file, at)));
  const isMade = /^[\w-]+\.(?!tsx?$)\w+$/.test(name);
  if (isMade && code.includes(`'${name}'`)) return true;
  const ending = [...paths].filter((known) => known.endsWith(`/${name}`));
  return ending.length === 1 || ending.some((known) => known.startsWith(`${folder}/`));
}

test.each(documents)('every path and link in %s exists', (file) => {
  const { code, links } = namedIn(file);
  const inCode = code.filter((name) =>
    /^(?:[\w.@*-]*(?:\/[\w.@*-]+)+\/?|[\w.-]+\.(?:tsx?|mjs|sh|md|css|ya?ml|svg|json|conf))$/.test(
      name,
    ),
  );
  const named = [...inCode, ...links.map((link) => link.replace(/#.*/, ''))];
  const missing = named.filter((name) => !NOT_IN_CHECKOUT.test(name) && !exists(name, file));
  expect(missing).toEqual([]);
});

test('every file that a comment of the code names exists', async () => {
  const commented = files.filter((file) => CODE.test(file));
  const missing = await Promise.all(
    commented.map(async (file) => {
      const comments = (await read(file)).match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm) ?? [];
      const named = comments.flatMap((text) => [
        ...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|sh))`/g),
      ]);
      const names = named.map(([, name = '']) => name);
      return names.filter((name) => !exists(name, file)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(missing.flat()).toEqual([]);
});

test('no line of a comment is longer than `.editorconfig` allows', async () => {
  const [, limit = ''] = /^max_line_length = (\d+)$/m.exec(await read('.editorconfig')) ?? [];
  expect(Number(limit)).toBeGreaterThan(0);
  const commented = files.filter((file) => CODE.test(file) || HAS_HASH_COMMENTS.test(file));
  const long = commented.map(async (file) => {
    const comments = commentLines(file, await read(file));
    return comments.filter(({ text }) => text.length > Number(limit) && !text.includes('://'));
  });
  const places = (await Promise.all(long)).flat().map(({ file, line }) => `${file}:${line}`);
  expect(places).toEqual([]);
});

/** Lists the lines that consist of a comment or a part of one. */
function commentLines(file: string, text: string) {
  const begins = CODE.test(file) ? /^\s*(?:\/\/|\{?\/\*)/ : /^\s*#/;
  let isOpen = false;
  return text.split('\n').flatMap((text, index) => {
    const isComment = isOpen || begins.test(text);
    isOpen = CODE.test(file) && isComment && !/\*\/|^\s*\/\//.test(text);
    return isComment ? [{ file, line: index + 1, text }] : [];
  });
}

test('every npm script, program and file to run in the documents exists', async () => {
  const { scripts, dependencies, devDependencies } = JSON.parse(await read('package.json'));
  const text = [...texts.values()].join('\n');
  for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
    expect(Object.keys(scripts), `npm run ${script}`).toContain(script);
  }
  for (const [, program = '', args = ''] of text.matchAll(/`npx ([\w-]+) ([^`]+)`/g)) {
    expect({ ...dependencies, ...devDependencies, playwright: '' }).toHaveProperty([program]);
    const named = args.split(' ').filter((word) => word.includes('/'));
    expect(named.filter((path) => !exists(path, 'README.md'))).toEqual([]);
  }
  for (const [, name = ''] of text.matchAll(/\b(website-[a-z]+(?:-[a-z]+)*)\b/g)) {
    const isFile = files.some((file) => file.startsWith(`deploy/${name}`));
    expect(isFile, `${name}: a file in deploy/`).toBe(true);
  }
});

test('every command of `enquiries` in the documents exists', async () => {
  const script = join(ROOT, 'server/commands/enquiries.ts');
  const help = await new Promise<string>((done) => {
    execFile(process.execPath, [script, '--help'], (_, stdout) => done(stdout));
  });
  const commands = [...help.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
  expect(commands).toContain('list');
  const calls = /(?:`|website-|npm run )enquiries (?:-- )?([a-z][a-z-]+)/g;
  const named = [...texts.values()].flatMap((text) => [...text.matchAll(calls)]);
  expect(named.length).toBeGreaterThan(8);
  expect(named.map(([, name]) => name).filter((name) => !commands.includes(name))).toEqual([]);
});

test('every setting in the documents exists', () => {
  const names = documents.flatMap((file) => namedIn(file).code).map((code) => code.split('=')[0]);
  const settings = names.filter((name = '') => /^[A-Z]+_[A-Z_]+$/.test(name));
  const known = settings.filter((name = '') => SETTING_NAMES.includes(name));
  expect(known.length).toBeGreaterThan(8);
  const unknown = settings.filter((name = '') => !known.includes(name) && !OTHER_NAMES.test(name));
  // The documents mention this constant together with the file that defines it.
  const code = unknown.filter((name) => name !== 'DUTCH_WIDTH');
  expect(code).toEqual([]);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const { company, confirmation } = GIVE_UP_AFTER;

test.each<[string, RegExp, number[]]>([
  [
    'hours of retries',
    /(?:refusal|retried|refused) for (\d+) hours/g,
    [company.ms / HOUR_MS, confirmation.ms / HOUR_MS],
  ],
  ['attempts of a mail', /(\d+) attempts/g, [company.attempts]],
  ['times that a mail is sent', /at most (\d+) times/g, [MAX_WITHOUT_REPLY.company]],
  ['minutes of a lease', /lease of (\d+) minutes/g, [LEASE_MS / MINUTE_MS]],
  [
    'calls of a network',
    /calls for a challenge beyond (\d+), or those to send an enquiry beyond (\d+)/g,
    [FORM_RATE_LIMIT.max],
  ],
  ['confirmations an hour', /(?:beyond|at most) (\d+) an hour/g, [CONFIRMATIONS_PER_HOUR]],
  ['enquiries of a network in an hour', /sent (\d+) enquiries in an hour/g, [MANY_ENQUIRIES]],
  [
    'enquiries at which the work doubles',
    /doubles at (\d+), (\d+) and (\d+) enquiries/g,
    HARDER_AT,
  ],
  ['hours without a copy', /in (\d+) hours no copy/g, [MAX_BACKUP_AGE_MS / HOUR_MS]],
  [
    'days without a prune',
    /in (\d+) days the backups were not pruned/g,
    [MAX_PRUNE_AGE_MS / DAY_MS],
  ],
  ['days without a check', /in (\d+) days they were not checked/g, [MAX_CHECK_AGE_MS / DAY_MS]],
  ['days of the backups', /the backups, for (\d+) days/g, [BACKUP_DAYS]],
  [
    'days of the newest backups',
    /(?:data|kept) for (\d+) days|last (\d+) days, pruned/g,
    [BACKUP_DAYS - 1],
  ],
  [
    'days in the bin',
    /wait (\d+) days in the bin|(\d+) dagen in de prullenbak/g,
    [BIN_MS / DAY_MS],
  ],
  ['minutes of a link', /valid for (\d+) minutes/g, [LINK_MS / MINUTE_MS]],
])('each number in the documents is that of the code: %s', (_, pattern, expected) => {
  const found = [...texts.values()].flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(([, ...numbers]) => numbers.filter(Boolean).map(Number)),
  );
  expect([...new Set(found)].sort()).toEqual([...expected].sort());
});

test('every kind of section has its drawing at the desk and its row in the owner’s guide', async () => {
  const drawings = await read('desk/app/drawings/sections.svg');
  const guide = await read('content/README.md');
  const kinds = Object.keys(sectionKinds);
  // No page but the not-found page has it, so the desk does not offer it.
  const offered = kinds.filter((kind) => kind !== 'not-found');
  const hasDrawing = (kind: string) => drawings.includes(`<symbol id="${kind}"`);
  const hasRow = (kind: string) => guide.includes(`| \`${kind}\` |`);
  expect(
    offered.filter((kind) => !hasDrawing(kind)),
    'desk/app/drawings/sections.svg',
  ).toEqual([]);
  expect(
    kinds.filter((kind) => !hasRow(kind)),
    'content/README.md',
  ).toEqual([]);
});
